import { product } from '@shardform/ir-core';
import { randomNumbers } from './random-numbers.ts';

/** The mesh axes of random programs, with sizes. */
const MESHES: readonly (readonly (readonly [string, number])[])[] = [
  [['x', 8]],
  [
    ['x', 2],
    ['y', 4],
  ],
  [
    ['x', 4],
    ['y', 2],
  ],
  [
    ['x', 2],
    ['y', 2],
    ['z', 2],
  ],
  [
    ['x', 3],
    ['y', 2],
  ],
  [['x', 4]],
];

/** Elements that a tensor of a program has at most. */
const MOST_ELEMENTS = 512;

/** The operations of random programs. */
export interface ProgramStyle {
  /** Sizes of dimensions. */
  readonly sizes: readonly number[];
  /** How often, of 1, a value is constrained. */
  readonly constrained: number;
  /** How often, of 1, an axis of such a sharding is unreduced. */
  readonly unreduced: number;
  /** How often, of 1, an axis is cut into sub-axes. */
  readonly cut: number;
  /** Names of operations; all of them unless given. */
  readonly kinds?: readonly OperationKind[];
}

interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
}

/** Returns the text of a program of 32-bit floats, split in a random way; the same one for a seed. */
export function randomShardedProgram(seed: number, style: ProgramStyle): string {
  return new ProgramWriter(randomNumbers(seed), style).write();
}

type Maker = (writer: ProgramWriter, operand: Tensor) => void;

class ProgramWriter {
  readonly #next: () => number;
  readonly #style: ProgramStyle;
  readonly #mesh: readonly (readonly [string, number])[];
  /** The values in sight: those of outer blocks, too. */
  #tensors: Tensor[] = [];
  #lines: string[] = [];
  #count = 0;
  #depth = 0;
  readonly #functions: string[] = [];

  constructor(next: () => number, style: ProgramStyle) {
    this.#next = next;
    this.#style = style;
    this.#mesh = this.pick(MESHES);
  }

  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  chance(probability: number): boolean {
    return this.#next() < probability;
  }

  get isNested(): boolean {
    return this.#depth > 0;
  }

