import type { AssignedBuffer, BufferAllocation, HloModule, Instruction } from '@shardform/hlo-module';
import type { MemoryRow } from '../memory/memory-report.ts';
import type { MemoryParts } from '../time/simulated-time.ts';
import { BufferLives, type LiveBuffer } from './live-buffers.ts';
import { type SourceNames, UNNAMED } from './source-names.ts';

/** The memory of a device as XLA has assigned it. */
export interface AssignedMemory {
  readonly parts: MemoryParts;
  /** What is held when most of the temporaries' memory is in use, the largest first; it adds up to the sum of the parts. */
  readonly rows: readonly MemoryRow[];
}

/** Returns the memory of XLA's buffer assignment, which is that of `memory_analysis()`. */
export function assignedMemory(
  module: HloModule,
  allocations: readonly BufferAllocation[],
  names: SourceNames,
): AssignedMemory {
  const own = allocations.filter(({ isConstant, isThreadLocal }) => !isConstant && !isThreadLocal);
  const inputs = own.filter(({ parameter }) => parameter !== undefined);
  const aliased = inputs.filter(({ maybeLiveOut }) => maybeLiveOut);
  const others = own.filter(({ parameter }) => parameter === undefined);
  const outputs = others.filter(({ maybeLiveOut }) => maybeLiveOut);
  const temporaries = others.filter(({ maybeLiveOut }) => !maybeLiveOut);
  const lives = new BufferLives(module);
  const held = temporaries.flatMap((allocation) => heldIn(allocation, lives));
  const gaps = sizeOf(temporaries) - held.reduce((sum, { size }) => sum + size, 0);
  const rows = [
    ...inputs.map((allocation) => inputRow(allocation, names)),
    ...outputs.map((allocation) => outputRow(allocation, module, names)),
    ...held.map((buffer) => temporaryRow(buffer, names)),
    ...(gaps > 0 ? [{ ...NOTHING, kind: 'gaps' as const, bytes: gaps }] : []),
  ];
  return {
    parts: {
      arguments: sizeOf(inputs),
      results: sizeOf(outputs) + sizeOf(aliased),
      temporaries: sizeOf(temporaries),
      aliased: sizeOf(aliased),
    },
    rows: rows.sort((a, b) => b.bytes - a.bytes),
  };
}

function sizeOf(allocations: readonly BufferAllocation[]): number {
  return allocations.reduce((sum, { size }) => sum + size, 0);
}

const NOTHING = { ...UNNAMED, index: null, from: null, until: null };

function inputRow({ size: bytes, parameter, maybeLiveOut }: BufferAllocation, names: SourceNames): MemoryRow {
  const { number = 0, index = [] } = parameter ?? {};
  // The elements of a tuple are its arguments.
  const argument = index[0] ?? number;
  return {
    ...{ ...NOTHING, ...names.argument(argument) },
    ...{ kind: maybeLiveOut ? 'donated' : 'argument', bytes, index: argument },
  };
}

function outputRow(
  { size: bytes, buffers }: BufferAllocation,
  module: HloModule,
  names: SourceNames,
): MemoryRow {
  const { root } = module.entry;
  const isTable = buffers.some(
    ({ instruction, shapeIndex }) =>
      instruction === root.name && shapeIndex.length === 0 && root.shape.kind === 'tuple',
  );
  if (isTable) return { ...NOTHING, kind: 'addresses', bytes };
  const index = buffers.map((buffer) => resultOf(buffer, root)).find((own) => own >= 0);
  return index === undefined
    ? { ...NOTHING, kind: 'result', bytes }
    : { ...NOTHING, ...names.result(index), kind: 'result', bytes, index };
}

/** The number of the result that is in a buffer; -1 for none. */
function resultOf({ instruction, shapeIndex }: AssignedBuffer, root: Instruction): number {
  if (root.opcode !== 'tuple') return instruction === root.name ? (shapeIndex[0] ?? 0) : -1;
  return root.operands.findIndex((operand) => {
    const index: number[] = [];
    let at = operand;
    while (at.opcode === 'get-tuple-element' || at.opcode === 'bitcast') {
      if (at.opcode === 'get-tuple-element') index.unshift(at.attributes.tupleIndex ?? 0);
      at = at.operands[0]!;
    }
    return at.name === instruction && index.join() === shapeIndex.join();
  });
}

function temporaryRow({ instruction, part, size: bytes, until }: LiveBuffer, names: SourceNames): MemoryRow {
  return {
    ...{ ...NOTHING, ...names.content(instruction, bytes, part), kind: 'temporary', bytes },
    from: names.place(instruction),
    until: until === null ? null : names.place(until),
  };
}

/** The buffers of an allocation that are in use when most of it is; what lies in one place counts once. */
function heldIn({ buffers }: BufferAllocation, lives: BufferLives): readonly LiveBuffer[] {
  const live = merged(buffers.flatMap((buffer) => lives.of(buffer) ?? []));
  const starts = live.toSorted((a, b) => a.start - b.start);
  const ends = live.toSorted((a, b) => a.end - b.end);
  let [most, used, at, ended] = [-1, 0, 0, 0];
  for (const { start, size } of starts) {
    while (ended < ends.length && ends[ended]!.end < start) used -= ends[ended++]!.size;
    used += size;
    if (used > most) [most, at] = [used, start];
  }
  const found: LiveBuffer[] = [];
  const present = live.filter(({ start, end }) => start <= at && at <= end);
  for (const own of present.sort((a, b) => b.size - a.size)) {
    const { offset, size } = own;
    if (found.every((other) => other.offset + other.size <= offset || offset + size <= other.offset))
      found.push(own);
  }
  return found;
}

/** Values that share their memory one after another are one: those of a loop, or an operand that is overwritten. */
function merged(live: readonly LiveBuffer[]): readonly LiveBuffer[] {
  const found = new Map<string, LiveBuffer[]>();
  for (const own of live.toSorted((a, b) => a.start - b.start)) {
    const key = `${own.offset} ${own.size}`;
    const known = found.get(key) ?? [];
    found.set(key, known);
    const last = known.at(-1);
    if (last === undefined || last.end < own.start) known.push(own);
    else
      known[known.length - 1] = {
        ...(isNamed(last.instruction) ? last : { ...own, start: last.start }),
        ...(own.end > last.end ? { end: own.end, until: own.until } : { end: last.end, until: last.until }),
      };
  }
  return [...found.values()].flat();
}

/** Returns whether the name of an instruction tells what its result is. */
function isNamed({ opcode, metadata }: Instruction): boolean {
  return metadata?.opName !== undefined && opcode !== 'while' && opcode !== 'parameter';
}
