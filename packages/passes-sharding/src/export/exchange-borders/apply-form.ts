import { axisListSize, type MeshAttr, SHARDING_RULE, TensorShardingAttr } from '@shardform/dialect-sdy';
import { cloneOp, IrMapping, type RankedTensorType, type Tensor, zip } from '@shardform/ir-core';
import { tensorOf } from '@shardform/dialect-stablehlo';
import { buildLookUp } from '../device-id.ts';
import type { ManualBuilder, ManualInput } from '../manual-builder.ts';
import { isZeroConstant } from '../zero-constant.ts';
import type { BorderForm, ExchangeSite, FormTools, WindowedValue } from './border-form.ts';
import { inOrder } from './exchange-cost.ts';
import { WindowBuilder } from './window-builder.ts';

/** Returns whether the axes of the windowed dimensions split no other dimensions, so that {@link applyForm} can be used. */
export function isApplicable(form: BorderForm, site: ExchangeSite): boolean {
  const names = manualNames(form);
  const shardings = [
    ...new ManualInputs(form, site).all.map(({ sharding }) => sharding),
    ...resultsOf(site).map(({ sharding }) => sharding),
  ];
  return shardings.every((sharding) => hasManualDims(sharding, names));
}

/** Replaces an operation by a manual computation along the axes of the windowed dimensions. */
export function applyForm(form: BorderForm, site: ExchangeSite, manual: ManualBuilder): void {
  const { op, mesh } = site;
  const names = manualNames(form);
  const inputs = new ManualInputs(form, site);
  const results = resultsOf(site);
  manual.buildBefore(op);
  const rounded = ({ value, sharding }: ManualInput): readonly number[] =>
    roundedShape(value.type, sharding, names, mesh);
  const padded = inputs.all.map((input) => {
    const { value, sharding } = input;
    const shape = rounded(input);
    const isEven = shape.every((size, d) => size === value.type.dimSize(d));
    return {
      value: isEven ? value : manual.padTo(value, shape, manual.zero(value.type.elementType)),
      sharding,
    };
  });
  const made = manual.manualComputations(
    padded,
    results.map((result) => ({
      type: result.value.type.withShape(rounded(result)),
      sharding: result.sharding,
    })),
    mesh.axes.map(({ name }) => name).filter((name) => names.has(name)),
    mesh,
    (parts) => {
      const windows = form.windows.map((windowed) => {
        const { dims } = windowed;
        manual.lookAt(windowed.shardings[0] ?? closed(site, windowed.inputs[0]!));
        const filler = inputs.filler(windowed, parts, manual);
        const shards = windowed.inputs.map((input) => parts[inputs.indexOf(input)]!);
        const first = shards[0]!;
        return (site.isAsXla ? dims : inOrder(windowed, mesh)).reduce(
          (value, { dim, axes, plan }) =>
            new WindowBuilder(manual, dim, axes, filler).build(dims.length === 1 ? shards : [value], plan),
          first,
        );
      });
      const others = form.others.map((other) => parts[inputs.indexOf(other)]!);
      return form.build(windows, others, toolsOf(results, names, manual));
    },
  );
  for (const [i, { value, sharding }] of results.entries()) {
    value.replaceAllUsesWith(manual.trimTo(made[i]!, value.type, sharding));
  }
  op.erase();
}

function manualNames({ windows }: BorderForm): ReadonlySet<string> {
  return new Set(windows.flatMap(({ dims }) => dims.flatMap(({ axes }) => axes.map(({ name }) => name))));
}

function resultsOf(site: ExchangeSite): ManualInput[] {
  return zip(site.op.results, site.results).map(([result, sharding]) => {
    const value = tensorOf(result);
    return { value, sharding: sharding ?? closed(site, value) };
  });
}

/** What a form's manual computation takes, each tensor once. */
class ManualInputs {
  readonly all: ManualInput[] = [];

  constructor({ windows, others }: BorderForm, site: ExchangeSite) {
    const add = (value: Tensor, sharding: TensorShardingAttr | null): void => {
      if (this.indexOf(value) < 0) this.all.push({ value, sharding: sharding ?? closed(site, value) });
    };
    for (const { inputs, shardings, filler } of windows) {
      inputs.forEach((input, i) => add(input, shardings[i] ?? null));
      if (typeof filler !== 'string' && !isZeroConstant(filler)) add(filler, null);
    }
    for (const other of others) add(other, site.shardingOf(other));
  }

  indexOf(value: Tensor): number {
    return this.all.findIndex((input) => input.value === value);
  }

  /** The filler of a windowed value, inside the computation. */
  filler({ inputs, filler }: WindowedValue, parts: readonly Tensor[], manual: ManualBuilder) {
    const isGiven = typeof filler !== 'string' && this.indexOf(filler) >= 0;
    if (isGiven) return { value: parts[this.indexOf(filler)]!, kind: 'given' as const };
    const kind = filler === 'any' ? ('any' as const) : ('zero' as const);
    return { value: manual.zero(inputs[0]!.type.elementType), kind };
  }
}

function closed({ operands, results }: ExchangeSite, value: Tensor): TensorShardingAttr {
  // A form has a split dimension.
  const model = [...operands, ...results].find((sharding) => sharding !== null)!;
  return TensorShardingAttr.fullyClosed(model.meshOrRef, value.type.rank);
}

/** Returns whether every dimension is split along manual axes only, or along others only. */
function hasManualDims({ dims }: TensorShardingAttr, names: ReadonlySet<string>): boolean {
  return dims.every(({ axes }) => new Set(axes.map(({ name }) => names.has(name))).size <= 1);
}

/** The shape with the dimensions that manual axes split rounded up to multiples of their shard counts. */
function roundedShape(
  { shape }: RankedTensorType,
  { dims }: TensorShardingAttr,
  names: ReadonlySet<string>,
  mesh: MeshAttr,
): number[] {
  return zip(shape, dims).map(([size, { axes }]) => {
    const parts = axes.some(({ name }) => names.has(name)) ? axisListSize(axes, mesh) : 1;
    return Math.ceil(size / parts) * parts;
  });
}

function toolsOf(
  results: readonly ManualInput[],
  names: ReadonlySet<string>,
  manual: ManualBuilder,
): FormTools {
  return {
    copy(op, operands, adapt, shapes = []) {
      const copy = cloneOp(op, new IrMapping());
      copy.setAttr(SHARDING_RULE, null);
      operands.forEach((operand, i) => copy.setOperand(i, operand));
      adapt(copy);
      manual.builder.insert(copy);
      return zip(copy.results, results).map(([result, { value, sharding }], i) => {
        const type = value.type.withShape(roundedShape(value.type, sharding, names, manual.mesh));
        const own = shapes[i];
        result.setType(own === undefined ? manual.shardType(type, sharding) : type.withShape(own));
        manual.lookAt(sharding);
        return manual.inside(tensorOf(result));
      });
    },
    cut(value, dim, axes, offsets, size) {
      const isSame = offsets.every((offset) => offset === offsets[0]);
      if (!isSame) {
        const start = buildLookUp(offsets, manual.shardNumber(axes), manual.builder);
        return manual.rangeOf(value, dim, start, size);
      }
      const [first] = offsets;
      const { shape } = value.type;
      return manual.slice(
        value,
        shape.map((_, d) => (d === dim ? first! : 0)),
        shape.map((own, d) => (d === dim ? first! + size : own)),
      );
    },
  };
}