  write(): string {
    const args = Array.from({ length: 2 + this.below(3) }, (_, i): Tensor => {
      const shape = Array.from({ length: this.pick([1, 2, 2, 2, 3]) }, () => this.pick(this.#style.sizes));
      return { name: `%a${i}`, shape };
    });
    this.#tensors.push(...args);
    const length = 3 + this.below(9);
    for (let i = 0; i < length; i++) this.step();
    const results = this.#tensors.slice(-this.pick([1, 1, 2]));
    const types = results.map(({ shape }) => typeOf(shape));
    const mesh = this.#mesh.map(([name, size]) => `"${name}"=${size}`).join(', ');
    const params = [
      ...args.map(({ name, shape }) => `${name}: ${typeOf(shape)}${this.#argumentAttribute(shape, 0.7)}`),
      `%s: tensor<f32>`,
      `%i: tensor<i32>`,
    ];
    const outs = results.map(({ shape }, i) => `${types[i]!}${this.#argumentAttribute(shape, 0.4)}`);
    return `sdy.mesh @mesh = <[${mesh}]>
func.func @main(${params.join(', ')}) -> (${outs.join(', ')}) {
${PRELUDE}
${this.#lines.join('\n')}
  return ${results.map(({ name }) => name).join(', ')} : ${types.join(', ')}
}
${this.#functions.join('\n')}`;
  }

  /** Adds an operation to the block. */
  step(): void {
    const kinds = this.#style.kinds ?? (Object.keys(MAKERS) as OperationKind[]);
    const operand = this.pick(this.#tensors.slice(-4));
    MAKERS[this.pick(kinds)](this, operand);
  }

  /** A value of a shape; `null` if there is none. */
  like(shape: readonly number[]): Tensor {
    return this.pick(this.#tensors.filter((other) => typeOf(other.shape) === typeOf(shape)));
  }

  others(has: (shape: readonly number[]) => boolean): readonly Tensor[] {
    return this.#tensors.filter(({ shape }) => has(shape));
  }

  name(): string {
    return `%v${this.#count++}`;
  }

  line(text: string): void {
    this.#lines.push(`  ${text}`);
  }

  func(text: string): void {
    this.#functions.push(text);
  }

  /** Adds an operation with a result of a shape, constrained now and then. */
  emit(shape: readonly number[], text: string): Tensor {
    const name = this.name();
    this.line(`${name} = ${text}`);
    let value = { name, shape };
    if (shape.length > 0 && this.chance(this.#style.constrained)) {
      value = { name: this.name(), shape };
      this.line(
        `${value.name} = sdy.sharding_constraint ${name} ${this.#sharding(shape)} : ${typeOf(shape)}`,
      );
    }
    this.#tensors.push(value);
    return value;
  }

  /** Writes a block in which arguments are in sight. @returns its lines, and the value that it ends with, which has a shape if given. */
  block(
    args: readonly Tensor[],
    steps: number,
    shape?: readonly number[],
    isIsolated = false,
  ): readonly [string, Tensor] {
    const [tensors, lines] = [this.#tensors, this.#lines];
    this.#tensors = [...(isIsolated ? [] : tensors), ...args];
    this.#lines = [];
    this.#depth++;
    for (let i = 0; i < steps; i++) this.step();
    const own = this.#tensors.slice(isIsolated ? 0 : tensors.length);
    const last =
      shape === undefined ? own.at(-1)! : own.findLast((value) => typeOf(value.shape) === typeOf(shape))!;
    const text = this.#lines.join('\n');
    this.#depth--;
    [this.#tensors, this.#lines] = [tensors, lines];
    return [text, last];
  }

  #argumentAttribute(shape: readonly number[], probability: number): string {
    if (!this.chance(probability)) return '';
    return ` {sdy.sharding = #sdy.sharding${this.#sharding(shape, true)}}`;
  }

  /** @param isBoundary whether it is one of an argument or a result, whose parts are of equal size. */
  #sharding(shape: readonly number[], isBoundary = false): string {
    const dims: string[][] = shape.map(() => []);
    const parts = shape.map(() => 1);
    const unreduced: string[] = [];
    for (const [axis, size] of this.#shuffled()) {
      for (const [text, part] of this.#parts(axis, size)) {
        if (!isBoundary && this.chance(this.#style.unreduced)) {
          if (!unreduced.some((other) => other.startsWith(`"${axis}"`))) unreduced.push(text);
          continue;
        }
        const dim = this.below(shape.length + 1);
        if (dim === shape.length || dims[dim]!.some((other) => other.startsWith(`"${axis}"`))) continue;
        const all = parts[dim]! * part;
        if (isBoundary ? shape[dim]! % all !== 0 : shape[dim]! < all) continue;
        parts[dim] = all;
        dims[dim]!.push(text);
      }
    }
    const order = this.#mesh.map(([axis]) => `"${axis}"`);
    const rank = (text: string): number => order.findIndex((axis) => text.startsWith(axis));
    unreduced.sort((a, b) => rank(a) - rank(b));
    const tail = unreduced.length === 0 ? '' : `, unreduced={${unreduced.join(', ')}}`;
    return `<@mesh, [${dims.map((dim) => `{${dim.join(', ')}}`).join(', ')}]${tail}>`;
  }

  #shuffled(): (readonly [string, number])[] {
    const axes = [...this.#mesh];
    for (let i = axes.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [axes[i], axes[j]] = [axes[j]!, axes[i]!];
    }
    return axes;
  }

  /** An axis, or sub-axes of it, of which one is left out now and then. */
  #parts(axis: string, size: number): (readonly [string, number])[] {
    if (size % 2 !== 0 || size < 4 || !this.chance(this.#style.cut)) return [[`"${axis}"`, size]];
    const first = size === 8 && this.chance(0.5) ? 4 : 2;
    const all: (readonly [string, number])[] = [
      [`"${axis}":(1)${first}`, first],
      [`"${axis}":(${first})${size / first}`, size / first],
    ];
    return this.pick([all, all.toReversed(), [all[0]!], [all[1]!]]);
  }
}

/** Constants and fillers. */
const PRELUDE = `  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %c3 = stablehlo.constant dense<3> : tensor<i32>`;

const ADD_REGION = combiner('add');
const MAX_REGION = combiner('maximum');

function combiner(name: string): string {
  return `({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.${name} %l, %r : tensor<f32>
    stablehlo.return %m : tensor<f32>
  })`;
}

function typeOf(shape: readonly number[], element = 'f32'): string {
  return `tensor<${shape.map((size) => `${size}x`).join('')}${element}>`;
}

/** A scalar index: constant, or computed from an argument. */
function indexOf(writer: ProgramWriter, isComputed: boolean): string {
  return isComputed ? '%i' : writer.pick(['%c0', '%c1', '%c3']);
}

/** Row numbers, some of them outside. */
function rowsOf(writer: ProgramWriter, count: number, size: number, isUnique: boolean): string {
  const name = writer.name();
  const rows = Array.from({ length: count }, (_, i) =>
    isUnique ? (i * 5 + 1) % Math.max(size, count) : writer.below(size + 2) - 1,
  );
  const unique = isUnique ? [...rows.keys()].map((i) => (i * 1 + 1) % size) : rows;
  writer.line(
    `${name} = stablehlo.constant dense<[${unique.map((row) => `[${row}]`).join(', ')}]> : ${typeOf([count, 1], 'i32')}`,
  );
  return name;
}

const MAKERS = {
  unary(writer, { name, shape }) {
    const kind = writer.pick(['tanh', 'negate', 'abs', 'negate', 'sine']);
    writer.emit(shape, `stablehlo.${kind} ${name} : ${typeOf(shape)}`);
  },
  binary(writer, { name, shape }) {
    const other = writer.like(shape);
    const kind = writer.pick(['add', 'subtract', 'multiply', 'maximum', 'add']);
    writer.emit(shape, `stablehlo.${kind} ${name}, ${other.name} : ${typeOf(shape)}`);
  },
  select(writer, { name, shape }) {
    const other = writer.like(shape);
    const which = writer.name();
    const types = `(${typeOf(shape)}, ${typeOf(shape)}) -> ${typeOf(shape, 'i1')}`;
    writer.line(`${which} = stablehlo.compare GT, ${name}, ${writer.like(shape).name} : ${types}`);
    writer.emit(
      shape,
      `stablehlo.select ${which}, ${name}, ${other.name} : ${typeOf(shape, 'i1')}, ${typeOf(shape)}`,
    );
  },
  transpose(writer, { name, shape }) {
    const dims = [...shape.keys()].reverse();
    const after = dims.map((dim) => shape[dim]!);
    writer.emit(
      after,
      `stablehlo.transpose ${name}, dims = [${dims.join(', ')}] : (${typeOf(shape)}) -> ${typeOf(after)}`,
    );
  },
  reshape(writer, { name, shape }) {
    if (shape.length === 0) return;
    const d = writer.below(shape.length);
    const size = shape[d]!;
    const factor = writer.pick([2, 3, 4, 5].filter((n) => size % n === 0 && n < size).concat(1));
    const split = writer.pick([
      [factor, size / factor],
      [size / factor, factor],
    ]);
    const joined = shape.length > 1 && d + 1 < shape.length && writer.chance(0.5);
    const after = joined
      ? [...shape.slice(0, d), size * shape[d + 1]!, ...shape.slice(d + 2)]
      : [...shape.slice(0, d), ...split, ...shape.slice(d + 1)];
    if (after.length > 4) return;
    writer.emit(after, `stablehlo.reshape ${name} : (${typeOf(shape)}) -> ${typeOf(after)}`);
  },
  broadcast(writer, { name, shape }) {
    const wider = [writer.pick([2, 4]), ...shape];
    if (product(wider) > MOST_ELEMENTS || shape.length > 3) return;
    const dims = shape.map((_, i) => i + 1).join(', ');
    writer.emit(
      wider,
      `stablehlo.broadcast_in_dim ${name}, dims = [${dims}] : (${typeOf(shape)}) -> ${typeOf(wider)}`,
    );
  },
  reduce(writer, { name, shape }) {
    if (shape.length === 0) return;
    const dim = writer.below(shape.length);
    const after = shape.filter((_, i) => i !== dim);
    const [kind, init] = writer.pick([
      ['add', '%zero'],
      ['add', '%zero'],
      ['add', '%s'],
      ['maximum', '%least'],
      ['maximum', '%s'],
    ]);
    writer.emit(
      after,
      `stablehlo.reduce(${name} init: ${init}) applies stablehlo.${kind} across dimensions = [${dim}] : (${typeOf(shape)}, tensor<f32>) -> ${typeOf(after)}`,
    );
  },
  dot(writer, { name, shape }) {
    const partners = writer.others(
      (other) => shape.length + other.length < 6 && other.some((size) => shape.includes(size)),
    );
    if (partners.length === 0) return;
    const other = writer.pick(partners);
    const right = other.shape.findIndex((size) => shape.includes(size));
    const left = shape.indexOf(other.shape[right]!);
    const after = [...shape.filter((_, i) => i !== left), ...other.shape.filter((_, i) => i !== right)];
    if (product(after) > MOST_ELEMENTS) return;
    writer.emit(
      after,
      `stablehlo.dot_general ${name}, ${other.name}, contracting_dims = [${left}] x [${right}] : (${typeOf(shape)}, ${typeOf(other.shape)}) -> ${typeOf(after)}`,
    );
  },
  slice(writer, { name, shape }) {
    const ranges = shape.map((size) => {
      const start = writer.below(Math.ceil(size / 2));
      const limit = start + 1 + writer.below(size - start);
      return [start, limit, writer.pick([1, 1, 2])] as const;
    });
    const after = ranges.map(([start, limit, stride]) => Math.ceil((limit - start) / stride));
    writer.emit(
      after,
      `stablehlo.slice ${name} [${ranges.map((own) => own.join(':')).join(', ')}] : (${typeOf(shape)}) -> ${typeOf(after)}`,
    );
  },
  dynamicSlice(writer, { name, shape }) {
    if (shape.length === 0) return;
    const sizes = shape.map((size) => (writer.chance(0.4) ? size : 1 + writer.below(size)));
    const isComputed = writer.chance(0.4);
    const indices = shape.map(() => indexOf(writer, isComputed));
    const types = [typeOf(shape), ...shape.map(() => 'tensor<i32>')].join(', ');
    writer.emit(
      sizes,
      `stablehlo.dynamic_slice ${name}, ${indices.join(', ')}, sizes = [${sizes.join(', ')}] : (${types}) -> ${typeOf(sizes)}`,
    );
  },
  dynamicUpdateSlice(writer, { name, shape }) {
    const updates = writer.others(
      (own) => own.length === shape.length && own.every((size, d) => size <= shape[d]!),
    );
    if (shape.length === 0 || updates.length === 0) return;
    const update = writer.pick(updates);
    const isComputed = writer.chance(0.4);
    const indices = shape.map(() => indexOf(writer, isComputed));
    const types = [typeOf(shape), typeOf(update.shape), ...shape.map(() => 'tensor<i32>')].join(', ');
    writer.emit(
      shape,
      `stablehlo.dynamic_update_slice ${name}, ${update.name}, ${indices.join(', ')} : (${types}) -> ${typeOf(shape)}`,
    );
  },
  concatenate(writer, { name, shape }) {
    if (shape.length === 0) return;
    const d = writer.below(shape.length);
    const rest = (own: readonly number[]): string => own.map((size, i) => (i === d ? '' : size)).join();
    const other = writer.pick(
      writer.others((own) => own.length === shape.length && rest(own) === rest(shape)),
    );
    const after = shape.map((size, i) => (i === d ? size + other.shape[d]! : size));
    if (product(after) > MOST_ELEMENTS) return;
    writer.emit(
      after,
      `stablehlo.concatenate ${name}, ${other.name}, dim = ${d} : (${typeOf(shape)}, ${typeOf(other.shape)}) -> ${typeOf(after)}`,
    );
  },
  pad(writer, { name, shape }) {
    if (shape.length === 0) return;
    const all = shape.map(() => [writer.below(4) - 1, writer.below(4) - 1, writer.pick([0, 0, 1])] as const);
    const after = shape.map((size, d) => all[d]![0] + all[d]![1] + size + (size - 1) * all[d]![2]);
    if (after.some((size) => size < 1) || product(after) > MOST_ELEMENTS) return;
    const list = (at: number): string => all.map((own) => own[at]!).join(', ');
    writer.emit(
      after,
      `stablehlo.pad ${name}, ${writer.pick(['%zero', '%half', '%s'])}, low = [${list(0)}], high = [${list(1)}], interior = [${list(2)}] : (${typeOf(shape)}, tensor<f32>) -> ${typeOf(after)}`,
    );
  },
  gather(writer, { name, shape }) {
    if (shape.length === 0) return;
    const count = writer.pick([2, 4, 8]);
    const rows = rowsOf(writer, count, shape[0]!, false);
    const after = [count, ...shape.slice(1)];
    if (product(after) > MOST_ELEMENTS) return;
    const offsets = shape.slice(1).map((_, i) => i + 1);
    writer.emit(
      after,
      `"stablehlo.gather"(${name}, ${rows}) <{dimension_numbers = #stablehlo.gather<offset_dims = [${offsets.join(', ')}], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1${shape
        .slice(1)
        .map((size) => `, ${size}`)
        .join('')}>}> : (${typeOf(shape)}, ${typeOf([count, 1], 'i32')}) -> ${typeOf(after)}`,
    );
  },
  scatter(writer, { name, shape }) {
    if (shape.length === 0) return;
    const kind = writer.pick(['add', 'add', 'maximum', 'multiply', 'set']);
    const updates = writer.others(
      (own) =>
        own.length === shape.length &&
        own.slice(1).join() === shape.slice(1).join() &&
        (kind !== 'set' || own[0]! <= shape[0]!),
    );
    if (updates.length === 0) return;
    const update = writer.pick(updates);
    const count = update.shape[0]!;
    const rows = rowsOf(writer, count, shape[0]!, kind === 'set');
    const operand = writer.chance(0.4)
      ? writer.emit(shape, `stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> ${typeOf(shape)}`)
          .name
      : name;
    const window = shape.slice(1).map((_, i) => i + 1);
    const region =
      kind === 'set'
        ? '({\n  ^bb0(%l: tensor<f32>, %r: tensor<f32>):\n    stablehlo.return %r : tensor<f32>\n  })'
        : combiner(kind);
    writer.emit(
      shape,
      `"stablehlo.scatter"(${operand}, ${rows}, ${update.name}) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [${window.join(', ')}], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ${region} : (${typeOf(shape)}, ${typeOf([count, 1], 'i32')}, ${typeOf(update.shape)}) -> ${typeOf(shape)}`,
    );
  },
  reverse(writer, { name, shape }) {
    if (shape.length === 0) return;
    writer.emit(
      shape,
      `stablehlo.reverse ${name}, dims = [${writer.below(shape.length)}] : ${typeOf(shape)}`,
    );
  },
  sort(writer, { name, shape }) {
    if (shape.length === 0) return;
    writer.emit(
      shape,
      `"stablehlo.sort"(${name}) <{dimension = ${writer.below(shape.length)} : i64}> ({
  ^bb0(%l: tensor<f32>, %r: tensor<f32>):
    %m = stablehlo.compare LT, %l, %r : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) : (${typeOf(shape)}) -> ${typeOf(shape)}`,
    );
  },
  reduceWindow(writer, { name, shape }) {
    if (shape.length === 0) return;
    const d = writer.below(shape.length);
    const size = shape[d]!;
    const [window, stride, low, high] = writer.pick([
      [size, 1, size - 1, 0],
      [2, 2, 0, 0],
      [3, 1, 1, 1],
      [2, 1, 1, 0],
    ]);
    const length = Math.floor((low + size + high - window) / stride) + 1;
    if (length < 1) return;
    const after = shape.map((own, i) => (i === d ? length : own));
    const along = (value: number, other: number): string =>
      shape.map((_, i) => (i === d ? value : other)).join(', ');
    const padding = shape.map((_, i) => (i === d ? `[${low}, ${high}]` : '[0, 0]')).join(', ');
    const [init, region] = writer.pick([
      ['%zero', ADD_REGION],
      ['%zero', ADD_REGION],
      ['%least', MAX_REGION],
    ]);
    writer.emit(
      after,
      `"stablehlo.reduce_window"(${name}, ${init}) <{window_dimensions = array<i64: ${along(window, 1)}>, window_strides = array<i64: ${along(stride, 1)}>, padding = dense<[${padding}]> : tensor<${shape.length}x2xi64>}> ${region} : (${typeOf(shape)}, tensor<f32>) -> ${typeOf(after)}`,
    );
  },
  convolution(writer, { name, shape }) {
    if (shape.length !== 3) return;
    const kernels = writer.others((own) => own.length === 3 && own[2] === shape[2] && own[0]! <= 4);
    const kernel = kernels.length === 0 ? null : writer.pick(kernels);
    if (kernel === null) return;
    const [low, high] = [writer.below(2), writer.below(2)];
    const length = shape[1]! + low + high - kernel.shape[0]! + 1;
    const after = [shape[0]!, length, kernel.shape[1]!];
    if (length < 1 || product(after) > MOST_ELEMENTS) return;
    writer.emit(
      after,
      `stablehlo.convolution(${name}, ${kernel.name}) dim_numbers = [b, 0, f]x[0, o, i]->[b, 0, f], window = {pad = [[${low}, ${high}]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (${typeOf(shape)}, ${typeOf(kernel.shape)}) -> ${typeOf(after)}`,
    );
  },
  loop(writer, { name, shape }) {
    if (writer.isNested || shape.length === 0) return;
    const [carry, count] = [writer.name(), writer.name()];
    const type = typeOf(shape);
    const [body, last] = writer.block([{ name: carry, shape }], 1 + writer.below(4), shape);
    const [next, result] = [writer.name(), writer.name()];
    writer.line(`${result}:2 = stablehlo.while(${count} = %c0, ${carry} = ${name}) : tensor<i32>, ${type}
  cond {
    %p = stablehlo.compare LT, ${count}, %c3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
${body}
    ${next} = stablehlo.add ${count}, %c1 : tensor<i32>
    stablehlo.return ${next}, ${last.name} : tensor<i32>, ${type}
  }`);
    writer.emit(shape, `stablehlo.tanh ${result}#1 : ${type}`);
  },
  branches(writer, { name, shape }) {
    if (writer.isNested || shape.length === 0) return;
    const type = typeOf(shape);
    const inside = (): string => {
      const own = writer.name();
      const [text, last] = writer.block([{ name: own, shape }], 1 + writer.below(3), shape);
      return `{
  ${own} = stablehlo.negate ${name} : ${type}
${text}
    stablehlo.return ${last.name} : ${type}
  }`;
    };
    const bodies = [inside(), inside()];
    writer.emit(shape, `"stablehlo.case"(%i) (${bodies.join(', ')}) : (tensor<i32>) -> ${type}`);
  },
  call(writer, { name, shape }) {
    if (writer.isNested || shape.length === 0) return;
    const argument = { name: writer.name(), shape };
    const [body, last] = writer.block([argument], 1 + writer.below(4), undefined, true);
    const symbol = `@f${writer.name().slice(2)}`;
    writer.func(`func.func private ${symbol}(${argument.name}: ${typeOf(shape)}, %s: tensor<f32>, %i: tensor<i32>) -> ${typeOf(last.shape)} {
${PRELUDE}
${body}
  return ${last.name} : ${typeOf(last.shape)}
}`);
    writer.emit(
      last.shape,
      `func.call ${symbol}(${name}, %s, %i) : (${typeOf(shape)}, tensor<f32>, tensor<i32>) -> ${typeOf(last.shape)}`,
    );
  },
} satisfies Record<string, Maker>;

/** An operation, or a group of these, of random programs. */
export type OperationKind = keyof typeof MAKERS;
