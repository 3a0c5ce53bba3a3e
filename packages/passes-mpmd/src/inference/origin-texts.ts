import { FuncOp } from '@shardform/dialect-func';
import { AssignOp, MpmdCallOp, UnassignOp } from '@shardform/dialect-mpmd';
import {
  CallSiteLoc,
  FileLineColLoc,
  FusedLoc,
  type Location,
  NameLoc,
  UnknownLoc,
  type Value,
} from '@shardform/ir-core';
import { outputLocation } from '../import/map-input-output-to-mesh.ts';
import { argumentEdges, calleeOf, resultEdges, returnedValue } from '../program/call-edges.ts';
import { isEntryPoint } from '../program/functions.ts';
import { isArgument, isMeshless, isResult } from '../program/operations.ts';
import { MeshSet } from './mesh-set.ts';
import { holderOfArgument, sourceSetOf } from './set-storage.ts';

/** A place in the program that decides where something is. */
interface Origin {
  readonly location: Location;
  readonly meshes: MeshSet;
}

/** Returns lines on where values come from, one for each place that decides on which meshes they can be. */
export function sourcesText(values: readonly Value[], prefix = ''): string {
  return linesOf(sourceOrigins(values), 'Input', prefix);
}

/** Returns lines on where values are used, one for each place that decides on which meshes they are needed. */
export function usesText(values: readonly Value[], kind: 'Input' | 'Output'): string {
  return linesOf(useOrigins(values), kind, '');
}

function linesOf(origins: readonly Origin[], kind: string, prefix: string): string {
  return origins.map((origin) => `\n${prefix} - ${lineOf(origin, kind)}`).join('');
}

function lineOf({ location: unresolved, meshes }: Origin, kind: string): string {
  const location = unresolved.resolved();
  const text = String(location);
  const first = meshes.entries[0]?.[1][0] ?? '';
  for (const word of ['named_computation', 'named_tensor']) {
    if (text.includes(word)) return `${word} "${first}": ${meshes.text}${locationText(location)}`;
  }
  return `${kind} ${locationText(location)}: ${meshes.text}`;
}

function locationText(location: Location): string {
  const stack = stackTrace(location);
  if (stack !== '') return stack;
  if (location instanceof NameLoc && location.child instanceof UnknownLoc) return `"${location.name}"`;
  return String(location);
}

function sourceOrigins(values: readonly Value[]): Origin[] {
  const origins: Origin[] = [];
  const seen = new Set<Value>();
  const stack = [...values];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (seen.has(value)) continue;
    seen.add(value);
    if (isArgument(value)) {
      const func = value.owner.parentOp;
      if (!(func instanceof FuncOp)) continue;
      if (isEntryPoint(func)) {
        origins.push({ location: value.location, meshes: sourceSetOf(holderOfArgument(value)!) });
      } else {
        stack.push(...(argumentEdges(func)[value.index]?.sources.map((source) => source.value) ?? []));
      }
      continue;
    }
    const op = value.definingOp;
    if (op instanceof UnassignOp) {
      const meshes = MeshSet.of(op.meshWithOrigin).union(sourceSetOf(op));
      origins.push({ location: op.location, meshes });
    } else if (op instanceof MpmdCallOp && isResult(value)) stack.push(returnedValue(value));
    else if (op !== null && isMeshless(op)) stack.push(...op.operandValues());
  }
  return origins;
}

function useOrigins(values: readonly Value[]): Origin[] {
  const origins: Origin[] = [];
  const seen = new Set<Value>();
  const stack = [...values];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (seen.has(value)) continue;
    seen.add(value);
    for (const { owner, index } of value.uses()) {
      if (owner instanceof AssignOp) {
        origins.push({ location: owner.location, meshes: MeshSet.of(owner.meshWithOrigin) });
      } else if (owner.name === 'func.return') {
        const func = owner.parentOp;
        if (!(func instanceof FuncOp)) continue;
        if (isEntryPoint(func)) {
          origins.push({ location: outputLocation(func, index, owner.location), meshes: MeshSet.empty });
        } else stack.push(...(resultEdges(func)[index]?.targets ?? []));
      } else if (owner instanceof MpmdCallOp) stack.push(calleeOf(owner).entry.getArgument(index));
      else if (isMeshless(owner)) stack.push(...owner.results);
    }
  }
  return origins;
}

/** Returns the lines of the calls that a location stands in, from the inside; empty without a call. */
export function stackTrace(location: Location): string {
  const site = callSiteOf(location.resolved());
  if (site === null) return '';
  return (
    frameText(site.callee) +
    (callSiteOf(site.caller) === null ? frameText(site.caller) : stackTrace(site.caller))
  );
}

function callSiteOf(location: Location): CallSiteLoc | null {
  if (location instanceof CallSiteLoc) return location;
  if (location instanceof NameLoc) return callSiteOf(location.child);
  if (!(location instanceof FusedLoc)) return null;
  for (const part of location.locations) {
    const found = callSiteOf(part);
    if (found !== null) return found;
  }
  return null;
}

function frameText(location: Location): string {
  if (location instanceof FileLineColLoc) return `\n${fileText(location)}`;
  if (location instanceof NameLoc) {
    return location.child instanceof FileLineColLoc
      ? `\n${fileText(location.child)}\n\t ^ "${location.name}"`
      : frameText(location.child);
  }
  if (!(location instanceof FusedLoc)) return '';
  for (const part of location.locations) {
    const text = frameText(part);
    if (text !== '') return text;
  }
  return '';
}

function fileText({ file, line, column, endColumn }: FileLineColLoc): string {
  return `${file}:${line}:${column} to ${endColumn}`;
}
