import {
  attrOf,
  constantLike,
  defineOp,
  DenseArrayAttr,
  DenseElementsAttr,
  f32,
  FloatAttr,
  type FoldResult,
  i32,
  IntegerAttr,
  type Location,
  type Operation,
  type OpReport,
  pure,
  type RankedTensorType,
} from '@shardform/ir-core';
import { shapeText } from '../broadcast.ts';
import {
  f32OrI32Attr,
  i32DenseArrayAttr,
  i64IntegerAttr,
  type NumberAttr,
  si64Attr,
  tensor,
} from '../constraints.ts';
import { splatNumber } from '../splat-number.ts';
import { creation } from '../traits.ts';

const elements = /* @__PURE__ */ attrOf(DenseElementsAttr, 'constant vector/tensor attribute');

/** A constant tensor. */
export class ConstantOp extends defineOp('ttir.constant', {
  summary: 'constant tensor',
  attrs: { value: elements },
  results: { result: tensor },
  traits: [constantLike, creation, pure],
}) {
  override fold(): readonly FoldResult[] {
    return [this.value];
  }

  override verifyOp(report: OpReport): boolean {
    return (
      this.value.type.shape?.join() === this.result.type.shape.join() ||
      report.opError('failed to verify that all of {value, result} have same shape')
    );
  }
}

/** A tensor of one number. */
export class FullOp extends defineOp('ttir.full', {
  summary: 'tensor of one number',
  attrs: { shape: i32DenseArrayAttr, fill_value: f32OrI32Attr },
  results: { result: tensor },
  traits: [constantLike, creation, pure],
}) {
  override fold(): readonly FoldResult[] {
    const { fillValue } = this;
    return [DenseElementsAttr.splat(this.result.type, fillValue.value)];
  }

  override verifyOp(report: OpReport): boolean {
    return verifyShape(this.shape.numbers(), this.result.type.shape, report);
  }
}

/* @__NO_SIDE_EFFECTS__ */
function defineNamedFull(name: string, summary: string) {
  return defineOp(`ttir.${name}`, {
    summary,
    attrs: { shape: i32DenseArrayAttr },
    results: { result: tensor },
    traits: [constantLike, creation, pure],
  });
}

/** A tensor of zeros. */
export class ZerosOp extends defineNamedFull('zeros', 'tensor of zeros') {
  override fold(): readonly FoldResult[] {
    return [DenseElementsAttr.splat(this.result.type, 0)];
  }

  override verifyOp(report: OpReport): boolean {
    return verifyShape(this.shape.numbers(), this.result.type.shape, report);
  }
}

/** A tensor of ones. */
export class OnesOp extends defineNamedFull('ones', 'tensor of ones') {
  override fold(): readonly FoldResult[] {
    return [DenseElementsAttr.splat(this.result.type, 1)];
  }

  override verifyOp(report: OpReport): boolean {
    return verifyShape(this.shape.numbers(), this.result.type.shape, report);
  }
}

/** Numbers from `start` to before `end` in steps along one dimension. */
export class ArangeOp extends defineOp('ttir.arange', {
  summary: 'counting along a dimension',
  attrs: { start: si64Attr, end: si64Attr, step: si64Attr, arange_dimension: i64IntegerAttr },
  results: { result: tensor },
  traits: [creation, pure],
}) {}

/** Memory for a tensor, contents not defined: `ttir.empty() : tensor<2xf32>`. */
export class EmptyOp extends defineOp('ttir.empty', {
  summary: 'uninitialised tensor',
  results: { result: tensor },
  traits: [pure],
  format: '`(` `)` attr-dict `:` type($result)',
}) {}

/**
 * Copies a tensor into another memory, tiling or element type, which the type of `output` says:
 * `ttir.to_layout %in, %out : tensor<...> into tensor<...> -> tensor<...>`.
 */
export class ToLayoutOp extends defineOp('ttir.to_layout', {
  summary: 'change of the layout',
  operands: { input: tensor, output: tensor },
  results: { result: tensor },
  traits: [pure],
  format: '$input `,` $output attr-dict `:` type($input) `into` type($output) `->` type($result)',
}) {
  override verifyOp(report: OpReport): boolean {
    const [from, to] = [this.input.type, this.output.type];
    return (
      from.shape.join() === to.shape.join() ||
      report.opError(
        `input and output must have the same shape, got ${shapeText(from.shape)} and ${shapeText(to.shape)}`,
      )
    );
  }
}

function verifyShape(declared: readonly number[], actual: readonly number[], report: OpReport): boolean {
  return (
    declared.join() === actual.join() ||
    report.opError(`expected shape ${shapeText(actual)}, got ${shapeText(declared)}`)
  );
}

/** The attribute that fills a tensor with a number; `null` for numbers beyond 32 bits. */
export function fillValue(number: number | bigint): NumberAttr | null {
  if (typeof number === 'number') return FloatAttr.get(number, f32);
  const attribute = IntegerAttr.get(number, i32);
  return attribute.value === number ? attribute : null;
}

/** The operation that makes a constant tensor in the shortest way: from zeros, ones, one number or all numbers. */
export function materializeElements(
  value: DenseElementsAttr,
  type: RankedTensorType,
  location: Location,
): Operation {
  const shape = DenseArrayAttr.get(i32, type.shape);
  const number = splatNumber(value);
  const filled = number === null ? null : fillValue(number);
  if (number === null || filled === null) return ConstantOp.create({ value }, [type], { location });
  if (Object.is(Number(number), 0)) return ZerosOp.create({ shape }, [type], { location });
  if (Number(number) === 1) return OnesOp.create({ shape }, [type], { location });
  return FullOp.create({ shape, fillValue: filled }, [type], { location });
}
