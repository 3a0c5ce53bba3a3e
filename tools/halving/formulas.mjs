/**
 * The formulas of the cost model. `of` is a function whose result is halved; `text` an expression in the file, `$` in `as` stands for it,
 * and `half(...)` there for what is halved.
 *
 * @typedef {{ readonly name: string, readonly file: string, readonly of?: string, readonly text?: string, readonly as?: string }} Formula
 */

/** @returns {Formula[]} formulas that are functions of a file. */
function functions(file, ...names) {
  return names.map((name) => ({ name, file, of: name }));
}

/** @returns {Formula[]} formulas that are expressions of a file, by name: the text, and the text with a part that is halved. */
function expressions(file, byName) {
  return Object.entries(byName).map(([name, [text, as]]) => ({ name, file, text, as }));
}

const KERNELS = 'packages/cost-model/src/kernels';
const COLLECTIVES = 'packages/cost-model/src/collectives';

/** The passes of attention, with the products that each has. */
const attention = expressions(`${KERNELS}/attention/attention-cost.ts`, {
  'attention forward': ['forward: [1, 1]', 'forward: half([1, 1])'],
  'attention backward': ['backward: [3, 2]', 'backward: half([3, 2])'],
  'attention backward-keys': ["'backward-keys': [2, 2]", "'backward-keys': half([2, 2])"],
  'attention backward-queries': ["'backward-queries': [2, 1]", "'backward-queries': half([2, 1])"],
});

const calls = expressions(`${KERNELS}/flops/custom-call-flops.ts`, {
  'call cholesky': ['lapack.choleskyFlops(n)', 'half($)'],
  'call triangular solve': [
    "(product(sizes(1)) / Math.max(1, n)) * lapack.triangularSolveFlops(n, option('diag') === codeOf('U'))",
    'half($)',
  ],
  'call LU': ['lapack.luFlops(m, n)', 'half($)'],
  'call getrs': ['(2 * n - 1) * product(sizes(2))', 'half($)'],
  'call QR': ['lapack.qrFlops(m, n)', 'half($)'],
  'call reflectors': ['lapack.reflectorsFlops(m, n, lastOf(sizes(1)))', 'half($)'],
  'call reflected from the right': ['lapack.reflectedFlops(columns, rows, k)', 'half($)'],
  'call reflected from the left': ['lapack.reflectedFlops(rows, columns, k)', 'half($)'],
  'call singular values': ['lapack.singularValueFlops(call.m, call.n, vectorsOf(call))', 'half($)'],
  'call symmetric eigenvalues': ["lapack.symmetricEigenFlops(n, option('mode') !== NONE)", 'half($)'],
  'call eigenvalues': [
    "lapack.eigenFlops(n, option('compute_left') !== NONE || option('compute_right') !== NONE)",
    'half($)',
  ],
  'call Schur': ["lapack.eigenFlops(n, option('mode') !== NONE)", 'half($)'],
  'call Hessenberg': ['lapack.hessenbergFlops(n)', 'half($)'],
  'call tridiagonal': ['lapack.tridiagonalFlops(n)', 'half($)'],
  'call attention preprocessing': ['2 * operandElements(op, 0)', 'half($)'],
  'call simple': ['return results', 'return half(results)'],
  'call top k': ['topKFlops(shape, shapeOf(op.getResult().type).at(-1) ?? 1)', 'half($)'],
  'call tridiagonal solve': ['8 * product(shapes[3])', 'half($)'],
});

