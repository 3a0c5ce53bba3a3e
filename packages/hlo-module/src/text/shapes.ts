import {
  elementTypes,
  type ArrayShape,
  type ElementType,
  type Layout,
  type ProgramShape,
  type Shape,
} from '../model/shape.ts';
import type { Scanner } from './scanner.ts';

const elementTypeOf: ReadonlyMap<string, ElementType> = new Map(elementTypes.map((name) => [name, name]));

/** Whether a word is an element type of arrays. */
export function isElementType(word: string): word is ElementType {
  return elementTypeOf.has(word);
}

/** Whether a word begins a shape when `[` follows it. */
export function isShapeWord(word: string): boolean {
  return elementTypeOf.has(word) || word === 'token' || word === 'opaque';
}

const SPACE = 32;
const ZERO = 48;
/** Right behind the digits. */
const COLON = 58;
const BRACE = 123;
const CLOSING_BRACE = 125;

/** Whether a layout says nothing, as that of a scalar: it is left out. */
function isEmpty({ minorToMajor, tiles, properties }: Layout): boolean {
  return minorToMajor.length === 0 && tiles === undefined && properties === undefined;
}

/** Reads shapes; equal texts give the same object, since modules repeat few shapes often. */
export class ShapeReader {
  readonly #scanner: Scanner;
  readonly #known = new Map<string, Shape>();

  constructor(scanner: Scanner) {
    this.#scanner = scanner;
  }

  /** Reads a shape. */
  read(): Shape {
    const scanner = this.#scanner;
    scanner.peek();
    const start = scanner.position;
    const shape = this.#read();
    const text = scanner.text.slice(start, scanner.position);
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#known.set(text, shape);
    return shape;
  }

  #read(): Shape {
    const scanner = this.#scanner;
    if (scanner.sees('(')) {
      return scanner.nested(() => ({
        kind: 'tuple',
        elements: scanner.list('(', ')', 'shapes of a tuple', () => this.read()),
      }));
    }
    const start = scanner.position;
    const word = scanner.word('a shape');
    if (word === 'b' && scanner.sees('(')) {
      scanner.expect('(', 'before the shape of a buffer');
      const element = this.read();
      scanner.expect(')', 'after the shape of a buffer');
      return element.kind === 'array'
        ? { kind: 'buffer', element }
        : scanner.fail('a buffer has the shape of an array', start);
    }
    if (word === 'token' || word === 'opaque') {
      scanner.expect('[', `after '${word}'`);
      scanner.expect(']', `after '${word}['`);
      // Some versions print an empty layout.
      scanner.takeNext('{}');
      return { kind: word };
    }
    const elementType = elementTypeOf.get(word);
    return elementType === undefined
      ? scanner.fail(`'${word}' is not an element type`, start)
      : this.#array(elementType);
  }

  #array(elementType: ElementType): ArrayShape {
    const scanner = this.#scanner;
    const dimensions: number[] = [];
    const isDynamic: boolean[] = [];
    scanner.list('[', ']', 'dimensions', () => {
      const isUnbounded = scanner.take('?');
      const isBounded = !isUnbounded && scanner.take('<=');
      const size = isUnbounded ? -1 : scanner.integer('the size of a dimension');
      if (size < 0 && !isUnbounded) scanner.fail('the size of a dimension is negative');
      dimensions.push(size);
      isDynamic.push(isUnbounded || isBounded);
    });
    const layout = this.#seesLayout() ? this.layout() : undefined;
    return {
      kind: 'array',
      elementType,
      dimensions,
      ...(isDynamic.includes(true) && { isDynamic }),
      ...(layout !== undefined && !isEmpty(layout) && { layout }),
    };
  }

  /** Whether a layout comes next; other braces are those of a computation. */
  #seesLayout(): boolean {
    const scanner = this.#scanner;
    const { text, position } = scanner;
    const code = text.charCodeAt(position);
    if (code !== BRACE && code !== SPACE) return false;
    const isNext = scanner.sees('{');
    const start = scanner.position;
    scanner.position = start + 1;
    const inner = isNext ? scanner.peek() : -1;
    // An empty layout stands right behind the brackets.
    const isLayout = (inner >= ZERO && inner <= COLON) || (inner === CLOSING_BRACE && code === BRACE);
    scanner.position = isLayout ? start : position;
    return isLayout;
  }

  /** Reads a layout with its braces. */
  layout(): Layout {
    const scanner = this.#scanner;
    scanner.expect('{', 'before a layout');
    const minorToMajor: number[] = [];
    while (!scanner.sees('}') && !scanner.sees(':')) {
      minorToMajor.push(scanner.integer('a dimension of a layout'));
      if (!scanner.take(',')) break;
    }
    const tiles: number[][] = [];
    const properties: string[] = [];
    if (scanner.take(':')) {
      while (!scanner.sees('}')) {
        const start = scanner.position;
        if (scanner.take('T')) {
          do {
            tiles.push(
              scanner.list('(', ')', 'a tile', () =>
                scanner.take('*') ? -1 : scanner.integer('the size of a tile'),
              ),
            );
          } while (scanner.sees('('));
          continue;
        }
        if (scanner.takeWord() === '' && !scanner.take('#') && !scanner.take('*'))
          scanner.fail(`expected a property of a layout, found ${scanner.found()}`);
        scanner.group('a property of a layout');
        properties.push(scanner.text.slice(start, scanner.position));
      }
    }
    scanner.expect('}', 'after a layout');
    return { minorToMajor, ...(tiles.length > 0 && { tiles }), ...(properties.length > 0 && { properties }) };
  }

  /** Reads `(f32[8], f32[])->f32[8]`; parameters may have names. */
  program(): ProgramShape {
    const scanner = this.#scanner;
    const parameters = scanner.list('(', ')', 'shapes of parameters', () => {
      this.#skipName();
      return this.read();
    });
    scanner.expect('->', 'before the shape of the result');
    return { parameters, result: this.read() };
  }

  /** Skips `name:`, or a name without the colon. */
  #skipName(): void {
    const scanner = this.#scanner;
    scanner.peek();
    const start = scanner.position;
    const hasPercent = scanner.take('%');
    const word = scanner.takeWord();
    if (word !== '' && scanner.take(':')) return;
    const isName = hasPercent || (word !== '' && word !== 'b' && !isShapeWord(word));
    if (!isName) scanner.position = start;
  }
}
