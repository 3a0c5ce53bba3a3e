/** A value of a program in text. */
export interface TextValue {
  readonly name: string;
  readonly shape: readonly number[];
  /** Such as `bf16`. */
  readonly dtype: string;
}

/** The sharding of a tensor: for each dimension the mesh axes that divide it. */
export type DimAxes = readonly (readonly string[])[];

/** The axes of a mesh that have several devices. */
export class MeshAxes {
  readonly axes: readonly (readonly [name: string, size: number])[];

  constructor(axes: readonly (readonly [name: string, size: number])[]) {
    this.axes = axes.filter(([, size]) => size > 1);
  }

  sizeOf(name: string): number {
    return this.axes.find(([own]) => own === name)?.[1] ?? 1;
  }

  /** `sdy.mesh @mesh = <["data"=4]>`; nothing for one device. */
  declaration(): string {
    const axes = this.axes.map(([name, size]) => `"${name}"=${size}`).join(', ');
    return this.axes.length === 0 ? '' : `sdy.mesh @mesh = <[${axes}]>\n`;
  }

  /** `<@mesh, [{"data"}, {}]>`. */
  sharding(dims: DimAxes): string {
    const parts = dims.map(
      (names) =>
        `{${names
          .filter((name) => this.sizeOf(name) > 1)
          .map((name) => `"${name}"`)
          .join(', ')}}`,
    );
    return `<@mesh, [${parts.join(', ')}]>`;
  }
}

/** `tensor<4x8xbf16>`. */
export function typeText({ shape, dtype }: Pick<TextValue, 'shape' | 'dtype'>): string {
  return `tensor<${[...shape, dtype].join('x')}>`;
}

/** Dimensions of a product: batch and contracting ones of each operand. */
export interface ProductDims {
  readonly batch?: readonly (readonly [lhs: number, rhs: number])[];
  readonly contract: readonly (readonly [lhs: number, rhs: number])[];
}

/** Writes a function in StableHLO, operation by operation. */
export class FunctionText {
  readonly #mesh: MeshAxes;
  readonly #lines: string[] = [];
  readonly #arguments: string[] = [];
  readonly #constants = new Map<string, TextValue>();
  readonly #converted = new Map<string, TextValue>();
  #next = 0;

  constructor(mesh: MeshAxes) {
    this.#mesh = mesh;
  }

  /** Adds an argument. @param donated whether a result takes its memory. */
  argument(shape: readonly number[], dtype: string, dims: DimAxes, donated = false): TextValue {
    const value = { name: `%arg${this.#arguments.length}`, shape, dtype };
    const attributes = [
      ...(this.#mesh.axes.length === 0 ? [] : [`sdy.sharding = #sdy.sharding${this.#mesh.sharding(dims)}`]),
      ...(donated ? ['jax.buffer_donor = true'] : []),
    ];
    const suffix = attributes.length === 0 ? '' : ` {${attributes.join(', ')}}`;
    this.#arguments.push(`${value.name}: ${typeText(value)}${suffix}`);
    return value;
  }

  constant(number: number, shape: readonly number[], dtype: string): TextValue {
    const key = `${number} ${shape.join('x')} ${dtype}`;
    let value = this.#constants.get(key);
    if (value === undefined) {
      const isWhole = /^[su]?i\d/.test(dtype);
      const text = isWhole ? String(number) : number === -Infinity ? infinityText(dtype) : floatText(number);
      value = this.add(`stablehlo.constant dense<${text}>`, [], shape, dtype, 'result');
      this.#constants.set(key, value);
    }
    return value;
  }

  unary(op: string, x: TextValue): TextValue {
    return this.#line(`stablehlo.${op} ${x.name} : ${typeText(x)}`, x.shape, x.dtype);
  }

  binary(op: string, x: TextValue, y: TextValue): TextValue {
    return this.#line(`stablehlo.${op} ${x.name}, ${y.name} : ${typeText(x)}`, x.shape, x.dtype);
  }

  /** Converts a value, each to the same type once. */
  convert(x: TextValue, dtype: string): TextValue {
    if (x.dtype === dtype) return x;
    const key = `${x.name} ${dtype}`;
    let value = this.#converted.get(key);
    if (value === undefined)
      this.#converted.set(key, (value = this.add('stablehlo.convert', [x], x.shape, dtype)));
    return value;
  }

  reshape(x: TextValue, shape: readonly number[]): TextValue {
    return shape.join() === x.shape.join() ? x : this.add('stablehlo.reshape', [x], shape, x.dtype);
  }

  transpose(x: TextValue, order: readonly number[]): TextValue {
    const shape = order.map((dim) => x.shape[dim]);
    const result = { shape, dtype: x.dtype };
    return this.#line(
      `stablehlo.transpose ${x.name}, dims = [${order.join(', ')}] : (${typeText(x)}) -> ${typeText(result)}`,
      shape,
      x.dtype,
    );
  }

