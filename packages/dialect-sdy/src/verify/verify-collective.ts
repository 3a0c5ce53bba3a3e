import type { Operation, OpReport, Value } from '@shardform/ir-core';
import { type AxisList, areAxisListsEqual } from '../algebra/axis-list.ts';
import { isAxisSuffixOf } from '../algebra/axis-ref.ts';
import { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import type { MeshAttr } from '../attrs/mesh-attr.ts';
import { TensorShardingAttr } from '../attrs/tensor-sharding-attr.ts';
import { lookUpMesh } from '../mesh-table.ts';
import { getSharding } from '../sharding-of-value.ts';
import { AxisListCheck } from './axis-list-check.ts';
import { verifyTensorSharding } from './verify-tensor-sharding.ts';

/** The operands, results and attributes that all collective operations have. */
export interface CollectiveLike extends Operation {
  readonly tensor: Value;
  readonly outSharding: TensorShardingAttr;
}

/** The two sides of a collective that passed {@link verifyCollective}. */
export interface CollectiveSides {
  readonly input: TensorShardingAttr;
  /** `null` where the operand has no sharding, for operations that allow it. */
  readonly givenInput: TensorShardingAttr | null;
  readonly output: TensorShardingAttr;
  readonly mesh: MeshAttr;
}

/** The relaxations of the common checks for some operations. */
export interface CollectiveAllowances {
  readonly missingInput?: boolean;
  readonly differentMeshes?: boolean;
}

/** Does the checks that all collectives share; `null` after an error was reported. */
export function verifyCollective(
  op: CollectiveLike,
  report: OpReport,
  allow: CollectiveAllowances = {},
): CollectiveSides | null {
  const { tensor, outSharding: output } = op;
  const givenInput = getSharding(tensor, report.context);
  if (givenInput === null && allow.missingInput !== true) {
    report.opError('collective on operand without sharding');
    return null;
  }
  if (!verifyTensorSharding(output, { type: op.getResult().type, prefix: '' }, op, report)) return null;
  const mesh = lookUpMesh(op, output.meshOrRef)!;
  const input = givenInput ?? TensorShardingAttr.fullyOpen(output.meshOrRef, output.rank);
  const inputMesh = lookUpMesh(op, input.meshOrRef);
  if (allow.differentMeshes !== true && inputMesh !== mesh) {
    report
      .opErrorWithNotes('result mesh does not match operand mesh')
      .note(tensor.location, `operand mesh: ${String(inputMesh)}`);
    return null;
  }
  if (input.rank !== output.rank) {
    report.opError(`result sharding has rank ${output.rank} but operand sharding has rank ${input.rank}`);
    return null;
  }
  return { input, givenInput, output, mesh };
}

/** Checks the axes that a collective names, one list per dimension. */
export function axisListsProblem(lists: readonly AxisList[], mesh: MeshAttr): string | null {
  const check = new AxisListCheck(mesh);
  for (const list of lists) {
    const problem = check.check(list);
    if (problem !== null) return problem;
  }
  return check.checkSubAxes();
}

/** Returns the axes of a dimension without those at its end, or the message that says why they can't be taken off. */
export function withoutAxesAtEnd(
  axes: AxisList,
  removed: AxisList,
  mesh: MeshAttr,
  dim: number,
  verb: string,
): AxisRefAttr[] | string {
  const rest = [...axes];
  for (let i = removed.length - 1; i >= 0; i--) {
    const axis = removed[i]!;
    const last = rest.at(-1);
    if (last === undefined || !isAxisSuffixOf(axis, last, mesh)) {
      return `can't apply ${verb} axis ${axis.text} to operand sharding on dimension ${dim}`;
    }
    rest.pop();
    if (last !== axis) rest.push(AxisRefAttr.sub(last.name, last.preSize, axis.preSize / last.preSize));
  }
  return rest;
}

/** Compares what a dimension should be split along with what the result says. */
export function expectedAxesProblem(expected: AxisList, actual: AxisList, dim: number): string | null {
  if (areAxisListsEqual(expected, actual)) return null;
  const text = expected.map((axis) => axis.text).join(', ');
  return `result sharding doesn't match expected sharding [${text}] on dimension ${dim}`;
}
