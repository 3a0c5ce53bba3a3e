import {
  CallSiteLoc,
  FileLineColLoc,
  FusedLoc,
  type Location,
  type ModuleOp,
  NameLoc,
  type Operation,
} from '@shardform/ir-core';
import type { HloModule, Instruction } from '@shardform/hlo-module';
import { numbersIn } from './numbered-copy.ts';
import { operationNames } from './operation-names.ts';

/** A place in the user's files, as a key. */
type Place = string;

interface NamedLocation {
  readonly name: string | null;
  readonly places: readonly Place[];
}

/** Finds the operations of a program that the instructions of its compiled form were made for, by names and places in files. */
export class SourceIndex {
  readonly #byName = new Map<string, { readonly op: Operation; readonly places: readonly Place[] }[]>();
  readonly #frames: HloModule['stackFrames'];
  readonly #numbered: readonly Operation[] | null;

  /**
   * @param source with locations, as `lowered.as_text(debug_info=True)` prints them.
   * @param numbered the operations of the source by the numbers in the names of the compiled program; `null` where it has none.
   */
  constructor(source: ModuleOp, compiled: HloModule, numbered: readonly Operation[] | null) {
    this.#frames = compiled.stackFrames;
    this.#numbered = numbered;
    if (numbered !== null) return;
    source.walk((op) => {
      const { name, places } = namedLocation(op.location);
      if (name === null) return;
      const own = { op, places };
      const key = withoutMain(name);
      const known = this.#byName.get(key);
      if (known === undefined) this.#byName.set(key, [own]);
      else known.push(own);
    }, 'pre');
  }

  /**
   * Returns the operations that an instruction was made for, one for each of its names: those of the same name, and of several
   * that were called from the same lines.
   */
  find(instruction: Instruction): readonly (readonly Operation[])[] {
    const { metadata } = instruction;
    if (metadata?.opName === undefined) return [];
    const names = operationNames(metadata.opName);
    if (this.#numbered !== null) return names.map((name) => this.#numberedOp(name));
    // The place is that of the first name.
    return names.map((name, i) => this.#named(name, i === 0 ? this.placesOf(instruction) : []));
  }

  #numberedOp(name: string): readonly Operation[] {
    const op = this.#numbered?.[numbersIn(name).at(-1) ?? -1];
    return op === undefined ? [] : [op];
  }

  /** The places that an instruction was called from, the innermost first. */
  placesOf({ metadata }: Instruction): readonly Place[] {
    const places: Place[] = [];
    let frame = metadata?.stackFrameId ?? 0;
    // A frame without a caller is its own parent in some versions.
    for (let steps = 0; frame > 0 && steps < this.#frames.length; steps++) {
      const { location, parent } = this.#frames[frame - 1] ?? {};
      if (location === undefined) break;
      places.push(placeKey(location.fileName, location.line, location.column));
      if (parent === undefined || parent === frame) break;
      frame = parent;
    }
    if (places.length === 0 && metadata?.sourceFile !== undefined)
      places.push(placeKey(metadata.sourceFile, metadata.sourceLine ?? 0, metadata.sourceColumn ?? 0));
    return places;
  }

  #named(name: string, places: readonly Place[]): readonly Operation[] {
    const all = this.#withName(name);
    if (all.length < 2 || places.length === 0) return all.map(({ op }) => op);
    const scored = all.map((own) => ({ ...own, score: commonStart(own.places, places) }));
    const best = Math.max(...scored.map(({ score }) => score));
    return scored.filter(({ score }) => score === best).map(({ op }) => op);
  }

  /** Names of operations of functions that were inlined follow those of the calls. */
  #withName(name: string): readonly { readonly op: Operation; readonly places: readonly Place[] }[] {
    for (let rest = withoutMain(name); ;) {
      const found = this.#byName.get(rest);
      if (found !== undefined) return found;
      const next = rest.indexOf('/');
      if (next < 0) return [];
      rest = rest.slice(next + 1);
    }
  }
}

/** Older versions of JAX name the main function in the scopes, too. */
function withoutMain(name: string): string {
  return name.replace(/^([^/]+\/)jit\(main\)\//, '$1');
}

function placeKey(file: string, line: number, column: number): Place {
  return `${file}:${line}:${column}`;
}

function commonStart(a: readonly Place[], b: readonly Place[]): number {
  let count = 0;
  while (count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

function namedLocation(location: Location): NamedLocation {
  let name: string | null = null;
  const places: Place[] = [];
  const visit = (own: Location): void => {
    const resolved = own.resolved();
    if (resolved instanceof NameLoc) {
      // Names further inside are those of functions. One that ends with a colon is a type, which XLA keeps apart from names.
      name ??= resolved.name === '' || resolved.name.endsWith(':') ? null : resolved.name;
      visit(resolved.child);
    } else if (resolved instanceof CallSiteLoc) {
      visit(resolved.callee);
      visit(resolved.caller);
    } else if (resolved instanceof FileLineColLoc)
      places.push(placeKey(resolved.file, resolved.line, resolved.column));
    else if (resolved instanceof FusedLoc) for (const part of resolved.locations) visit(part);
  };
  visit(location);
  return { name, places };
}
