import {
  ComplexType,
  definePass,
  FunctionType,
  type Operation,
  RankedTensorType,
  type Type,
  type Value,
  zip,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import {
  DimensionShardingAttr,
  ManualComputationOp,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { reportUnconvertible } from '../refusal/report-unconvertible.ts';
import { complexForms } from './complex-forms.ts';

/**
 * Tensors of complex numbers become tensors of real ones with a last dimension of two: the real part, then the
 * imaginary part. Operations that compute with complex numbers have been expanded before.
 */
export const complexDataTypeConversion = definePass({
  name: 'stablehlo-complex-data-type-conversion',
  className: 'StableHLOComplexDataTypeConversionPass',
  summary: 'convert complex tensors to real ones with a dimension for real and imaginary parts',
  anchor: 'builtin.module',
  dependentDialects: ['stablehlo'],
  run(module, pass) {
    const ops: Operation[] = [];
    module.walk((op) => {
      if (touchesComplex(op)) ops.push(op);
    });
    const problems = ops.filter((op) => !isConvertible(op));
    for (const op of problems)
      pass.opError(
        op,
        'has complex elements, but no form on pairs of real numbers; express it by its real and imaginary parts, or compute it on the host',
      );
    if (problems.length > 0) {
      reportUnconvertible(module, pass.context, (op) => !ops.includes(op));
      return;
    }
    // Types change before operations are rewritten: forms see the types that values have from then on.
    for (const op of ops) retype(op);
    for (const op of ops) complexForms.apply(op, pass.context);
  },
});

/** Returns the real form of a type; `null` for types that stay. */
export function realPairs(type: Type): RankedTensorType | null {
  if (!(type instanceof RankedTensorType) || !(type.elementType instanceof ComplexType)) return null;
  return RankedTensorType.get([...type.shape, 2], type.elementType.elementType);
}

function touchesComplex(op: Operation): boolean {
  const isComplex = ({ type }: Value): boolean => realPairs(type) !== null;
  return (
    op.operandValues().some(isComplex) ||
    op.results.some(isComplex) ||
    op.regions.some((region) => region.blocks.some((block) => block.arguments.some(isComplex))) ||
    (op instanceof FuncOp &&
      [...op.functionType.inputs, ...op.functionType.results].some((type) => realPairs(type) !== null))
  );
}

function isConvertible(op: Operation): boolean {
  return (
    op instanceof FuncOp ||
    op instanceof ManualComputationOp ||
    op.definition.isTerminator ||
    op.definition.dialect === 'func' ||
    complexForms.has(op.name)
  );
}

function retype(op: Operation): void {
  if (op instanceof ManualComputationOp) extendShardings(op);
  const convert = (value: Value): void => {
    value.setType(realPairs(value.type) ?? value.type);
  };
  op.results.forEach(convert);
  for (const region of op.regions) for (const block of region.blocks) block.arguments.forEach(convert);
  if (!(op instanceof FuncOp)) return;
  const { inputs, results } = op.functionType;
  const real = (type: Type): Type => realPairs(type) ?? type;
  op.functionType = FunctionType.get(inputs.map(real), results.map(real));
}

/** The two components of a number are never split over devices. */
function extendShardings(op: ManualComputationOp): void {
  const extend = (
    shardings: TensorShardingPerValueAttr,
    values: readonly Value[],
  ): TensorShardingPerValueAttr =>
    TensorShardingPerValueAttr.get(
      zip(shardings.shardings, values).map(([sharding, value]) => {
        if (realPairs(value.type) === null) return sharding;
        return sharding.with({ dims: [...sharding.dims, DimensionShardingAttr.get([], true)] });
      }),
    );
  op.inShardings = extend(op.inShardings, op.entry.arguments);
  op.outShardings = extend(op.outShardings, op.results);
}
