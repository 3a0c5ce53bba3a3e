/** Instructions without a vector (WebAssembly 2.0, section 5.4), as far as the kernels use them. */
export const opcodes = {
  block: 0x02,
  loop: 0x03,
  end: 0x0b,
  br_if: 0x0d,
  call: 0x10,
  select: 0x1b,
  'local.get': 0x20,
  'local.set': 0x21,
  'i32.const': 0x41,
  'f32.const': 0x43,
  'f64.const': 0x44,
  'i32.eqz': 0x45,
  'i32.eq': 0x46,
  'i32.ne': 0x47,
  'i32.lt_s': 0x48,
  'i32.lt_u': 0x49,
  'i32.gt_s': 0x4a,
  'i32.le_s': 0x4c,
  'i32.ge_s': 0x4e,
  'f32.eq': 0x5b,
  'f32.ne': 0x5c,
  'f32.lt': 0x5d,
  'f32.gt': 0x5e,
  'f32.le': 0x5f,
  'f32.ge': 0x60,
  'f64.eq': 0x61,
  'f64.ne': 0x62,
  'f64.lt': 0x63,
  'f64.gt': 0x64,
  'f64.le': 0x65,
  'f64.ge': 0x66,
  'i32.add': 0x6a,
  'i32.sub': 0x6b,
  'i32.mul': 0x6c,
  'i32.and': 0x71,
  'i32.or': 0x72,
  'i32.xor': 0x73,
  'i32.shl': 0x74,
  'f32.abs': 0x8b,
  'f32.neg': 0x8c,
  'f32.ceil': 0x8d,
  'f32.floor': 0x8e,
  'f32.nearest': 0x90,
  'f32.sqrt': 0x91,
  'f32.add': 0x92,
  'f32.sub': 0x93,
  'f32.mul': 0x94,
  'f32.div': 0x95,
  'f32.min': 0x96,
  'f32.max': 0x97,
  'f64.abs': 0x99,
  'f64.neg': 0x9a,
  'f64.ceil': 0x9b,
  'f64.floor': 0x9c,
  'f64.nearest': 0x9e,
  'f64.sqrt': 0x9f,
  'f64.add': 0xa0,
  'f64.sub': 0xa1,
  'f64.mul': 0xa2,
  'f64.div': 0xa3,
  'f64.min': 0xa4,
  'f64.max': 0xa5,
  'f32.convert_i32_s': 0xb2,
  'f32.demote_f64': 0xb6,
  'f64.convert_i32_s': 0xb7,
  'f64.promote_f32': 0xbb,
} as const;

/** Names of instructions that have no immediates. */
export type Opcode = Exclude<
  keyof typeof opcodes,
  | 'block'
  | 'loop'
  | 'end'
  | 'br_if'
  | 'call'
  | 'local.get'
  | 'local.set'
  | 'i32.const'
  | 'f32.const'
  | 'f64.const'
>;

/** Instructions that access single numbers in memory. */
export const scalarAccesses = {
  'i32.load': 0x28,
  'f32.load': 0x2a,
  'f64.load': 0x2b,
  'i32.store': 0x36,
  'f32.store': 0x38,
  'f64.store': 0x39,
} as const;

/** Names of instructions that access single numbers. */
export type ScalarAccess = keyof typeof scalarAccesses;

/** Conversions to integers towards zero, where NaN is zero and what is too large the largest, behind the prefix 0xfc. */
export const truncations = {
  'i32.trunc_sat_f32_s': 0x00,
  'i32.trunc_sat_f64_s': 0x02,
} as const;

/** Names of conversions to integers. */
export type Truncation = keyof typeof truncations;

/** Vector instructions that access memory, behind the prefix 0xfd. */
export const simdLoads = {
  'v128.load': 0x00,
  'v128.load32_splat': 0x09,
  'v128.load64_splat': 0x0a,
  'v128.store': 0x0b,
  'v128.load32_zero': 0x5c,
  'v128.load64_zero': 0x5d,
} as const;

/** Vector instructions that store one lane, behind the prefix 0xfd. */
export const laneStores = {
  'v128.store32_lane': 0x5a,
  'v128.store64_lane': 0x5b,
} as const;

/** Names of vector instructions that store one lane. */
export type LaneStore = keyof typeof laneStores;

