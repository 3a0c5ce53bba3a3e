import {
  CallSiteLoc,
  cloneOp,
  FusedLoc,
  type Location,
  type ModuleOp,
  NameLoc,
  type Operation,
} from '@shardform/ir-core';

/** A copy of a program whose operations have names that are theirs alone, so that a compiler's output tells what it is of. */
export interface NumberedCopy {
  readonly module: ModuleOp;
  /** The operations of the program that was copied, by their numbers. */
  readonly operations: readonly Operation[];
}

/** The number at the end of each name: `jit(f)/dot_general~12`. */
const NUMBER = /~(\d+)(?=$|[/:;)"])/g;

/** Returns a copy with numbers in the names of its operations' locations. */
export function numberedCopy(program: ModuleOp): NumberedCopy {
  const operations: Operation[] = [];
  program.walk((op) => {
    operations.push(op);
  }, 'pre');
  const module = cloneOp(program);
  let count = 0;
  module.walk((op) => {
    const number = count++;
    if (op !== module) op.location = numbered(op, number);
  }, 'pre');
  return { module, operations };
}

function numbered({ location, name }: Operation, number: number): Location {
  const { given, place } = parts(location);
  return NameLoc.get(`${given ?? name.slice(name.indexOf('.') + 1)}~${number}`, place);
}

/** The name of a location and the places inside it. */
function parts(location: Location): { readonly given: string | null; readonly place: Location } {
  const resolved = location.resolved();
  if (resolved instanceof NameLoc && resolved.name !== '')
    return { given: resolved.name, place: resolved.child };
  if (resolved instanceof FusedLoc && resolved.locations.length > 0) return parts(resolved.locations[0]!);
  if (resolved instanceof CallSiteLoc) {
    const { given, place } = parts(resolved.callee);
    return { given, place: CallSiteLoc.get(place, resolved.caller) };
  }
  return { given: null, place: resolved };
}

/** Returns the numbers in a name: those of calls that were inlined, and last that of the operation itself. */
export function numbersIn(name: string): readonly number[] {
  return Array.from(name.matchAll(NUMBER), ([, number]) => Number(number));
}

/** Returns HLO text, or a name in it, without the numbers. */
export function withoutNumbers(text: string): string {
  return text.replace(NUMBER, '');
}
