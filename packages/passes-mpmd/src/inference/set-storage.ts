import { FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import {
  AssignOp,
  MpmdBroadcastOp,
  MpmdCallOp,
  MpmdForOp,
  MpmdReduceOp,
  UnassignOp,
} from '@shardform/dialect-mpmd';
import {
  ArrayAttr,
  type BlockArgument,
  DictionaryAttr,
  type Operation,
  type OpOperand,
  type Value,
} from '@shardform/ir-core';
import { calleeOf, returnedValue } from '../program/call-edges.ts';
import { isEntryPoint } from '../program/functions.ts';
import { isArgument, isResult } from '../program/operations.ts';
import { MeshSet } from './mesh-set.ts';

const USE_SET = 'mpmd.use_set';
const SRC_SET = 'mpmd.src_set';

/** Something that a set of meshes is kept for: an operation, or an argument or result of a function, or of a loop. */
export type SetHolder =
  | Operation
  | { readonly func: FuncOp; readonly which: 'arg_attrs' | 'res_attrs'; readonly index: number }
  | { readonly loop: MpmdForOp; readonly index: number };

/** The holder of the sets of an argument of a function or a loop; `null` for arguments of others. */
export function holderOfArgument(argument: BlockArgument): SetHolder | null {
  const parent = argument.owner.parentOp;
  if (parent instanceof FuncOp) return { func: parent, which: 'arg_attrs', index: argument.index };
  return parent instanceof MpmdForOp ? { loop: parent, index: argument.index } : null;
}

/** The holder of the sets of what a function returns at an index. */
export function holderOfResult(func: FuncOp, index: number): SetHolder {
  return { func, which: 'res_attrs', index };
}

/** Returns the meshes on which a value is needed. */
export function useSetOf(holder: SetHolder): MeshSet {
  return MeshSet.ofUseAttr(read(holder, USE_SET));
}

/** Returns the meshes on which a value can be without transfers. */
export function sourceSetOf(holder: SetHolder): MeshSet {
  return MeshSet.ofSourceAttr(read(holder, SRC_SET));
}

/** Stores the meshes on which a value is needed; nothing for none. */
export function setUseSet(holder: SetHolder, set: MeshSet): void {
  write(holder, USE_SET, set.isEmpty ? null : set);
}

/** Stores the meshes on which a value can be; nothing for all. */
export function setSourceSet(holder: SetHolder, set: MeshSet): void {
  write(holder, SRC_SET, set);
}

/** Removes both sets. */
export function clearSets(holder: SetHolder): void {
  write(holder, USE_SET, null);
  write(holder, SRC_SET, null);
}

/** Removes the set of meshes on which a value is needed. */
export function clearUseSet(holder: SetHolder): void {
  write(holder, USE_SET, null);
}

/** True if a set of meshes on which a value can be is stored. */
export function hasSourceSet(holder: SetHolder): boolean {
  return read(holder, SRC_SET) !== null;
}

function read(holder: SetHolder, name: string): ReturnType<Operation['getAttr']> {
  if ('func' in holder) return valueAttrs(holder.func, holder.which, holder.index).get(name);
  if (!('loop' in holder)) return holder.getAttr(name);
  return dictionaryOf(holder.loop, holder.index).get(name);
}

function write(holder: SetHolder, name: string, set: MeshSet | null): void {
  const attribute = set?.toAttr() ?? null;
  if ('func' in holder) setValueAttr(holder.func, holder.which, holder.index, name, attribute);
  else if (!('loop' in holder)) holder.setAttr(name, attribute);
  else {
    const { loop, index } = holder;
    const all = loop.entry.arguments.map((_, i) => dictionaryOf(loop, i));
    if (all[index]!.get(name) === attribute) return;
    all[index] = all[index]!.with(name, attribute);
    const isEmpty = all.every(({ entries }) => entries.length === 0);
    loop.setAttr('arg_attrs', isEmpty ? null : ArrayAttr.get(all));
  }
}

function dictionaryOf(loop: MpmdForOp, index: number): DictionaryAttr {
  const all = loop.getAttr('arg_attrs');
  const one = all instanceof ArrayAttr ? all.elements[index] : null;
  return one instanceof DictionaryAttr ? one : DictionaryAttr.empty;
}

/** Returns the meshes on which any of some values is needed, by their uses. */
export function usesOf(values: readonly Value[]): MeshSet {
  let set = MeshSet.empty;
  for (const value of values) for (const use of value.uses()) set = set.union(useSetAt(use));
  return set;
}

function useSetAt(use: OpOperand): MeshSet {
  const { owner, index, value } = use;
  if (owner instanceof MpmdBroadcastOp || owner instanceof MpmdReduceOp) {
    // A chain of broadcasts is one.
    return value.definingOp instanceof MpmdBroadcastOp ? useSetOf(owner) : MeshSet.empty;
  }
  if (owner instanceof UnassignOp) return MeshSet.empty;
  const block = value.parentBlock;
  if (block !== null && owner.parent !== block) {
    const ancestor = block.findAncestorOp(owner);
    return ancestor === null ? MeshSet.empty : useSetOf(ancestor);
  }
  if (owner instanceof MpmdCallOp) return useSetOf({ func: calleeOf(owner), which: 'arg_attrs', index });
  if (owner.name === 'func.return') {
    const func = owner.parentOp;
    if (func instanceof FuncOp && !isEntryPoint(func)) return useSetOf(holderOfResult(func, index));
  }
  if (owner instanceof MpmdForOp) return useSetOf({ loop: owner, index });
  return useSetOf(owner);
}

/** Returns the meshes on which a value can be without transfers. */
export function sourcesOf(value: Value): MeshSet {
  const at = throughCallsAndLoops(value);
  if (isArgument(at)) {
    const holder = holderOfArgument(at);
    return holder === null ? MeshSet.unspecified : sourceSetOf(holder);
  }
  const { definingOp } = at;
  if (definingOp === null || definingOp instanceof AssignOp) return MeshSet.unspecified;
  return sourceSetOf(definingOp);
}

/** Follows results of calls and loops to the values that are returned for them. */
function throughCallsAndLoops(value: Value): Value {
  let at = value;
  while (isResult(at)) {
    if (at.owner instanceof MpmdCallOp) at = returnedValue(at);
    else if (at.owner instanceof MpmdForOp) at = at.owner.entry.getTerminator().getOperand(at.index);
    else break;
  }
  return at;
}