/** Names of vector instructions that access memory. */
export type SimdLoad = keyof typeof simdLoads;

/** Vector instructions without immediates, behind the prefix 0xfd. */
export const simdOpcodes = {
  'i32x4.splat': 0x11,
  'f32x4.splat': 0x13,
  'f64x2.splat': 0x14,
  'i32x4.eq': 0x37,
  'i32x4.ne': 0x38,
  'i32x4.lt_s': 0x39,
  'i32x4.lt_u': 0x3a,
  'i32x4.gt_s': 0x3b,
  'i32x4.gt_u': 0x3c,
  'i32x4.le_s': 0x3d,
  'i32x4.le_u': 0x3e,
  'i32x4.ge_s': 0x3f,
  'i32x4.ge_u': 0x40,
  'f32x4.eq': 0x41,
  'f32x4.ne': 0x42,
  'f32x4.lt': 0x43,
  'f32x4.gt': 0x44,
  'f32x4.le': 0x45,
  'f32x4.ge': 0x46,
  'f64x2.eq': 0x47,
  'f64x2.lt': 0x49,
  'v128.not': 0x4d,
  'v128.and': 0x4e,
  'v128.or': 0x50,
  'v128.xor': 0x51,
  'v128.bitselect': 0x52,
  'f32x4.demote_f64x2_zero': 0x5e,
  'f64x2.promote_low_f32x4': 0x5f,
  'i8x16.narrow_i16x8_u': 0x66,
  'f32x4.ceil': 0x67,
  'f32x4.floor': 0x68,
  'f32x4.nearest': 0x6a,
  'f64x2.trunc': 0x7a,
  'i16x8.narrow_i32x4_u': 0x86,
  'i16x8.extend_low_i8x16_u': 0x89,
  'i32x4.abs': 0xa0,
  'i32x4.neg': 0xa1,
  'i32x4.extend_low_i16x8_u': 0xa9,
  'i32x4.shl': 0xab,
  'i32x4.shr_s': 0xac,
  'i32x4.shr_u': 0xad,
  'i32x4.add': 0xae,
  'i32x4.sub': 0xb1,
  'i32x4.mul': 0xb5,
  'i32x4.min_s': 0xb6,
  'i32x4.min_u': 0xb7,
  'i32x4.max_s': 0xb8,
  'i32x4.max_u': 0xb9,
  'i64x2.abs': 0xc0,
  'i64x2.neg': 0xc1,
  'i64x2.shl': 0xcb,
  'i64x2.shr_s': 0xcc,
  'i64x2.shr_u': 0xcd,
  'i64x2.add': 0xce,
  'i64x2.sub': 0xd1,
  'i64x2.mul': 0xd5,
  'i64x2.eq': 0xd6,
  'i64x2.ne': 0xd7,
  'i64x2.lt_s': 0xd8,
  'i64x2.gt_s': 0xd9,
  'i64x2.le_s': 0xda,
  'i64x2.ge_s': 0xdb,
  'i64x2.extmul_low_i32x4_u': 0xde,
  'i64x2.extmul_high_i32x4_u': 0xdf,
  'f32x4.abs': 0xe0,
  'f32x4.neg': 0xe1,
  'f32x4.sqrt': 0xe3,
  'f32x4.add': 0xe4,
  'f32x4.sub': 0xe5,
  'f32x4.mul': 0xe6,
  'f32x4.div': 0xe7,
  'f32x4.min': 0xe8,
  'f32x4.max': 0xe9,
  'f32x4.pmin': 0xea,
  'f32x4.pmax': 0xeb,
  'f64x2.abs': 0xec,
  'f64x2.neg': 0xed,
  'f64x2.sqrt': 0xef,
  'f64x2.add': 0xf0,
  'f64x2.sub': 0xf1,
  'f64x2.mul': 0xf2,
  'f64x2.div': 0xf3,
  'f64x2.min': 0xf4,
  'f64x2.max': 0xf5,
  'i32x4.trunc_sat_f32x4_u': 0xf9,
  'f32x4.convert_i32x4_s': 0xfa,
  'f32x4.convert_i32x4_u': 0xfb,
} as const;

/** Names of vector instructions without immediates. */
export type SimdOpcode = keyof typeof simdOpcodes;
