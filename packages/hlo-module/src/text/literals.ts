import { elementBytes, elementCount } from '../literal/element-sizes.ts';
import type { ArrayLiteral, Literal } from '../model/literal.ts';
import type { ArrayShape, Shape } from '../model/shape.ts';
import { elementWriters, type WriteElement } from './element-values.ts';
import type { Scanner } from './scanner.ts';
import type { ShapeReader } from './shapes.ts';

const OPEN = 123;
const CLOSE = 125;
const COMMA = 44;

/** Reads the literal of a shape: `5`, `{1, 2}`, `{...}`, `({1, 2}, 3)`. */
export function readLiteral(scanner: Scanner, shape: Shape): Literal {
  if (shape.kind === 'tuple') {
    const { elements: shapes } = shape;
    const start = scanner.position;
    let next = 0;
    const elements = scanner.nested(() =>
      scanner.list('(', ')', 'elements of a tuple', () => {
        const element = shapes[next++];
        if (element === undefined) scanner.fail(`the tuple has ${shapes.length} elements, more are written`);
        return readLiteral(scanner, element);
      }),
    );
    if (next < shapes.length)
      scanner.fail(`the tuple has ${shapes.length} elements, ${next} are written`, start);
    return { kind: 'tuple', elements };
  }
  if (shape.kind === 'token') {
    scanner.take('token');
    return { kind: 'token' };
  }
  if (shape.kind !== 'array') scanner.fail(`a constant cannot be ${shape.kind}`);
  return readArray(scanner, shape);
}

/** Writes the elements of an array one after the other. */
class Elements {
  readonly #scanner: Scanner;
  readonly #shape: ArrayShape;
  readonly #write: WriteElement;
  readonly #size: number;
  readonly #isComplex: boolean;
  bytes: Uint8Array;
  #view: DataView;
  #end = 0;

  constructor(scanner: Scanner, shape: ArrayShape, count: number) {
    this.#scanner = scanner;
    this.#shape = shape;
    this.#size = elementBytes(shape.elementType);
    this.#write = elementWriters[shape.elementType];
    this.#isComplex = shape.elementType === 'c64' || shape.elementType === 'c128';
    this.bytes = new Uint8Array(count * this.#size);
    this.#view = new DataView(this.bytes.buffer);
  }

  /** Reads the next element. There is room for it. */
  read(): void {
    const scanner = this.#scanner;
    const half = this.#size / 2;
    if (!this.#isComplex) this.#part(this.#end);
    else if (scanner.take('(')) {
      this.#part(this.#end);
      scanner.expect(',', 'before the imaginary part');
      this.#part(this.#end + half);
      scanner.expect(')', 'after the imaginary part');
    } else this.#part(this.#end);
    this.#end += this.#size;
  }

  #part(offset: number): void {
    const scanner = this.#scanner;
    scanner.peek();
    const start = scanner.position;
    const text = scanner.takeNumber();
    const payload = text.endsWith('nan') && scanner.take('(') ? this.#payload() : undefined;
    if (text === '' || !this.#write(this.#view, offset, text, payload)) {
      scanner.position = start;
      scanner.fail(
        `expected a value of ${this.#shape.elementType}, found ${text === '' ? scanner.found() : `'${text}'`}`,
      );
    }
  }

  #payload(): number {
    const scanner = this.#scanner;
    const payload = Number(scanner.word('the payload of a NaN'));
    scanner.expect(')', 'after the payload of a NaN');
    return Number.isSafeInteger(payload) && payload > 0 ? payload : scanner.fail('not the payload of a NaN');
  }
}

/** Reads a literal with its shape before it: `f32[2] {1, 2}`, `(f32[] 1, s32[] 2)`. */
export function readTypedLiteral(scanner: Scanner, shapes: ShapeReader): Literal {
  if (!scanner.sees('(')) return readLiteral(scanner, shapes.read());
  const elements = scanner.nested(() =>
    scanner.list('(', ')', 'elements of a tuple', () => readTypedLiteral(scanner, shapes)),
  );
  return { kind: 'tuple', elements };
}

function readArray(scanner: Scanner, shape: ArrayShape): ArrayLiteral {
  const { dimensions } = shape;
  const rank = dimensions.length;
  const start = (scanner.peek(), scanner.position);
  if (rank === 0 || scanner.peek() !== OPEN) {
    const element = new Elements(scanner, shape, 1);
    element.read();
    return { kind: 'array', shape, bytes: element.bytes, ...(rank > 0 && { isSplat: true }) };
  }
  if (isElided(scanner)) return { kind: 'array', shape, bytes: null };
  const count = elementCount(dimensions);
  // Each element takes a character at least, so a text that is too short costs no memory.
  if (count > scanner.text.length - scanner.position)
    scanner.fail(`the constant has ${count} elements, fewer are written`, start);
  const elements = new Elements(scanner, shape, count);
  const written: number[] = [];
  for (;;) {
    const code = scanner.peek();
    const depth = written.length;
    if (code === OPEN) {
      if (depth === rank) scanner.fail(`more than ${rank} levels of braces in a constant of rank ${rank}`);
      scanner.position++;
      written.push(0);
      if (scanner.peek() !== CLOSE) continue;
    } else {
      if (depth < rank) scanner.fail(`expected '{' in a constant of rank ${rank}, found ${scanner.found()}`);
      if (written[depth - 1]! >= dimensions[depth - 1]!) tooMany(scanner, dimensions, depth);
      elements.read();
      written[depth - 1]!++;
    }
    if (!closed(scanner, dimensions, written)) return { kind: 'array', shape, bytes: elements.bytes };
  }
}

/** Consumes the braces and the comma behind an element. False behind the last brace. */
function closed(scanner: Scanner, dimensions: readonly number[], written: number[]): boolean {
  for (;;) {
    const code = scanner.peek();
    if (code === COMMA) {
      scanner.position++;
      return true;
    }
    // XLA reads lists with and without commas between them.
    if (code === OPEN) return true;
    if (code !== CLOSE) scanner.fail(`expected ',' or '}' in a constant, found ${scanner.found()}`);
    const depth = written.length;
    const count = written.pop()!;
    const expected = dimensions[depth - 1]!;
    // An array without elements may be written as `{}`, whatever its rank is.
    if (count !== expected && !(count === 0 && dimensions.includes(0)))
      scanner.fail(`expected ${expected} elements in dimension ${depth - 1} of a constant, found ${count}`);
    scanner.position++;
    if (depth === 1) return false;
    if (++written[depth - 2]! > dimensions[depth - 2]!) tooMany(scanner, dimensions, depth - 1);
  }
}

function tooMany(scanner: Scanner, dimensions: readonly number[], depth: number): never {
  scanner.fail(`more than ${dimensions[depth - 1]!} elements in dimension ${depth - 1} of a constant`);
}

/** Consumes `{...}`. */
function isElided(scanner: Scanner): boolean {
  const start = scanner.position;
  if (scanner.take('{') && scanner.take('...')) {
    scanner.expect('}', "after '...'");
    return true;
  }
  scanner.position = start;
  return false;
}