/** Costs that operations declare by themselves. */
const declared = [
  ...expressions(`${KERNELS}/declared/algorithms.ts`, {
    'op dot_general, scaled_dot': [
      'contractionFlops(op.lhs.type, results, op.dotDimensionNumbers)',
      'half($)',
    ],
    'op unary_einsum': [
      '(stablehlo.UnaryEinsumOp, (op) => operandElements(op, 0))',
      '(stablehlo.UnaryEinsumOp, (op) => half(operandElements(op, 0)))',
    ],
    'op cholesky': [
      '(elementsOf(type) / Math.max(1, n * n)) * decompositionFactor(type) * choleskyFlops(n)',
      'half($)',
    ],
    'op triangular_solve': [
      'systems * decompositionFactor(type) * triangularSolveFlops(n, unitDiagonal.value === 1n)',
      'half($)',
    ],
    'op rng': ['randomFlops(op.getResult(0).type)', 'half($)'],
    'op rng_bit_generator': ['randomFlops(op.getResult(1).type)', 'half($)'],
    'op batch_norm_training': ['7 * operandElements(op, 0)', 'half($)'],
    'op batch_norm_grad': ['9 * operandElements(op, 0)', 'half($)'],
    'op batch_norm_inference': ['4 * operandElements(op, 0)', 'half($)'],
    'op top_k': ['topKFlops(shapeOf(op.operand.type), op.k.number)', 'half($)'],
    'op custom_call, composite': ['flops: () => callFlops(own)', 'flops: () => half(callFlops(own))'],
  }),
  ...expressions(`${KERNELS}/declared/elementwise.ts`, {
    'op complex': [
      'complexCosts([stablehlo.ComplexOp, chlo.BroadcastComplexOp], 1)',
      'complexCosts([stablehlo.ComplexOp, chlo.BroadcastComplexOp], half(1))',
    ],
    'op multiply of complex numbers': ['chlo.SquareOp], 6)', 'chlo.SquareOp], half(6))'],
    'op divide of complex numbers': ['chlo.BroadcastDivOp], 11)', 'chlo.BroadcastDivOp], half(11))'],
    'op convert': ['0 : elementwiseFlops(op)', '0 : half(elementwiseFlops(op))'],
    'op map': ['executions: () => mapExecutions(op)', 'executions: () => half(mapExecutions(op))'],
  }),
  ...expressions(`${KERNELS}/declared/moves.ts`, {
    'op dynamic_update_slice, bytes': [
      'bytes: bytesOfType(op.update.type)',
      'bytes: half(bytesOfType(op.update.type))',
    ],
    'op scatter': [
      'executions: () => scatterExecutions(op)',
      'executions: () => half(scatterExecutions(op))',
    ],
    'op scatter, bytes': ['2 * bytesOfTypes(op.updates.map(({ type }) => type))', 'half($)'],
  }),
];

const operations = expressions(`${KERNELS}/operation-cost.ts`, {
  'operation flops': [
    'declared === undefined ? null : flopsOf(op, declared, inside)',
    'declared === undefined ? null : half(flopsOf(op, declared, inside))',
  ],
  'operation reads of a part': [
    'readsPart ? bytesOfTypes(op.resultTypes()) : null',
    'readsPart ? half(bytesOfTypes(op.resultTypes())) : null',
  ],
  'operation writes of updates': ['changed?.bytes ?? null', 'half($)'],
  'operation launches': ["launches = kind === 'free' ? 0 : 1", "launches = half(kind === 'free' ? 0 : 1)"],
  'stated flops': [
    'return { flops, arithmetic, reads, writes: bytes,',
    'return { flops: half(flops), arithmetic, reads, writes: bytes,',
  ],
  'stated bytes': ['writes: bytes,', 'writes: half(bytes),'],
  'fusion flops': [
    'inside.add(operationCost(inner, context))',
    'inside.add(operationCost(inner, context), half(1))',
  ],
  'fusion launches': ['    traffic: null,\n    launches: 1,', '    traffic: null,\n    launches: half(1),'],
  'while trips of the condition': ['(trips ?? 1) + 1]', 'half((trips ?? 1) + 1)]'],
  'while trips of the body': ['[body, trips ?? 1]', '[body, half(trips ?? 1)]'],
  branches: ['own : most)), 1]', 'own : most)), half(1)]'],
  'function that is called': [
    '[[blockCost(body, context, inside), 1]]',
    '[[blockCost(body, context, inside), half(1)]]',
  ],
  'regions flops': ['work.add(cost, times)', 'work.add(cost, half(times))'],
  'regions traffic': ['sum(({ traffic }) => traffic)', 'half($)'],
  'regions launches': ['sum(({ launches }) => launches)', 'half($)'],
  'block flops': ['    work.add(cost);\n', '    work.add(cost, half(1));\n'],
  'block traffic of loops': ['traffic += cost.traffic;', 'traffic += half(cost.traffic);'],
  'block launches of loops': [
    '      launches += cost.launches;\n      continue',
    '      launches += half(cost.launches);\n      continue',
  ],
  'block launches': ['(!isFused) launches += cost.launches', '(!isFused) launches += half(cost.launches)'],
  'block writes': ['cost.writes ?? bytesOfTypes(op.resultTypes())', 'half($)'],
  'block reads': ['cost.reads[i] ?? bytesOfType(value.type)', 'half($)'],
});

