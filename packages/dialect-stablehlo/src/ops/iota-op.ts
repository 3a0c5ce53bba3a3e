import { defineOp, type OpReport } from '@shardform/ir-core';
import { nonNegativeI64, staticIotaTensor } from '../constraints.ts';

/** Counts up along one dimension (StableHLO spec, "iota"). */
export class IotaOp extends defineOp('stablehlo.iota', {
  summary: 'iota: counts along a dimension',
  attrs: { iota_dimension: nonNegativeI64 },
  results: { output: staticIotaTensor },
  effects: 'none',
  speculates: 'always',
  format: '`dim` `=` $iota_dimension attr-dict `:` type($output)',
}) {
  override verifyOp(report: OpReport): boolean {
    const { rank } = this.output.type;
    if (rank === 0) return report.error('does not support scalars.');
    return (
      this.iotaDimension.number < rank || report.error('iota dimension cannot go beyond the output rank.')
    );
  }
}
