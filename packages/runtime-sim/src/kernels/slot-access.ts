import type { FunctionBuilder, Local } from '../wasm/function-builder.ts';
import { type Vector, VectorExpressions } from '../wasm/vector-expression.ts';
import type { SlotKind } from './slot-kind.ts';

/** Four elements at an address: f32 numbers, words, or masks of truth values. */
export function loadSlot(f: FunctionBuilder, kind: SlotKind, address: Local): Vector {
  switch (kind) {
    case 'i1':
      return () => {
        f.get(address);
        f.memory('v128.load32_zero');
        f.simd('i16x8.extend_low_i8x16_u', 'i32x4.extend_low_i16x8_u', 'i32x4.neg');
      };
    case 'bf16':
      return new VectorExpressions(f).shifted('i32x4.shl', loadHalves(f, address), 16);
    case 'f16':
      return wideF16(new VectorExpressions(f), loadHalves(f, address));
    default:
      return () => {
        f.get(address);
        f.memory('v128.load');
      };
  }
}

/** Stores four elements at an address; narrow floats have been rounded. */
export function storeSlot(f: FunctionBuilder, kind: SlotKind, address: Local, value: Vector): void {
  const e = new VectorExpressions(f);
  switch (kind) {
    case 'i1': {
      const bits = e.keep(e.of('v128.and', value, e.word(1)));
      const halves = e.keep(e.of('i16x8.narrow_i32x4_u', bits, bits));
      f.get(address);
      e.of('i8x16.narrow_i16x8_u', halves, halves)();
      f.storeFirstLane('v128.store32_lane');
      return;
    }
    case 'bf16':
      storeHalves(f, e, address, e.keep(e.shifted('i32x4.shr_u', value, 16)));
      return;
    case 'f16':
      storeHalves(f, e, address, e.keep(narrowF16(e, e.keep(value))));
      return;
    default:
      f.get(address);
      value();
      f.memory('v128.store');
  }
}

function loadHalves(f: FunctionBuilder, address: Local): Vector {
  return () => {
    f.get(address);
    f.memory('v128.load64_zero');
    f.simd('i32x4.extend_low_i16x8_u');
  };
}

function storeHalves(f: FunctionBuilder, e: VectorExpressions, address: Local, halves: Vector): void {
  f.get(address);
  e.of('i16x8.narrow_i32x4_u', halves, halves)();
  f.storeFirstLane('v128.store64_lane');
}

/** Exponents of f32 and f16 differ by 112: as an f32, the digits of an f16 are a number smaller by this factor. */
const scale = 2 ** 112;

function wideF16(e: VectorExpressions, given: Vector): Vector {
  const halves = e.keep(given);
  const sign = e.shifted('i32x4.shl', e.of('v128.and', halves, e.word(0x8000)), 16);
  const digits = e.keep(e.shifted('i32x4.shl', e.of('v128.and', halves, e.word(0x7fff)), 13));
  const special = e.of('v128.or', digits, e.word(infinity));
  const isSpecial = e.of('i32x4.ge_s', digits, e.word(0x7c00 << 13));
  const number = e.of('v128.bitselect', special, e.of('f32x4.mul', digits, e.f32(scale)), isSpecial);
  return e.of('v128.or', number, sign);
}

function narrowF16(e: VectorExpressions, value: Vector): Vector {
  const sign = e.shifted('i32x4.shr_u', e.of('v128.and', value, e.word(signBit)), 16);
  const digits = e.keep(e.of('v128.and', value, e.word(0x7fffffff)));
  const finite = e.shifted('i32x4.shr_u', e.of('f32x4.mul', digits, e.f32(1 / scale)), 13);
  const payload = e.of('v128.and', e.shifted('i32x4.shr_u', digits, 13), e.word(0x3ff));
  const special = e.of('v128.or', payload, e.word(0x7c00));
  const isFinite = e.of('i32x4.lt_s', digits, e.word(infinity));
  return e.of('v128.or', e.of('v128.bitselect', finite, special, isFinite), sign);
}

const signBit = -0x80000000;
const infinity = 0x7f800000;