const fusions = [
  ...expressions(`${KERNELS}/fusion-cost.ts`, {
    'fusion reads': ['bytesRead(argument, context)', 'half($)'],
    'fusion reads of slices': [
      'bytes += bytesOfTypes(user.resultTypes())',
      'bytes += half(bytesOfTypes(user.resultTypes()))',
    ],
    'fusion writes': [
      'writes: written.reduce((sum, bytes) => sum + bytes, 0)',
      'writes: half(written.reduce((sum, bytes) => sum + bytes, 0))',
    ],
  }),
  ...expressions(`${KERNELS}/fused-kernels.ts`, {
    'kernel flops': [
      '...work.total(), launches: own.launches',
      '...work.total(), flops: half(work.total().flops), launches: own.launches',
    ],
    'kernel launches': ['launches: own.launches, bytes }', 'launches: half(own.launches), bytes }'],
    'kernel writes': ['own.writes ?? bytesOfTypes(op.resultTypes())', 'half($)'],
    'kernel reads': ['cost?.reads[i] ?? bytesOfType(value.type)', 'half($)'],
    'kernel bytes of unknown operations': [
      'bytesOfTypes(op.operandTypes()) + bytesOfTypes(op.resultTypes())',
      'half($)',
    ],
    'kernel launches of unknown operations': ['{ launches: 1,', '{ launches: half(1),'],
  }),
];

const kernels = [
  ...functions(
    `${KERNELS}/kernel-seconds.ts`,
    'peakFlops',
    'achievedFlops',
    'achievedBandwidth',
    'kernelSeconds',
  ),
  ...expressions(`${KERNELS}/kernel-seconds.ts`, {
    'seconds of computing': [
      'const computing = flops / achievedFlops(device, arithmetic)',
      'const computing = half(flops / achievedFlops(device, arithmetic))',
    ],
    'seconds of memory': ['bytes / achievedBandwidth(device, arithmetic)', 'half($)'],
    'seconds of launches': ['launches * device.launch', 'half($)'],
  }),
  ...expressions(`${KERNELS}/arithmetic.ts`, {
    'work of arithmetic': ['flops += count;', 'flops += half(count);'],
  }),
];

