import { CustomCallOp, RngBitGeneratorOp } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, shapeOf } from '@shardform/ir-core';
import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import { pointwiseRule } from './pointwise.ts';
import { type FactorKind, NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule, warnUnknown } from './sharding-rule.ts';

type CustomCallRule = (op: CustomCallOp) => OpShardingRuleAttr | null;

const whole: FactorKind = { type: 'need-replication' };
const wholeAndBlocked: FactorKind = { type: 'need-replication', isBlocked: true };

/** A builder with factors for the batches: all dimensions of the operand but the last two. */
function withBatches(op: CustomCallOp): {
  readonly builder: ShardingRuleBuilder;
  readonly shape: readonly number[];
  readonly rows: number;
  readonly columns: number;
} {
  const shape = shapeOf(op.getOperand(0).type);
  const builder = new ShardingRuleBuilder(op);
  shape.slice(0, -2).forEach((size, dim) => builder.addFactorToAll(dim, size));
  return { builder, shape, rows: shape.length - 2, columns: shape.length - 1 };
}

/** Eigenvectors have the matrices' dimensions, eigenvalues the columns'. */
const eigh: CustomCallRule = (op) => {
  const { builder, shape, rows, columns } = withBatches(op);
  builder.addFactor([rows], [rows, NO_DIM], shape[rows]!);
  builder.addFactor([columns], [columns, rows], shape[columns]!);
  return builder.build();
};

/** Matrices and the scalar factors of the reflectors have to be whole. */
const qr: CustomCallRule = (op) => {
  const { builder, shape, rows, columns } = withBatches(op);
  builder.addFactor([rows], [rows, NO_DIM], shape[rows]!, whole);
  builder.addFactor([columns], [columns, NO_DIM], shape[columns]!, whole);
  builder.addFactor([NO_DIM], [NO_DIM, rows], shapeOf(op.getResult(1).type)[rows]!, whole);
  return builder.build();
};

const householderProduct: CustomCallRule = (op) => {
  const { builder, shape, rows, columns } = withBatches(op);
  builder.addFactor([rows, NO_DIM], [rows], shape[rows]!, whole);
  builder.addFactor([columns, NO_DIM], [columns], shape[columns]!, whole);
  builder.addFactor([NO_DIM, rows], [NO_DIM], shapeOf(op.getOperand(1).type)[rows]!, whole);
  return builder.build();
};

/** The searched dimension has to be whole. */
const topK: CustomCallRule = (op) => {
  const result = shapeOf(op.getResult(0).type);
  const builder = new ShardingRuleBuilder(op);
  shapeOf(op.getOperand(0).type).forEach((size, dim) =>
    builder.addFactorToAll(dim, size, size === result[dim] ? {} : wholeAndBlocked),
  );
  return builder.build();
};

/**
 * The operands are values and their indices; the searched dimension may stay sharded there, and its results are
 * replicated.
 */
const partialReduce: CustomCallRule = (op) => {
  const result = shapeOf(op.getResult(0).type);
  const builder = new ShardingRuleBuilder(op);
  shapeOf(op.getOperand(0).type).forEach((size, dim) => {
    if (size === result[dim]) {
      builder.addFactorToAll(dim, size);
      return;
    }
    builder.addFactor([dim, dim, NO_DIM, NO_DIM], [NO_DIM, NO_DIM], size);
    builder.addFactor([NO_DIM, NO_DIM, NO_DIM, NO_DIM], [dim, dim], result[dim]!, wholeAndBlocked);
  });
  return builder.build();
};

/** The state of a random number generator has to be whole, and 64-bit integers made of halves can't be resharded. */
const x64Combine: CustomCallRule = (op) => {
  for (let use = op.getResult(0).firstUse; use !== null; use = use.nextUse) {
    if (!(use.owner instanceof RngBitGeneratorOp)) continue;
    const size = shapeOf(op.getResult(0).type)[0];
    if (size === undefined) break;
    return new ShardingRuleBuilder(op).addFactorToAll(0, size, wholeAndBlocked).build();
  }
  return pointwiseRule(op);
};

const withoutRule: CustomCallRule = () => null;

function forTargets(rule: CustomCallRule, ...targets: readonly string[]): [string, CustomCallRule][] {
  return targets.map((target) => [target, rule]);
}

/** Rules of custom calls, by target name. */
const rules: ReadonlyMap<string, CustomCallRule> = new Map([
  ...forTargets(
    withoutRule,
    'ragged_all_to_all',
    'sdy_testonly',
    'tpu_custom_call',
    'xla_python_cpu_callback',
    'xla_python_gpu_callback',
    'xla_ffi_python_cpu_callback',
    'xla_ffi_python_gpu_callback',
    'xla.debug.Log',
  ),
  ...forTargets(
    pointwiseRule,
    'annotate_device_placement',
    'Cholesky',
    'CompactWyHelper',
    'InspectSharding',
    'InvertDiagBlocksLowerTriangular',
    'InvertDiagBlocksUpperTriangular',
    'LayoutConstraint',
    'mhlo.erf',
    'MoveToDevice',
    'MoveToHost',
    'X64SplitHigh',
    'X64SplitLow',
    'xla.megascale.provide_metadata',
    '_SPMDInternalOp_MultiPad',
    '_SPMDInternalOp_RotateRight',
    '_SPMDInternalOp_MultiRotate',
    '_SPMDInternalOp_MultiSlice',
    '_SPMDInternalOp_Wrap',
  ),
  ...forTargets(eigh, 'Eigh'),
  ...forTargets(qr, 'Qr', 'QrDecompositionBlock'),
  ...forTargets(householderProduct, 'ProductOfElementaryHouseholderReflectors'),
  ...forTargets(topK, 'mhlo.topk'),
  ...forTargets(partialReduce, 'ApproxTopK', 'PartialReduce'),
  ...forTargets(x64Combine, 'X64Combine'),
]);

/** Uses the rule of the call's target; warns about unknown targets. */
export const customCallRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  CustomCallOp,
  (op) => (_options, context) => {
    const target = op.callTargetName.value;
    const rule = rules.get(target);
    if (rule !== undefined) return rule(op);
    warnUnknown(op, `custom call @${target}`, context);
    return null;
  },
);
