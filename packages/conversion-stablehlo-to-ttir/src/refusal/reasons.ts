/** The reason why an operation has no counterpart on the target, and what its user can do. */
export interface Refusal {
  readonly reason: string;
  readonly remedy: string;
}

const ON_HOST = 'compute it on the host and pass the result to the program as an argument';
const SPLIT = 'split the program there: the part before it and the part behind it run on the target';

/** Operations by name that have no conversion, or none in the form that was found. */
export const REASONS: ReadonlyMap<string, Refusal> = /* @__PURE__ */ new Map(
  Object.entries({
    reduce: {
      reason:
        'the target reduces one tensor by sum, product, minimum and maximum, truth values by and and or, and finds the index of the greatest or least element; it has no reduction by another function',
      remedy:
        'write it as several of these reductions; to combine the bits of integers, halve the tensor again and again with slices and the operation itself',
    },
    reduce_window: {
      reason:
        'the target reduces windows over two dimensions of floats by sum, minimum and maximum, and has running sums, products, minima and maxima along one dimension, all from their neutral start',
      remedy:
        'convert integers to f32 first, combine another start value after the reduction, or write the windows as slices that are combined',
    },
    select_and_scatter: {
      reason:
        'the target finds the greatest elements of windows over two of four dimensions and adds up there only',
      remedy: 'write the windows as slices that are compared, or use a pooling whose gradient is a sum',
    },
    sort: {
      reason: 'the target sorts along one dimension by the first of the tensors, upwards or downwards only',
      remedy: 'sort by one key at a time, the least important one first, or ' + ON_HOST,
    },
    scatter: {
      reason: 'the target writes, adds, multiplies or compares at indices of this form only',
      remedy:
        'write it with one indexed dimension that is the first one of the operand, or as a product with a one-hot matrix',
    },
    gather: {
      reason: 'the target reads slices at indices of this form only',
      remedy: 'index one dimension at a time, or write it as a product with a one-hot matrix',
    },
    custom_call: {
      reason:
        'the target has no program for this call; calls of LAPACK and of other libraries run on the host',
      remedy: `${ON_HOST}, or ${SPLIT}`,
    },
    fft: {
      reason: 'the target has no Fourier transform, and TTIR has no complex numbers',
      remedy: 'multiply by the matrices of cosines and sines of the transform, or ' + ON_HOST,
    },
    cholesky: { reason: 'the target has no factorization of matrices', remedy: `${ON_HOST}, or ${SPLIT}` },
    triangular_solve: {
      reason: 'the target does not solve systems of equations',
      remedy: `multiply by an inverse that the host computes, or ${SPLIT}`,
    },
    reduce_precision: {
      reason: 'the target has the formats f32, bf16 and its block formats, none with this number of bits',
      remedy: 'convert to bf16 and back where 8 digits are meant, or leave the rounding out',
    },
    popcnt: {
      reason: 'the target does not count bits',
      remedy: 'add the bits up with shifts and ands',
    },
    count_leading_zeros: {
      reason: 'the target does not count bits',
      remedy: 'compare with powers of two and add up the results',
    },
    bitcast_convert: {
      reason: 'the target reads bits as another type of the same width only',
      remedy: 'take the bytes apart with shifts and ands',
    },
    shift_right_arithmetic: {
      reason: 'the target fills with the sign bit where integers are signed, of at most 32 bits',
      remedy: 'convert the operands to i32',
    },
    rng: {
      reason: 'the target draws uniform numbers between constant bounds only',
      remedy: 'scale them afterwards, or pass random numbers to the program as an argument',
    },
    rng_bit_generator: {
      reason: 'the target has no generator of random bits with a state',
      remedy:
        "use JAX's threefry keys, which are ordinary arithmetic, or pass random bits to the program as an argument",
    },
    while: {
      reason: 'loops on the target carry tensors only, and stand in functions',
      remedy: 'carry tensors instead of tokens and tuples',
    },
    case: {
      reason: 'choices on the target give and use tensors only, and stand in functions',
      remedy: 'give tensors instead of tokens and tuples',
    },
    if: {
      reason: 'choices on the target give and use tensors only, and stand in functions',
      remedy: 'give tensors instead of tokens and tuples',
    },
    pad: {
      reason: 'the target pads with one constant number, which f32 has to have',
      remedy: 'join the tensor with what it is padded by instead',
    },
    divide: { reason: 'the target does not divide numbers of this type', remedy: 'convert to f32 first' },
    ...forAll(['infeed', 'outfeed', 'send', 'recv', 'create_token', 'after_all'], {
      reason: 'programs of the target do not talk to the host while they run',
      remedy: `take an argument for what is read, give a result for what is written, or ${SPLIT}`,
    }),
    ...forAll(['tuple', 'get_tuple_element'], {
      reason: 'TTIR has no tuples',
      remedy: 'pass the elements one by one',
    }),
    ...forAll(
      [
        ...['dynamic_reshape', 'dynamic_broadcast_in_dim', 'dynamic_gather', 'dynamic_iota', 'dynamic_pad'],
        ...['real_dynamic_slice', 'dynamic_conv', 'set_dimension_size'],
      ],
      {
        reason: 'sizes have to be known when the program is compiled',
        remedy:
          'compile it for the sizes that it is used with: opt --stablehlo-refine-arguments, or export it with static shapes',
      },
    ),
    ...forAll(['complex', 'real', 'imag'], {
      reason: 'TTIR has no complex numbers',
      remedy: 'compute with the real and the imaginary part as two tensors',
    }),
  }).map(([name, refusal]) => [`stablehlo.${name}`, refusal]),
);

function forAll(names: readonly string[], refusal: Refusal): Readonly<Record<string, Refusal>> {
  return Object.fromEntries(names.map((name) => [name, refusal]));
}

/** That of the call `ragged_all_to_all`. */
export const RAGGED_EXCHANGE: Refusal = {
  reason: 'collectives on the target send shards of equal sizes, known when the program is compiled',
  remedy: 'give each device a fixed capacity, pad to it, and exchange with all_to_all',
};

/** The refusal of operations about which nothing more specific is known. */
export const NO_COUNTERPART: Refusal = {
  reason: 'TTIR has no operation for it, and it is no composition of those that it has',
  remedy: `write it with other operations, ${ON_HOST}, or ${SPLIT}`,
};
