import {
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
  type RankedTensorType,
  storedDefaultAttr,
} from '@shardform/ir-core';
import { MemorySpaceAttr } from '@shardform/dialect-ttcore';
import {
  elementsAttr,
  f32Attr,
  f32Default,
  f32OrI32Attr,
  i32ArrayAttr,
  i32DenseArrayAttr,
  i64IntegerAttr,
  type NumberAttr,
  si64Attr,
  tensor,
  ui32Attr,
  ui32Default,
} from '../constraints.ts';
import { splatNumber } from '../splat-number.ts';
import { creation, nonCacheable } from '../traits.ts';
import {
  allocProblems,
  arangeProblems,
  constantProblems,
  fullProblems,
  randProblems,
  verifyFirst,
} from '../verify/index.ts';

/** A constant tensor. */
export class ConstantOp extends defineOp('ttir.constant', {
  summary: 'constant tensor',
  attrs: {
    value: elementsAttr,
  },
  results: { result: tensor },
  traits: [constantLike, creation],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] {
    return [this.value];
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(constantProblems(this), report);
  }
}

/** A tensor of one number. */
export class FullOp extends defineOp('ttir.full', {
  summary: 'tensor filled with one number',
  attrs: {
    shape: i32DenseArrayAttr,
    fill_value: f32OrI32Attr,
  },
  results: { result: tensor },
  traits: [constantLike, creation],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] {
    const { fillValue } = this;
    return [DenseElementsAttr.splat(this.result.type, fillValue.value)];
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(fullProblems(this.shape.numbers(), this.result.type), report);
  }
}

/** A tensor of zeros. */
export class ZerosOp extends defineOp('ttir.zeros', {
  summary: 'tensor of zeros',
  attrs: {
    shape: i32DenseArrayAttr,
  },
  results: { result: tensor },
  traits: [constantLike, creation],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] {
    return [DenseElementsAttr.splat(this.result.type, 0)];
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(fullProblems(this.shape.numbers(), this.result.type), report);
  }
}

/** A tensor of ones. */
export class OnesOp extends defineOp('ttir.ones', {
  summary: 'tensor of ones',
  attrs: {
    shape: i32DenseArrayAttr,
  },
  results: { result: tensor },
  traits: [constantLike, creation],
  effects: 'none',
  speculates: 'always',
}) {
  override fold(): readonly FoldResult[] {
    return [DenseElementsAttr.splat(this.result.type, 1)];
  }

  override verifyOp(report: OpReport): boolean {
    return verifyFirst(fullProblems(this.shape.numbers(), this.result.type), report);
  }
}

/** Numbers from `start` to before `end` in steps along one dimension. */
export class ArangeOp extends defineOp('ttir.arange', {
  summary: 'arange: counts along a dimension',
  attrs: {
    start: si64Attr,
    end: si64Attr,
    step: si64Attr,
    arange_dimension: i64IntegerAttr,
  },
  results: { result: tensor },
  traits: [creation],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(arangeProblems(this), report);
  }
}

/** Memory for a tensor, contents not defined: `ttir.empty() : tensor<2xf32>`. */
export class EmptyOp extends defineOp('ttir.empty', {
  summary: 'uninitialized tensor',
  results: { result: tensor },
  traits: [creation, nonCacheable],
  effects: [{ kind: 'allocate', on: 'result' }],
  speculates: 'never',
  format: '`(` `)` attr-dict `:` type($result)',
}) {}

/** Tensor of random numbers. */
export class RandOp extends defineOp('ttir.rand', {
  summary: 'tensor of random numbers',
  attrs: {
    size: i32ArrayAttr,
    low: storedDefaultAttr(f32Attr, f32Default(0)),
    high: storedDefaultAttr(f32Attr, f32Default(1)),
    seed: storedDefaultAttr(ui32Attr, ui32Default(0)),
  },
  results: { result: tensor },
  traits: [creation, nonCacheable],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(randProblems(this), report);
  }
}

/** Memory at an address. */
export class AllocOp extends defineOp('ttir.alloc', {
  summary: 'allocates memory at an address',
  attrs: {
    address: i64IntegerAttr,
    size: i64IntegerAttr,
    memory_space: MemorySpaceAttr.constraint,
  },
  results: { result: tensor },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  override verifyOp(report: OpReport): boolean {
    return verifyFirst(allocProblems(this), report);
  }
}

/** End of the use of memory. */
export class DeallocOp extends defineOp('ttir.dealloc', {
  summary: 'frees allocated memory',
  operands: { result: tensor },
  effects: 'unknown',
  speculates: 'unknown',
}) {}

/** Returns the attribute that fills a tensor with a number; `null` for numbers beyond 32 bits. */
export function fillValue(number: number | bigint): NumberAttr | null {
  if (typeof number === 'number') return FloatAttr.get(number, f32);
  const attribute = IntegerAttr.get(number, i32);
  return attribute.value === number ? attribute : null;
}

/**
 * Returns the operation that makes a constant tensor in the shortest way: from zeros, ones, one number or all numbers.
 */
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
