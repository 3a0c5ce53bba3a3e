/** An instruction of HLO text. */
export interface HloInstruction {
  readonly name: string;
  readonly isRoot: boolean;
  readonly type: string;
  readonly opcode: string;
  /** Names of values; of a parameter, its number. */
  readonly operands: readonly string[];
  /** What follows the operands. */
  readonly attributes: string;
}

/** HLO text by computations. */
export interface HloModule {
  readonly computations: ReadonlyMap<string, readonly HloInstruction[]>;
  /** The name of the computation that the program starts with. */
  readonly entry: string;
  /** Returns the instructions of a computation that take a value. */
  usersOf(computation: string, name: string): readonly HloInstruction[];
}

/** Reads the text of an HLO module; only what instructions are made of is understood. */
export function parseHlo(text: string): HloModule {
  const computations = new Map<string, HloInstruction[]>();
  let [entry, current]: [string, HloInstruction[]] = ['', []];
  for (const line of text.split('\n')) {
    const start = /^(ENTRY )?%?([\w.-]+) .*\{$/.exec(line);
    if (start !== null) {
      current = [];
      computations.set(start[2]!, current);
      if (start[1] !== undefined) entry = start[2]!;
    } else {
      const instruction = instructionOf(line);
      if (instruction !== null) current.push(instruction);
    }
  }
  const users = new Map<string, Map<string, HloInstruction[]>>();
  return {
    computations,
    entry,
    usersOf(computation, name) {
      let own = users.get(computation);
      if (own === undefined) users.set(computation, (own = usersIn(computations.get(computation) ?? [])));
      return own.get(name) ?? [];
    },
  };
}

function instructionOf(line: string): HloInstruction | null {
  const start = /^\s+(ROOT )?%?([\w.-]+) = /.exec(line);
  if (start === null) return null;
  // Tuples have comments with the positions of their elements.
  const rest = line.slice(start[0].length).replace(/\/\*.*?\*\//g, '');
  const typeEnd = rest.startsWith('(') ? closing(rest, 0) + 1 : rest.indexOf(' ');
  const open = rest.indexOf('(', typeEnd);
  if (typeEnd <= 0 || open === -1) return null;
  const close = closing(rest, open);
  const inside = rest.slice(open + 1, close);
  const names = [...inside.matchAll(/%([\w.-]+)/g)].map(([, name]) => name!);
  return {
    name: start[2]!,
    isRoot: start[1] !== undefined,
    type: rest.slice(0, typeEnd),
    opcode: rest.slice(typeEnd, open).trim(),
    operands: names.length === 0 && inside !== '' ? [inside] : names,
    attributes: rest.slice(close + 1),
  };
}

/** The position of the bracket that closes the one at a position. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) return i;
  }
  return text.length;
}

function usersIn(instructions: readonly HloInstruction[]): Map<string, HloInstruction[]> {
  const users = new Map<string, HloInstruction[]>();
  for (const instruction of instructions) {
    for (const operand of new Set(instruction.operands)) {
      const own = users.get(operand);
      if (own === undefined) users.set(operand, [instruction]);
      else own.push(instruction);
    }
  }
  return users;
}

/** An array in a type of HLO. */
export interface HloShape {
  /** Without its layout. */
  readonly text: string;
  readonly bytes: number;
}

/** Returns the arrays of a type, those of a tuple in order. */
export function shapesOf(type: string): HloShape[] {
  return [...type.matchAll(/(\w+)\[([\d,]*)\]/g)].map(([text, element, dims]) => ({
    text,
    bytes: Math.ceil(
      (bitsOf(element!) / 8) * (dims === '' ? 1 : dims!.split(',').reduce((n, own) => n * Number(own), 1)),
    ),
  }));
}

/** Returns the bytes of all of them. */
export function bytesOfShapes(shapes: readonly HloShape[]): number {
  let total = 0;
  for (const { bytes } of shapes) total += bytes;
  return total;
}

/** `pred`, `s32`, `bf16`, `f8e4m3fn`, `c64` (of two f32), ... */
function bitsOf(element: string): number {
  const width = /\d+/.exec(element)?.[0];
  return width === undefined ? (element === 'token' ? 0 : 8) : Number(width);
}