const collectives = [
  ...functions(`${COLLECTIVES}/measured-seconds.ts`, 'measuredSeconds'),
  ...expressions(`${COLLECTIVES}/measured-seconds.ts`, {
    'measured seconds of bytes': ['(perGigabit * bytes) / BYTES_PER_GIGABIT', 'half($)'],
    'measured constant': ['+ constant', '+ half(constant)'],
  }),
  ...expressions(`${COLLECTIVES}/wire-loads.ts`, {
    'load of wires': ['(users.get(wire) ?? 0) + 1', '(users.get(wire) ?? 0) + half(1)'],
  }),
  ...expressions(`${COLLECTIVES}/collective-costs.ts`, {
    'transfer latency': ['return machine.latency(from, to)', 'return half(machine.latency(from, to))'],
    'transfer bytes': ['bytes / (machine.gbps(from, to) * BYTES_PER_GIGABIT)', 'half($)'],
    'collective seconds': ['return slowest', 'return half(slowest)'],
    'seconds of a group': [
      'return this.#onLink(kind, this.#linksOf(groups).byGroup[index], bytes)',
      'return half(this.#onLink(kind, this.#linksOf(groups).byGroup[index], bytes))',
    ],
    'seconds of a group alone': [
      '    return this.#onLink(kind, link, bytes);',
      '    return half(this.#onLink(kind, link, bytes));',
    ],
    'permute alone': ['pairs.map(({ from, to }) => this.transfer(from, to, bytes))', 'half($)'],
    'permute measured': ['(from === to ? 0 : measured)', 'half($)'],
    permute: ['this.transfer(from, to, bytes * (busiest[i]?.load ?? 1))', 'half($)'],
    'distinct transfers measured': ["this.#measured('permute', count, bytes) ?? 0", 'half($)'],
    'distinct transfers': ['this.transfer(from, to, bytes * load)', 'half($)'],
    'all-to-all latency': [
      'return steps * latency + sent / exchangeRate',
      'return half(steps * latency) + sent / exchangeRate',
    ],
    'all-to-all bytes': ['sent / exchangeRate', 'half($)'],
    'ring latency': ['const half = steps * latency', 'const half = halved(steps * latency)'],
    'ring bytes': ['sent / rate;\n    if', 'half(sent / rate);\n    if'],
    'all-reduce of a ring': ['Math.min(2 * half,', 'Math.min(halved(2 * half),'],
    'all-reduce of a ring without trees': ['return 2 * half', 'return halved(2 * half)'],
    'all-reduce of a tree, latency': [
      '2 * Math.ceil(Math.log2(members)) * latency',
      'halved(2 * Math.ceil(Math.log2(members)) * latency)',
    ],
    'all-reduce of a tree, bytes': ['(2 * bytes) / rate', 'halved((2 * bytes) / rate)'],
  }),
  ...expressions(`${COLLECTIVES}/group-link.ts`, {
    'nodes inside': ['members > nodes ? insideGbps', 'members > nodes ? half(insideGbps)'],
    'nodes between': ['cardGbps / users.get(card)!', 'half($)'],
    'nodes users of cards': ['(users.get(card) ?? 0) + 1', '(users.get(card) ?? 0) + half(1)'],
    'nodes rate': ['Math.min(inside, between) * BYTES_PER_GIGABIT', 'half($)'],
    'nodes exchange rate': [
      'exchangeRate: exchange * BYTES_PER_GIGABIT',
      'exchangeRate: half(exchange * BYTES_PER_GIGABIT)',
    ],
    'nodes steps': ['steps: members - 1,\n      // A byte', 'steps: half(members - 1),\n      // A byte'],
    'nodes latency': ['(nodes * betweenLatency + (members - nodes) * insideLatency) / members', 'half($)'],
    'nodes latency inside': [': insideLatency', ': half(insideLatency)'],
    'grid rate of a dimension': ['(gbps * (isRing ? 2 : 1)) / load', 'half($)'],
    'grid bytes across the middle': ['(gbps * (isRing ? 2 : 1) * 4) / (values.length * load)', 'half($)'],
    'grid steps of a dimension': ['(values.length - 1) * stride * (isRing ? 0.5 : 1)', 'half($)'],
    'grid users of wires': ['(users.get(wire) ?? 0) + 1', '(users.get(wire) ?? 0) + half(1)'],
    'nodes bytes of other nodes': ['(members - most) / Math.max(1, members - 1)', 'half($)'],
    'slices bytes of other slices': ['(members - first.length) / Math.max(1, members - 1)', 'half($)'],
    'grid rate': ['rate: rate * BYTES_PER_GIGABIT', 'rate: half(rate * BYTES_PER_GIGABIT)'],
    'grid load': ['wires.reduce((most, wire) => Math.max(most, users.get(wire) ?? 1), 1)', 'half($)'],
    'grid exchange rate': ['(exchange * BYTES_PER_GIGABIT * (members - 1)) / members', 'half($)'],
    'grid steps': ['Math.ceil(steps)', 'half($)'],
    'grid latency': ['latency: hopLatency', 'latency: half(hopLatency)'],
    'slices rate': ['Math.min(inside?.rate ?? Infinity, between * first.length)', 'half($)'],
    'slices exchange rate': ['Math.min(inside?.exchangeRate ?? Infinity, between / outside)', 'half($)'],
    'slices steps': ['(inside?.steps ?? 0) + parts.length - 1', 'half($)'],
    'slices latency': ['latency: betweenLatency', 'latency: half(betweenLatency)'],
    'pairs rate': ['(machine.gbps(from, to) * BYTES_PER_GIGABIT) / load', 'half($)'],
    'pairs steps': ['steps: group.length - 1', 'steps: half(group.length - 1)'],
    'pairs latency': ['Math.max(latency, machine.latency(from, to))', 'half($)'],
  }),
];