  /** @param dims the dimension of the result that each of the operand becomes. */
  broadcast(x: TextValue, dims: readonly number[], shape: readonly number[]): TextValue {
    return this.#line(
      `stablehlo.broadcast_in_dim ${x.name}, dims = [${dims.join(', ')}] : (${typeText(x)}) -> ${typeText({ shape, dtype: x.dtype })}`,
      shape,
      x.dtype,
    );
  }

  /** A number as large as a tensor. */
  filled(number: number, { shape, dtype }: Pick<TextValue, 'shape' | 'dtype'>): TextValue {
    return this.broadcast(this.constant(number, [], dtype), [], shape);
  }

  slice(x: TextValue, dim: number, from: number, to: number): TextValue {
    const shape = x.shape.map((size, at) => (at === dim ? to - from : size));
    const ranges = x.shape.map((size, at) => (at === dim ? `${from}:${to}` : `0:${size}`));
    return this.#line(
      `stablehlo.slice ${x.name} [${ranges.join(', ')}] : (${typeText(x)}) -> ${typeText({ shape, dtype: x.dtype })}`,
      shape,
      x.dtype,
    );
  }

  concatenate(parts: readonly TextValue[], dim: number): TextValue {
    const [{ shape: first, dtype }] = parts;
    const total = parts.reduce((sum, part) => sum + part.shape[dim], 0);
    const shape = first.map((size, at) => (at === dim ? total : size));
    const names = parts.map(({ name }) => name).join(', ');
    return this.#line(
      `stablehlo.concatenate ${names}, dim = ${dim} : (${parts.map(typeText).join(', ')}) -> ${typeText({ shape, dtype })}`,
      shape,
      dtype,
    );
  }

  reduce(x: TextValue, dims: readonly number[], by: 'add' | 'maximum'): TextValue {
    const start = this.constant(by === 'add' ? 0 : -Infinity, [], x.dtype);
    const shape = x.shape.filter((_, dim) => !dims.includes(dim));
    return this.#line(
      `stablehlo.reduce(${x.name} init: ${start.name}) applies stablehlo.${by} across dimensions = [${dims.join(', ')}] : (${typeText(x)}, ${typeText(start)}) -> ${typeText({ shape, dtype: x.dtype })}`,
      shape,
      x.dtype,
    );
  }

  product(x: TextValue, y: TextValue, { batch = [], contract }: ProductDims, dtype: string): TextValue {
    const lists = (pairs: readonly (readonly [number, number])[]): string =>
      `[${pairs.map(([own]) => own).join(', ')}] x [${pairs.map(([, own]) => own).join(', ')}]`;
    const left = (pairs: readonly (readonly [number, number])[], side: 0 | 1, dim: number): boolean =>
      pairs.some((pair) => pair[side] === dim);
    const free = ({ shape }: TextValue, side: 0 | 1): number[] =>
      shape.filter((_, dim) => !left(batch, side, dim) && !left(contract, side, dim));
    const shape = [...batch.map(([dim]) => x.shape[dim]), ...free(x, 0), ...free(y, 1)];
    const batching = batch.length === 0 ? '' : ` batching_dims = ${lists(batch)},`;
    return this.#line(
      `stablehlo.dot_general ${x.name}, ${y.name},${batching} contracting_dims = ${lists(contract)} : (${typeText(x)}, ${typeText(y)}) -> ${typeText({ shape, dtype })}`,
      shape,
      dtype,
    );
  }

  /** Holds a value to a sharding, which closes its dimensions. */
  constrain(x: TextValue, dims: DimAxes): TextValue {
    if (this.#mesh.axes.length === 0) return x;
    return this.#line(
      `sdy.sharding_constraint ${x.name} ${this.#mesh.sharding(dims)} : ${typeText(x)}`,
      x.shape,
      x.dtype,
    );
  }

  /** A value that is there only after another one. */
  behind(x: TextValue, other: TextValue): TextValue {
    const text = `stablehlo.optimization_barrier ${x.name}, ${other.name} : ${typeText(x)}, ${typeText(other)}`;
    return this.addSeveral(text, [x, other])[0];
  }

  select(predicate: TextValue, x: TextValue, y: TextValue): TextValue {
    return this.#line(
      `stablehlo.select ${predicate.name}, ${x.name}, ${y.name} : ${typeText(predicate)}, ${typeText(x)}`,
      x.shape,
      x.dtype,
    );
  }

  compare(x: TextValue, y: TextValue, direction: 'EQ'): TextValue {
    const result = { shape: x.shape, dtype: 'i1' };
    return this.#line(
      `stablehlo.compare ${direction}, ${x.name}, ${y.name} : (${typeText(x)}, ${typeText(y)}) -> ${typeText(result)}`,
      x.shape,
      'i1',
    );
  }

  /**
   * Adds any operation of one result.
   *
   * @param types those that follow it: of operands and the result, of the result alone, or none, where the text has them.
   */
  add(
    text: string,
    operands: readonly TextValue[],
    shape: readonly number[],
    dtype: string,
    types: 'all' | 'result' | 'written' = 'all',
  ): TextValue {
    const type = typeText({ shape, dtype });
    const names = operands.map(({ name }) => name).join(', ');
    const own = `${text}${names === '' ? '' : ` ${names}`}`;
    if (types === 'written') return this.#line(own, shape, dtype);
    const all = types === 'result' ? type : `(${operands.map(typeText).join(', ')}) -> ${type}`;
    return this.#line(`${own} : ${all}`, shape, dtype);
  }

  /** Adds an operation of several results. @param text returns it for the names and types of operands. */
  addSeveral(text: string, results: readonly Pick<TextValue, 'shape' | 'dtype'>[]): TextValue[] {
    const name = `%${this.#next}`;
    this.#next += 1;
    if (results.length === 1) {
      this.#lines.push(`    ${name} = ${text}`);
      return [{ ...results[0], name }];
    }
    this.#lines.push(`    ${name}:${results.length} = ${text}`);
    return results.map((result, i) => ({ ...result, name: `${name}#${i}` }));
  }

  call(
    callee: string,
    operands: readonly TextValue[],
    results: readonly Pick<TextValue, 'shape' | 'dtype'>[],
  ): TextValue[] {
    const names = operands.map(({ name }) => name).join(', ');
    const types = `(${operands.map(typeText).join(', ')}) -> (${results.map(typeText).join(', ')})`;
    return this.addSeveral(`func.call @${callee}(${names}) : ${types}`, results);
  }

  /** The function with its results. @param dims of each result. */
  end(
    name: string,
    results: readonly TextValue[],
    dims: readonly DimAxes[],
    visibility: 'public' | 'private' = 'public',
  ): string {
    const types = results.map(typeText);
    const hasMesh = this.#mesh.axes.length > 0;
    // Layers are divided once, and the values of one are dead before the next is computed again.
    const attributes = visibility === 'private' ? ' attributes {no_inline}' : '';
    const typed = types.map((type, i) =>
      hasMesh ? `${type} {sdy.sharding = #sdy.sharding${this.#mesh.sharding(dims[i])}}` : type,
    );
    return [
      `  func.func ${visibility} @${name}(${this.#arguments.join(', ')}) -> (${typed.join(', ')})${attributes} {`,
      ...this.#lines,
      `    return ${results.map((value) => value.name).join(', ')} : ${types.join(', ')}`,
      '  }',
    ].join('\n');
  }

  #line(text: string, shape: readonly number[], dtype: string): TextValue {
    const name = `%${this.#next}`;
    this.#next += 1;
    this.#lines.push(`    ${name} = ${text}`);
    return { name, shape, dtype };
  }
}

function floatText(number: number): string {
  const text = number.toExponential(6);
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

function infinityText(dtype: string): string {
  return dtype === 'f32' ? '0xFF800000' : dtype === 'bf16' ? '0xFF80' : '0xFC00';
}
