import {
  defineOp,
  RankedTensorType,
  singleBlockImplicitTerminator,
  sizedRegion,
  variadic,
  type Value,
  type DenseArrayAttr,
  type Region,
} from '@shardform/ir-core';
import { dimensionsAttr, tensor } from '../constraints.ts';
import { recursivelyIfOperandsStatic } from '../speculatability.ts';
import { sameOperandsAndResultShape } from '../traits.ts';
import { returnedTypes } from './reducer.ts';

/** Computes each element with a region (StableHLO spec, "map"). */
export class MapOp extends defineOp('stablehlo.map', {
  summary: 'map: computes elements by a region',
  operands: { inputs: variadic(tensor) },
  attrs: { dimensions: dimensionsAttr },
  results: { result: tensor },
  regions: { computation: sizedRegion(1) },
  traits: [sameOperandsAndResultShape, singleBlockImplicitTerminator('stablehlo.return')],
  effects: 'recursive',
  speculates: recursivelyIfOperandsStatic,
  infer: (op, report) => {
    const problem = mapProblem(op);
    if (problem !== null) {
      report.error(problem);
      return null;
    }
    const [returned] = returnedTypes(op.computation.entry);
    // The check above has seen a tensor.
    return [op.inputs[0]!.type.withElementType((returned as RankedTensorType).elementType)];
  },
}) {}

interface Mapping {
  readonly inputs: readonly Value<RankedTensorType>[];
  readonly dimensions: DenseArrayAttr;
  readonly computation: Region;
}

function mapProblem(op: Mapping): string | null {
  const block = op.computation.entry;
  const { arguments: parameters } = block;
  const inputs = op.inputs.map(({ type }) => type);
  if (inputs.length !== parameters.length) {
    return `expects number of operands to match the arity of map computation, but got: ${inputs.length} and ${parameters.length}`;
  }
  for (const [i, { type }] of parameters.entries()) {
    if (!(type instanceof RankedTensorType) || type.rank !== 0) {
      return `computation arguments must be 0-rank tensor, but got: arg #${i} of type '${String(type)}'`;
    }
    const { elementType } = inputs[i]!;
    if (type.elementType !== elementType) {
      return `element type of operands and computation arguments must match, but got: '${String(elementType)}' and '${String(type.elementType)}'`;
    }
  }
  const returned = returnedTypes(block);
  if (returned.length !== 1) return `computation must return single output, but got: ${returned.length}`;
  const [type] = returned;
  if (!(type instanceof RankedTensorType) || type.rank !== 0) {
    return `computation must return 0-rank tensor, but got: '${String(type)}'`;
  }
  const dimensions = op.dimensions.numbers();
  if (dimensions.some((dimension, i) => dimension !== i)) {
    return `requires monotonically increasing dimension numbers, but got: ${dimensions.join(', ')}`;
  }
  const wrong = inputs.find(({ rank }) => rank !== dimensions.length);
  return wrong === undefined
    ? null
    : `applied to a subset of dimensions currently not supported: operand dimensions = ${wrong.rank}, requested map dimensions size = ${dimensions.length}`;
}
