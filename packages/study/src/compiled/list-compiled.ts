import type { ArrayShape, HloModule, Instruction, Shape } from '@shardform/hlo-module';
import { collectiveName, type CollectiveName, operandBytes, ringTraffic } from '@shardform/dialect-stablehlo';
import { zip } from '@shardform/ir-core';
import type { BytesMeaning } from '../collectives/inserted-collective.ts';
import type { CompiledCollective, MovedArray, UsedSlice } from './compiled-collective.ts';
import { permutePattern } from '../collectives/permute-pattern.ts';
import { isPromoted } from './compiled-for-cpus.ts';
import { deviceGroups } from './device-groups.ts';
import { type ExecutedComputation, executedComputations } from './executed-computations.ts';
import { arraysOf, arraysText, bytesOfArrays, elementsOf } from './hlo-shapes.ts';
import { OriginFinder } from './instruction-origin.ts';
import { ComputationUsers, slicesOf } from './used-slices.ts';

/** The end of the opcode of an instruction that begins an asynchronous collective. */
const START = '-start';

/** Returns the collectives of a compiled program in the order of its computations, callers first. */
export function compiledCollectives(module: HloModule): readonly CompiledCollective[] {
  const uses = { users: new ComputationUsers(), origins: new OriginFinder(module) };
  return executedComputations(module).flatMap((executed) =>
    executed.computation.instructions.flatMap((instruction) => {
      const kind = kindOf(instruction.opcode);
      if (kind !== null) return describe(instruction, kind, executed, module, uses) ?? [];
      return SENDING.has(instruction.opcode) ? (describeSent(instruction, executed, module) ?? []) : [];
    }),
  );
}

/** How the instructions of a program use each other. */
interface Uses {
  readonly users: ComputationUsers;
  readonly origins: OriginFinder;
}

/** Opcodes by which devices send their operand, or as much of it as the numbers of the program say. */
const SENDING: ReadonlyMap<string, BytesMeaning> = new Map([
  ['send', 'exact'],
  ['ragged-all-to-all', 'at-most'],
  ['ragged-all-to-all-start', 'at-most'],
]);

/** `null` for what is sent to the host. */
function describeSent(
  instruction: Instruction,
  { computation, times, meaning, loops }: ExecutedComputation,
  module: HloModule,
): CompiledCollective | null {
  const { opcode, operands, attributes } = instruction;
  const [operand] = operands;
  if (attributes.isHostTransfer === true || operand === undefined) return null;
  const arrays = arraysOf(operand.shape);
  const pairs = sourceTargetPairs(instruction);
  const groups = pairs ?? deviceGroups(instruction, module);
  const bytes = bytesOfArrays(arrays);
  return {
    ...{ instruction, computation, groups, bytes, loops, usedSlice: null, widening: 1 },
    kind: opcode.replace(START, '').replaceAll('-', '_'),
    groupSize: pairs === null ? Math.max(0, ...groups.map((own) => own.length)) : 2,
    pattern: pairs === null ? null : permutePattern(pairs),
    type: arraysText(arrays),
    arrays: arrays.slice(0, 1).map((result) => ({ operand, result, bytes, usedSlice: null })),
    bytesMeaning: SENDING.get(opcode)!,
    executions: times,
    executionsMeaning: meaning,
  };
}

/** The devices between which a `send` sends, where XLA tells them. */
function sourceTargetPairs({ frontendAttributes }: Instruction): readonly (readonly number[])[] | null {
  const text = frontendAttributes?.get('_xla_send_recv_source_target_pairs');
  if (text === undefined) return null;
  return Array.from(text.matchAll(/\{(\d+),(\d+)\}/g), ([, from, to]) => [Number(from), Number(to)]);
}

function kindOf(opcode: string): CollectiveName | null {
  const own = opcode.endsWith(START) ? opcode.slice(0, -START.length) : opcode;
  return collectiveName(own.replaceAll('-', '_'));
}

