import { DimensionShardingAttr, ReshardOp } from '@shardform/dialect-sdy';
import { PadOp, ReduceWindowOp, tensorOf } from '@shardform/dialect-stablehlo';
import {
  type BorderForm,
  type ExchangeSite,
  splitOf,
  type WindowedValue,
} from '../export/exchange-borders/border-form.ts';
import {
  blocksKept,
  type ExchangePlan,
  type Piece,
  shardSize,
} from '../export/exchange-borders/exchange-plan.ts';

/** Returns a form in which devices cut the windows of what all of them have whole out of that, for operations of which XLA does so. */
export function withCutWindows(form: BorderForm, site: ExchangeSite): BorderForm {
  const { op } = site;
  if (!(op instanceof PadOp || op instanceof ReduceWindowOp)) return form;
  return { ...form, windows: form.windows.map((window) => cutWindow(window, site)) };
}

function cutWindow(window: WindowedValue, { op, mesh, shardingOf }: ExchangeSite): WindowedValue {
  const [input] = window.inputs;
  const [sharding] = window.shardings;
  const made = input?.definingOp;
  if (!(made instanceof ReshardOp) || sharding === null || sharding === undefined) return window;
  if (shardingOf(made.input)?.isFullyReplicated === false) return window;
  const cut = new Set(window.dims.map(({ dim }) => dim));
  const whole = sharding.with({
    dims: sharding.dims.map((own, dim) => (cut.has(dim) ? DimensionShardingAttr.closed : own)),
  });
  const reshard = ReshardOp.create({ input: made.input, sharding: whole }, [made.result.type], {
    location: op.location,
  });
  reshard.moveBefore(op);
  op.operands.find(({ value }) => value === input)?.set(reshard.result);
  if (!made.result.hasUses) made.erase();
  return {
    ...window,
    inputs: [tensorOf(reshard.result)],
    shardings: [whole],
    dims: window.dims.map((dim) => ({
      ...dim,
      plan: cutPlan(dim.plan, shardSize(splitOf(input!, sharding, dim.dim, mesh))),
    })),
  };
}

/** The same windows, of which each device has all elements already. */
function cutPlan({ window, blocks }: ExchangePlan, part: number): ExchangePlan {
  const pieces = new Map<number, Piece>();
  for (const { source, target, offset, length, at } of blocks.flatMap((block) => block.pieces)) {
    if (length === 0) continue;
    const own = { input: 0, source: target, target, offset: source * part + offset, length, at };
    const found = pieces.get(target);
    const [first, last] = found === undefined || own.at < found.at ? [own, found] : [found, own];
    pieces.set(target, { ...first, length: first.length + (last?.length ?? 0) });
  }
  return { window, blocks: blocksKept([...pieces.values()]), sent: 0 };
}
