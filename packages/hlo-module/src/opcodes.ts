/** The opcodes of HLO by the names of its text. */
export const opcodes: ReadonlySet<string> = new Set(
  `abs acos acosh add add-dependency after-all all-gather all-gather-done all-gather-start all-reduce all-reduce-done
  all-reduce-start all-to-all and asin asinh async-done async-start async-update atan2 atanh batch-norm-grad
  batch-norm-inference batch-norm-training bitcast bitcast-convert broadcast call cbrt ceil cholesky clamp
  collective-broadcast collective-permute collective-permute-done collective-permute-start compare complex concatenate
  conditional constant convert convolution copy copy-done copy-start cosh cosine count-leading-zeros custom-call divide
  domain dot dynamic-reshape dynamic-slice dynamic-update-slice erf exponential exponential-minus-one fft floor fusion
  gather get-dimension-size get-tuple-element imag infeed iota is-finite log log-plus-one logistic map maximum minimum
  multiply negate not opt-barrier or outfeed pad parameter partition-id popcnt power ragged-all-to-all ragged-dot real
  recv recv-done reduce reduce-precision reduce-scatter reduce-window remainder replica-id reshape reverse rng
  rng-bit-generator rng-get-and-update-state round-nearest-afz round-nearest-even rsqrt scan scaled-dot scatter select
  select-and-scatter send send-done set-dimension-size shift-left shift-right-arithmetic shift-right-logical sign sine
  sinh slice sort sqrt stochastic-convert subtract tan tanh topk transpose triangular-solve tuple while xor`.split(
    /\s+/,
  ),
);

/** The part of an asynchronous operation that an opcode with another one in it stands for. */
export interface AsyncForm {
  readonly phase: 'start' | 'update' | 'done';
  /** The operation that is asynchronous: `custom-call`. */
  readonly wrapped: string;
}

/** Opcodes of their own that also end an operation that `async-start` began. */
const endsOfTwoKinds: ReadonlySet<string> = new Set(['send-done', 'recv-done', 'copy-done']);

/** Returns the form of `custom-call-start` and its like; null for an opcode of its own, such as `all-reduce-start`. */
export function asyncForm(opcode: string, operandOpcode?: string): AsyncForm | null {
  if (endsOfTwoKinds.has(opcode) && (operandOpcode === 'async-start' || operandOpcode === 'async-update'))
    return { phase: 'done', wrapped: opcode.slice(0, -'-done'.length) };
  if (opcodes.has(opcode)) return null;
  const match = /^(.+)-(start|update|done)$/.exec(opcode);
  const [, wrapped = '', phase] = match ?? [];
  if (!opcodes.has(wrapped)) return null;
  return phase === 'start' || phase === 'update' || phase === 'done' ? { phase, wrapped } : null;
}