/** `null` where no device sends anything. */
function describe(
  instruction: Instruction,
  kind: CollectiveName,
  { computation, times, meaning, loops }: ExecutedComputation,
  module: HloModule,
  uses: Uses,
): CompiledCollective | null {
  const groups = deviceGroups(instruction, module);
  const groupSize =
    kind === 'collective_permute' ? permuted(groups) : Math.max(0, ...groups.map((own) => own.length));
  if (groupSize < 2) return null;
  const results = resultsOf(instruction, kind);
  const sent = (arrays: readonly ArrayShape[]): number =>
    ringTraffic(kind, groupSize, operandBytes(kind, groupSize, bytesOfArrays(arrays))).bytes;
  const pattern = kind === 'collective_permute' ? permutePattern(groups) : null;
  const common = { instruction, computation, kind, groups, groupSize, pattern, loops };
  const sliceOf = (result: ArrayShape, index: number): UsedSlice | null =>
    kind === 'all_reduce' ? usedSlice(common, { result, index, isOnly: results.length === 1 }, uses) : null;
  const arrays = movedArrays(instruction, kind, results, sent).map((own, i) => ({
    ...own,
    usedSlice: sliceOf(own.result, i),
  }));
  return {
    ...common,
    type: arraysText(results),
    arrays,
    bytes: sent(results),
    bytesMeaning: 'exact',
    executions: times,
    executionsMeaning: meaning,
    usedSlice: arrays.length === 1 ? arrays[0]!.usedSlice : null,
    widening: wideningOf(instruction, results),
  };
}

/** The arrays of the result. Except for sums, instructions that start have their operands before their results. */
function resultsOf({ opcode, shape }: Instruction, kind: CollectiveName): readonly ArrayShape[] {
  const isStart = opcode.endsWith(START) && kind !== 'all_reduce';
  const result: Shape | undefined = isStart && shape.kind === 'tuple' ? shape.elements[1] : shape;
  return result === undefined ? [] : arraysOf(result);
}

/** An exchange of parts gives each operand to another device, and so moves one array. */
function movedArrays(
  { operands }: Instruction,
  kind: CollectiveName,
  results: readonly ArrayShape[],
  sent: (arrays: readonly ArrayShape[]) => number,
): readonly Omit<MovedArray, 'usedSlice'>[] {
  if (kind === 'all_to_all' || operands.length !== results.length)
    return operands.slice(0, 1).map((operand) => ({ operand, result: results[0]!, bytes: sent(results) }));
  return Array.from(zip(operands, results), ([operand, result]) => ({
    operand,
    result,
    bytes: sent([result]),
  }));
}

/** The bits of the elements of results over those of the parameters of the computation that adds them up. */
function wideningOf({ called }: Instruction, results: readonly ArrayShape[]): number {
  const reducer = called.find(({ role }) => role === 'to_apply')?.computation;
  if (reducer !== undefined && isPromoted(reducer)) return 2;
  const added = (reducer?.parameters ?? []).flatMap(({ shape }) => arraysOf(shape));
  const elements = results.map((array): ArrayShape => ({ ...array, dimensions: [] }));
  if (elements.length === 0 || added.length === 0) return 1;
  // A computation has two parameters for each array, or for one array after the other.
  const times = (2 * elements.length) / added.length;
  if (!Number.isInteger(times)) return 1;
  return Math.max(1, (2 * bytesOfArrays(elements)) / (times * bytesOfArrays(added)));
}

/** 2, or 1 if devices keep what they have. */
function permuted(pairs: readonly (readonly number[])[]): number {
  return pairs.some(([from, to]) => from !== to) ? 2 : 1;
}

/** The array of a sum, which may have several. */
interface SummedArray {
  readonly result: ArrayShape;
  readonly index: number;
  readonly isOnly: boolean;
}

function usedSlice(
  {
    instruction,
    computation,
    groupSize,
  }: Pick<CompiledCollective, 'instruction' | 'computation' | 'groupSize'>,
  { result, index, isOnly }: SummedArray,
  { users, origins }: Uses,
): UsedSlice | null {
  const values = isOnly ? [instruction] : elementsOfTuple(users.of(computation, instruction), index);
  const slices: ArrayShape[] = [];
  for (const value of values ?? []) {
    const own = slicesOf(users, origins, computation, value);
    if (own === null) return null;
    slices.push(...own);
  }
  const [first] = slices;
  if (first === undefined || !slices.every((slice) => elementsOf(slice) === elementsOf(first))) return null;
  // XLA makes reduce-scatters along one dimension only.
  const split = result.dimensions.filter((size, dim) => size !== first.dimensions[dim]).length;
  if (split !== 1 || elementsOf(first) * groupSize !== elementsOf(result)) return null;
  return { type: arraysText([first]), bytes: bytesOfArrays([result]) - bytesOfArrays([first]) };
}

/** The instructions that take an array of a tuple; `null` where anything else is done with the tuple. */
function elementsOfTuple(users: readonly Instruction[], index: number): readonly Instruction[] | null {
  if (!users.every(({ opcode }) => opcode === 'get-tuple-element')) return null;
  return users.filter(({ attributes }) => attributes.tupleIndex === index);
}
