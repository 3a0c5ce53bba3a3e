import type { FlatProgram } from '../program/flat-program.ts';

/** The devices of a collective and what each of them has of its tensors, of which there can be several. */
export interface CollectiveGroup {
  /** Each once, in the order of the ring. */
  readonly devices: readonly number[];
  /** Bytes of all operands on the first of the devices, in the types in which they are sent. */
  readonly operand: number;
  /** Bytes of all results on the first of the devices that has some. */
  readonly result: number;
}

/** Returns the group of a collective, which has the tensors of all devices as operands. */
export function collectiveGroup(program: FlatProgram, op: number): CollectiveGroup {
  const { operandStart, operands, opWidening, resultStart, valueDevice, valueType, types } = program;
  const widening = opWidening.get(op) ?? 1;
  const bytesOf = (value: number): number => types.get(valueType[value]).bytes / widening;
  const [start, end] = [operandStart[op], operandStart[op + 1]];
  const devices = new Set<number>();
  let operand = 0;
  for (let i = start; i < end; i += 1) {
    const value = operands[i];
    devices.add(valueDevice[value]);
    if (valueDevice[value] === valueDevice[operands[start]]) operand += bytesOf(value);
  }
  let result = 0;
  for (let value = resultStart[op]; value < resultStart[op + 1]; value += 1)
    if (valueDevice[value] === valueDevice[resultStart[op]]) result += bytesOf(value);
  return { devices: [...devices], operand, result };
}
