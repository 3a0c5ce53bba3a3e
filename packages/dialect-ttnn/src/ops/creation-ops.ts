import { defineOp, type OpReport, optional, storedDefaultAttr } from '@shardform/ir-core';
import {
  checks,
  elementsAttr,
  f32Attr,
  f32Default,
  f32OrI32Attr,
  i64IntegerAttr,
  si64Attr,
  ui32Attr,
  ui32Default,
} from '@shardform/dialect-ttir';
import { BufferTypeAttr } from '../attrs/index.ts';
import { device, shapeAttr, tensor } from '../constraints.ts';
import { tileElements } from '../traits.ts';
import {
  allocProblems,
  arangeProblems,
  constantProblems,
  emptyProblems,
  layoutProblems,
  namedFullProblems,
  randProblems,
} from '../verify/index.ts';

/** A constant tensor. */
export class ConstantOp extends defineOp('ttnn.constant', {
  summary: 'constant tensor',
  operands: { device: optional(device) },
  attrs: {
    value: elementsAttr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(constantProblems(this), report);
  }
}

/** A tensor of one number, in the memory that its type says. */
export class FullOp extends defineOp('ttnn.full', {
  summary: 'tensor filled with one number',
  operands: { device: optional(device) },
  attrs: {
    shape: shapeAttr,
    fill_value: f32OrI32Attr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(layoutProblems(this), report);
  }
}

/** A tensor of zeros. */
export class ZerosOp extends defineOp('ttnn.zeros', {
  summary: 'tensor of zeros',
  operands: { device: optional(device) },
  attrs: {
    shape: shapeAttr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(namedFullProblems(this), report);
  }
}

/** A tensor of ones. */
export class OnesOp extends defineOp('ttnn.ones', {
  summary: 'tensor of ones',
  operands: { device: optional(device) },
  attrs: {
    shape: shapeAttr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(namedFullProblems(this), report);
  }
}

/** Numbers from `start` to before `end` in steps. */
export class ArangeOp extends defineOp('ttnn.arange', {
  summary: 'arange: counts along a dimension',
  operands: { device: optional(device) },
  attrs: {
    start: si64Attr,
    end: si64Attr,
    step: si64Attr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(arangeProblems(this), report);
  }
}

/** Uninitialised tensor. */
export class EmptyOp extends defineOp('ttnn.empty', {
  summary: 'uninitialized tensor',
  operands: { device },
  attrs: {
    shape: shapeAttr,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(emptyProblems(this), report);
  }
}

/** Tensor of random numbers. */
export class RandOp extends defineOp('ttnn.rand', {
  summary: 'tensor of random numbers',
  operands: { device },
  attrs: {
    size: shapeAttr,
    low: storedDefaultAttr(f32Attr, f32Default(0)),
    high: storedDefaultAttr(f32Attr, f32Default(1)),
    seed: storedDefaultAttr(ui32Attr, ui32Default(0)),
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(randProblems(this), report);
  }
}

/** Memory at an address. */
export class AllocOp extends defineOp('ttnn.alloc', {
  summary: 'allocates memory at an address',
  attrs: {
    address: i64IntegerAttr,
    size: i64IntegerAttr,
    buffer_type: BufferTypeAttr.constraint,
  },
  results: { result: tensor },
  traits: [tileElements],
  effects: 'none',
  speculates: 'always',
}) {
  override verifyOp(report: OpReport): boolean {
    return checks.verifyFirst(allocProblems(this), report);
  }
}
