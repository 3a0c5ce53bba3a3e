import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import type { ConvolutionOp } from '@shardform/dialect-stablehlo';
import type { DotFactors } from './dot-state.ts';

type FoundFactors = Record<keyof DotFactors, number[]>;

/** Returns the classes of the factors of a product by the tensors that have them. */
export function factorsOfDot(rule: OpShardingRuleAttr): FoundFactors {
  const found: FoundFactors = { batch: [], lhs: [], rhs: [], contracted: [], windows: [], elements: [] };
  const [left, right] = rule.operands;
  const [result] = rule.results;
  rule.factorSizes.forEach((_, factor) => {
    const [inLhs, inRhs, inOut] = [left, right, result].map((tensor) => tensor!.hasFactor(factor));
    if (Number(inLhs) + Number(inRhs) + Number(inOut) < 2) return;
    if (inOut!) found[inLhs! ? (inRhs! ? 'batch' : 'lhs') : 'rhs'].push(factor);
    else found.contracted.push(factor);
  });
  return found;
}

/**
 * Returns the classes of the factors of a convolution. Spatial dimensions over which no window moves, since it has one element or all of
 * them, are those of a product.
 */
export function factorsOfConvolution(op: ConvolutionOp, rule: OpShardingRuleAttr): DotFactors {
  const factors = factorsOfDot(rule);
  const windows = op.windows();
  op.dimensionNumbers.inputSpatialDimensions.forEach((dim, i) => {
    const [factor] = rule.operands[0]!.dimMappings[dim]!.factorIndices;
    const window = typeof windows === 'string' ? undefined : windows[i];
    if (factor === undefined || window === undefined) return;
    const { size, stride, padLow, padHigh, baseDilation, windowDilation } = window;
    const isReversed = op.windowReversal?.numbers()[i] === 1;
    const isPlain =
      padLow === 0 && padHigh === 0 && baseDilation === 1 && windowDilation === 1 && !isReversed;
    const isOfOne = size === 1 || size === op.lhs.type.dimSize(dim);
    if (isPlain && isOfOne && stride === 1) return;
    move(factor, factors.lhs, factors.windows);
    move(factor, factors.contracted, factors.elements);
  });
  return factors;
}

function move(factor: number, from: number[], to: number[]): void {
  const at = from.indexOf(factor);
  if (at >= 0) to.push(...from.splice(at, 1));
}
