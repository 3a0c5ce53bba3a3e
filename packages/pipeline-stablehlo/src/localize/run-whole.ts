import { tensorType } from '@shardform/dialect-stablehlo';
import { Builder, type Operation, RankedTensorType, lastOf } from '@shardform/ir-core';
import { AxisRefListAttr } from '@shardform/dialect-sdy';
import type { GlobalValue } from '@shardform/passes-sharding';
import { CollectiveBuilder } from './collective-builder.ts';
import type { LocalSite } from './local-site.ts';
import type { WholeDims } from './whole-dims.ts';

/**
 * Lets an operation run on dimensions that it needs whole: they are gathered in its operands before, and each device
 * takes its shard of the results after. Types are the local ones.
 */
export function runWhole(op: Operation, dims: WholeDims, site: LocalSite): void {
  const { operands, results } = site.global(op);
  const builder = new Builder(site.context);
  const build = new CollectiveBuilder(builder, site.mesh);
  builder.location = op.location;
  builder.setInsertionPoint(op);
  operands.forEach((value, i) => {
    if (dims.operands[i]!.size === 0) return;
    op.setOperand(i, build.allGather(op.getOperand(i), axesOf(value, dims.operands[i]!)));
  });
  builder.setInsertionPointAfter(op);
  results.forEach((value, i) => {
    const whole = dims.results[i]!;
    const result = op.getResult(i);
    if (whole.size === 0 || !(result.type instanceof RankedTensorType)) return;
    const { shape } = tensorType(value.type);
    result.setType(
      result.type.withShape(result.type.shape.map((size, d) => (whole.has(d) ? shape[d]! : size))),
    );
    const made = build.allSlice(result, axesOf(value, whole));
    const part = lastOf(made).getResult();
    result.replaceUsesIf(part, (use) => !made.includes(use.owner));
  });
}

/** The axes of the chosen dimensions, none for the others. */
function axesOf({ sharding }: GlobalValue, chosen: ReadonlySet<number>): AxisRefListAttr[] {
  return (sharding?.dims ?? []).map(({ axes }, d) =>
    AxisRefListAttr.get({ value: chosen.has(d) ? axes : [] }),
  );
}
