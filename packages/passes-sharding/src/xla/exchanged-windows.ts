import type { ConvolutionOp } from '@shardform/dialect-stablehlo';
import { convolutionForm } from '../export/exchange-borders/forms/convolution.ts';
import type { ReshardSite } from '../export/explicit-reshards/reshard-site.ts';
import { backProject } from '../projection/project.ts';
import type { FactorAxes } from './dot-state.ts';

/** Returns whether devices can get what a convolution with a given split needs of the elements of others. */
export function canExchangeWindows(op: ConvolutionOp, site: ReshardSite, split: FactorAxes): boolean {
  const { mesh, meshOrRef, tensors, projection, rule, operandCount } = site;
  const shardings = projection.tensors.map((tensor, i) => {
    const factors = tensor.factors.map((own, factor) =>
      own === null ? null : { ...own, axes: split[factor]!, overflowAxes: [] },
    );
    return backProject({ ...tensor, factors }, tensors[i]!.mapping, rule.factorSizes, meshOrRef, mesh);
  });
  const [operands, results] = [shardings.slice(0, operandCount), shardings.slice(operandCount)];
  const form = convolutionForm(op, { op, mesh, operands, results, isAsXla: true, shardingOf: () => null });
  return form !== null;
}
