import type { SimdOpcode } from './opcodes.ts';

/**
 * Arithmetic on lanes of 32 bits, in which a function is written once: to be emitted as vector code, or computed where
 * there is none, with the same bits. `V` is a vector of f32 numbers, masks or words.
 */
export interface FloatLanes<V> {
  /** One f32 in each lane. */
  f32(value: number): V;
  /** One 32-bit word in each lane. */
  word(bits: number): V;
  /** The result of an instruction. */
  of(name: LaneOp, ...operands: V[]): V;
  /** Words shifted. */
  shifted(name: LaneShift, value: V, bits: number): V;
  /** Computes a vector here, to be used several times. */
  keep(value: V): V;
}

/**
 * Instructions on lanes. The last operand of `v128.bitselect` is the mask that chooses the first one; `pmin` and `pmax` give
 * the first operand unless the second one is less, or greater, so that a NaN in it stays.
 */
export type LaneOp = Extract<
  SimdOpcode,
  | 'f32x4.abs'
  | 'f32x4.add'
  | 'f32x4.convert_i32x4_s'
  | 'f32x4.div'
  | 'f32x4.eq'
  | 'f32x4.gt'
  | 'f32x4.lt'
  | 'f32x4.mul'
  | 'f32x4.neg'
  | 'f32x4.pmax'
  | 'f32x4.pmin'
  | 'f32x4.sqrt'
  | 'f32x4.sub'
  | 'i32x4.add'
  | 'i32x4.sub'
  | 'v128.and'
  | 'v128.bitselect'
  | 'v128.or'
>;

/** Instructions that shift words. */
export type LaneShift = 'i32x4.shl' | 'i32x4.shr_s';
