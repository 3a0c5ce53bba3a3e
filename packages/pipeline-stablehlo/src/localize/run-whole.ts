import { tensorType } from '@shardform/dialect-stablehlo';
import { Builder, type Operation, RankedTensorType, lastOf, zip } from '@shardform/ir-core';
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
  zip(operands, dims.operands).forEach(([value, operand], i) => {
    if (operand.size === 0) return;
    op.setOperand(i, build.allGather(op.getOperand(i), axesOf(value, operand)));
  });
  builder.setInsertionPointAfter(op);
  zip(results, dims.results).forEach(([value, whole], i) => {
    const result = op.getResult(i);
    if (whole.size === 0 || !(result.type instanceof RankedTensorType)) return;
    const { shape } = tensorType(value.type);
    result.setType(
      result.type.withShape(
        zip(result.type.shape, shape).map(([size, wholeSize], d) => (whole.has(d) ? wholeSize : size)),
      ),
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
