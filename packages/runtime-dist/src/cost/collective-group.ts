import type { FlatProgram } from '../program/flat-program.ts';

/** The devices of a collective and what each of them has of its tensors, of which there can be several. */
export interface CollectiveGroup {
  /** Each once, in the order of the ring. */
  readonly devices: readonly number[];
  /** Bytes of all operands on the first of the devices. */
  readonly operand: number;
  /** Bytes of all results on the first of the devices that has some. */
  readonly result: number;
}

/** Returns the group of a collective, which has the tensors of all devices as operands. */
export function collectiveGroup(program: FlatProgram, op: number): CollectiveGroup {
  const { operandStart, operands, resultStart, valueDevice } = program;
  const sources = operands.subarray(operandStart[op], operandStart[op + 1]);
  const devices = new Set<number>();
  for (const value of sources) devices.add(valueDevice[value]);
  const results = Int32Array.from(
    { length: resultStart[op + 1] - resultStart[op] },
    (_, i) => resultStart[op] + i,
  );
  return {
    devices: [...devices],
    operand: bytesOnFirst(program, sources),
    result: bytesOnFirst(program, results),
  };
}

function bytesOnFirst({ valueDevice, valueType, types }: FlatProgram, values: Int32Array): number {
  let bytes = 0;
  for (const value of values)
    if (valueDevice[value] === valueDevice[values[0]]) bytes += types.get(valueType[value]).bytes;
  return bytes;
}
