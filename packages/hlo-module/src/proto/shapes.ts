import type { ArrayShape, ElementType, Layout, ProgramShape, Shape } from '../model/shape.ts';
import {
  cached,
  type Decode,
  integer,
  integers,
  list,
  many,
  mapped,
  message,
  one,
  type WireReader,
} from './wire.ts';

/** Element types by their numbers. */
export const elementTypeNumbers: Readonly<Partial<Record<number, ElementType>>> = {
  1: 'pred',
  2: 's8',
  3: 's16',
  4: 's32',
  5: 's64',
  6: 'u8',
  7: 'u16',
  8: 'u32',
  9: 'u64',
  10: 'f16',
  11: 'f32',
  12: 'f64',
  15: 'c64',
  16: 'bf16',
  18: 'c128',
  19: 'f8e5m2',
  20: 'f8e4m3fn',
  21: 's4',
  22: 'u4',
  23: 'f8e4m3b11fnuz',
  24: 'f8e5m2fnuz',
  25: 'f8e4m3fnuz',
  26: 's2',
  27: 'u2',
  28: 'f8e4m3',
  29: 'f8e3m4',
  30: 's1',
  31: 'u1',
  32: 'f4e2m1fn',
  33: 'f8e8m0fnu',
  35: 'f6e3m2fn',
  36: 'f6e2m3fn',
};

const TUPLE = 13;
const OPAQUE = 14;
const TOKEN = 17;
const BUFFER = 34;

interface LayoutMessage {
  minorToMajor?: number[];
  tiles?: { dimensions?: number[] }[];
  elementSize?: number;
  memorySpace?: number;
  levelTypes?: number[];
  physicalShape?: Shape;
  indexType?: number;
  pointerType?: number;
  prefixBytes?: number;
  tailPadding?: number;
  splits?: { dimension?: number; indices?: number[] }[];
}

/** Sizes of dimensions have the least number for none. */
function size(reader: WireReader): number {
  const value = reader.varint();
  if (value < -Number.MAX_SAFE_INTEGER) return -1;
  return Number.isSafeInteger(value) && value >= 0
    ? value
    : reader.fail(`${value} is not the size of a dimension`);
}

/** A combined dimension of a tile has the least number. */
function tileSize(reader: WireReader): number {
  const value = reader.varint();
  return value < 0 ? -1 : value;
}

const layoutMessage = message<LayoutMessage>(() => ({}), {
  1: integers('minorToMajor'),
  6: many('tiles', () => message<{ dimensions?: number[] }>(() => ({}), { 1: list('dimensions', tileSize) })),
  7: integer('elementSize'),
  8: integer('memorySpace'),
  9: integers('levelTypes'),
  10: one('physicalShape', () => decodeShape),
  11: integer('indexType'),
  12: integer('pointerType'),
  15: integer('prefixBytes'),
  16: integer('tailPadding'),
  17: many('splits', () =>
    message<{ dimension?: number; indices?: number[] }>(() => ({}), {
      1: integer('dimension'),
      2: integers('indices'),
    }),
  ),
});

/** Letters of the text for how a dimension of a sparse array is stored. */
const levelLetters = ['D', 'C', 'S', 'H'];

function toLayout(layout: LayoutMessage): Layout {
  const { minorToMajor = [], tiles = [], levelTypes = [], tailPadding = 1, splits = [] } = layout;
  const { elementSize = 0, memorySpace = 0, prefixBytes = 0, indexType, pointerType } = layout;
  const properties = [
    ...(levelTypes.some((type) => type !== 0)
      ? [`D(${levelTypes.map((type) => levelLetters[type] ?? '?').join(',')})`]
      : []),
    ...(tailPadding > 1 ? [`L(${tailPadding})`] : []),
    ...(indexType === undefined ? [] : [`#(${elementTypeNumbers[indexType] ?? 'invalid'})`]),
    ...(pointerType === undefined ? [] : [`*(${elementTypeNumbers[pointerType] ?? 'invalid'})`]),
    ...(elementSize === 0 ? [] : [`E(${elementSize})`]),
    ...(memorySpace === 0 ? [] : [`S(${memorySpace})`]),
    ...splits.map(({ dimension = 0, indices = [] }) => `SC(${dimension}:${indices.join(',')})`),
    ...(prefixBytes === 0 ? [] : [`M(${prefixBytes})`]),
  ];
  return {
    minorToMajor,
    ...(tiles.length > 0 && { tiles: tiles.map(({ dimensions = [] }) => dimensions) }),
    ...(properties.length > 0 && { properties }),
  };
}

interface ShapeMessage {
  elementType?: number;
  dimensions?: number[];
  tupleShapes?: Shape[];
  layout?: Layout;
  isDynamic?: boolean[];
}

function toShape(shape: ShapeMessage, reader: WireReader): Shape {
  const { elementType: number = 0, dimensions = [], tupleShapes = [], layout, isDynamic = [] } = shape;
  if (number === TUPLE) return { kind: 'tuple', elements: tupleShapes };
  if (number === OPAQUE) return { kind: 'opaque' };
  if (number === TOKEN) return { kind: 'token' };
  if (number === BUFFER) {
    const [element] = tupleShapes;
    return element?.kind === 'array'
      ? { kind: 'buffer', element }
      : reader.fail('a buffer has the shape of an array');
  }
  const elementType = elementTypeNumbers[number];
  if (elementType === undefined) return reader.fail(`element type ${number} is not known`);
  if (isDynamic.length > 0 && isDynamic.length !== dimensions.length)
    return reader.fail('a shape does not say of each dimension whether it is dynamic');
  const array: ArrayShape = {
    kind: 'array',
    elementType,
    dimensions,
    ...(isDynamic.includes(true) && { isDynamic }),
    ...(layout !== undefined && saysSomething(layout) && { layout }),
  };
  return array;
}

/** The layout of a scalar without properties is not written. */
function saysSomething({ minorToMajor, tiles, properties }: Layout): boolean {
  return minorToMajor.length > 0 || tiles !== undefined || properties !== undefined;
}

/** Reads a shape. */
export const decodeShape: Decode<Shape> = cached(
  mapped(
    message<ShapeMessage>(() => ({}), {
      2: integer('elementType'),
      3: list('dimensions', size),
      4: many('tupleShapes', () => decodeShape),
      5: one('layout', () => mapped(layoutMessage, toLayout)),
      6: list('isDynamic', (reader) => reader.bool()),
    }),
    toShape,
  ),
);

/** Reads the shapes of a computation. */
export const decodeProgramShape: Decode<ProgramShape> = mapped(
  message<{ parameters?: Shape[]; result?: Shape }>(() => ({}), {
    1: many('parameters', () => decodeShape),
    2: one('result', () => decodeShape),
  }),
  ({ parameters = [], result }, reader) => ({
    parameters,
    result: result ?? reader.fail('the shape of a computation has no result'),
  }),
);