/** @type {readonly Formula[]} */
export const formulas = [
  ...functions(
    `${KERNELS}/tensor-size.ts`,
    ...['elementsOf', 'bytesOfType', 'bytesOfElements', 'bytesOfTypes', 'resultElements', 'operandElements'],
  ),
  ...functions(`${KERNELS}/call-cost.ts`, 'callFlops'),
  ...functions(`${KERNELS}/attention/attention-cost.ts`, 'attentionFlops', 'causalPairs', 'triangle'),
  ...attention,
  ...functions(
    `${KERNELS}/flops/complex-flops.ts`,
    'multiplyAddFlops',
    'elementwiseFlops',
    'decompositionFactor',
  ),
  ...functions(
    `${KERNELS}/flops/contraction-flops.ts`,
    ...['contractionFlops', 'dotFlops', 'raggedDotFlops', 'einsumFlops'],
  ),
  ...functions(`${KERNELS}/flops/convolution-flops.ts`, 'convolutionFlops', 'mostPositions'),
  ...functions(`${KERNELS}/flops/custom-call-flops.ts`, 'customCallFlops'),
  ...calls,
  ...functions(
    `${KERNELS}/flops/decomposition-flops.ts`,
    ...['choleskyFlops', 'triangularSolveFlops', 'luFlops', 'qrFlops', 'reflectorsFlops', 'reflectedFlops'],
    ...['singularValueFlops', 'symmetricEigenFlops', 'eigenFlops', 'hessenbergFlops', 'tridiagonalFlops'],
  ),
  ...functions(`${KERNELS}/flops/fourier-flops.ts`, 'fourierFlops'),
  ...functions(`${KERNELS}/flops/library-call-flops.ts`, 'libraryCallFlops'),
  ...functions(`${KERNELS}/flops/order-flops.ts`, 'sortFlops', 'topKFlops'),
  ...functions(`${KERNELS}/flops/random-flops.ts`, 'randomFlops'),
  ...functions(
    `${KERNELS}/flops/region-executions.ts`,
    ...['reductionExecutions', 'windowExecutions', 'selectAndScatterExecutions', 'scatterExecutions'],
    ...['mapExecutions', 'scanExecutions', 'combinationsOf'],
  ),
  ...functions(`${KERNELS}/flops/window-positions.ts`, 'windowPositions', 'occupiedPlaces'),
  ...functions(`${KERNELS}/region-flops.ts`, 'flopsOfRegions', 'flopsOfRegion'),
  ...declared,
  ...operations,
  ...fusions,
  ...kernels,
  ...collectives,
];

/** Functions of which formulas have the expressions: the cost of an operation, bytes that a fusion reads, a call of two kinds. */
export const parts = ['flopsOf', 'bytesRead', 'reflected', 'dimensionedFlops'];

/** Functions of numbers that are no costs: steps of searches, codes of letters, and numbers of attributes. */
export const helpers = [
  ...['firstAligned', 'inverse', 'sumOver', 'sumOrNull', 'codeOf', 'amountOf', 'numbers', 'movingDevices'],
];
