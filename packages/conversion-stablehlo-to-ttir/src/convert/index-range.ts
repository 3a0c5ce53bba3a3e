import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import {
  DenseElementsAttr,
  IntegerType,
  product,
  RankedTensorType,
  type Tensor,
  type Value,
} from '@shardform/ir-core';

/** The least and the greatest number that the elements of a tensor may have. */
interface Range {
  readonly least: number;
  readonly most: number;
}

/** The operations that a search goes through at most. */
const DEPTH = 32;

/** Returns true if all elements of an index are known to lie in `[0, size)`. */
function isWithin(index: Value, size: number): boolean {
  return inside(new RangeSearch().rangeOf(index, DEPTH), size);
}

/** Returns true if the elements at `at` of all vectors along `dim` of indices are known to lie in `[0, size)`. */
export function isComponentWithin(indices: Value, dim: number, at: number, size: number): boolean {
  const op = indices.definingOp;
  let first = 0;
  const isJoined =
    (op instanceof shlo.ConcatenateOp && op.dimension.number === dim) ||
    (op instanceof ttir.ConcatOp && op.dim.number === dim);
  for (const input of isJoined ? op.inputs : []) {
    const length = input.type.dimSize(dim);
    if (at < first + length) return isComponentWithin(input, dim, at - first, size);
    first += length;
  }
  if (op instanceof shlo.ClampOp || op instanceof ttir.ClampTensorOp)
    return [op.min, op.max].every((bound) => isComponentWithin(bound, dim, at, size));
  const repeated = repeatedVectors(indices, dim);
  if (repeated !== null) return isComponentWithin(repeated, repeated.type.rank - 1, at, size);
  const elements = elementsOf(indices);
  if (elements === null || elements.isSplat || !(indices.type instanceof RankedTensorType))
    return isWithin(indices, size);
  const { shape } = indices.type;
  const stride = product(shape.slice(dim + 1));
  const numbers = elements.integers().map(Number);
  const own = numbers.filter((_, i) => Math.floor(i / stride) % (shape[dim] ?? 1) === at);
  return inside(spanOf(own), size);
}

/** Returns the tensor whose vectors along its last dimension are those along `dim`; `null` for other values. */
function repeatedVectors({ type, definingOp }: Value, dim: number): Tensor | null {
  if (!(definingOp instanceof ttir.BroadcastOp || definingOp instanceof ttir.ReshapeOp)) return null;
  const { input } = definingOp;
  const isLast = type instanceof RankedTensorType && dim === type.rank - 1;
  return isLast && input.type.shape.at(-1) === type.shape.at(-1) ? input : null;
}

const inside = (range: Range | null, size: number): boolean =>
  range !== null && range.least >= 0 && range.most < size;

function elementsOf(value: Value): DenseElementsAttr | null {
  const op = value.definingOp;
  const isConstant = op instanceof shlo.ConstantOp || op instanceof ttir.ConstantOp;
  return isConstant && op.value instanceof DenseElementsAttr && isInteger(value) ? op.value : null;
}

const isInteger = ({ type }: Value): boolean =>
  type instanceof RankedTensorType && type.elementType instanceof IntegerType;

const spanOf = (numbers: readonly number[]): Range => ({
  least: numbers.reduce((a, b) => Math.min(a, b), Infinity),
  most: numbers.reduce((a, b) => Math.max(a, b), -Infinity),
});

const union = (a: Range | null, b: Range | null): Range | null =>
  a && b && { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) };

/** The range of what is computed, unless it may leave the numbers of its type and wrap. */
function bounded(range: Range, { type }: Value): Range | null {
  const isKnown = type instanceof RankedTensorType && type.elementType instanceof IntegerType;
  const most = 2 ** ((isKnown ? type.elementType.width : 1) - 1);
  return range.least >= -most && range.most < most ? range : null;
}

/** Operations, before and after their conversion, whose results have only elements of their first operand. */
const MOVES: ReadonlySet<string> = new Set([
  ...['stablehlo.broadcast_in_dim', 'stablehlo.reshape', 'stablehlo.slice', 'stablehlo.transpose'],
  ...['ttir.broadcast', 'ttir.repeat', 'ttir.reshape', 'ttir.slice_static', 'ttir.permute'],
]);

/** One search, which looks at each value once. */
class RangeSearch {
  readonly #known = new Map<Value, Range | null>();

  rangeOf(value: Value, depth: number): Range | null {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const range = depth === 0 || !isInteger(value) ? null : this.#computed(value, depth);
    this.#known.set(value, range);
    return range;
  }

  #computed(value: Value, depth: number): Range | null {
    const op = value.definingOp;
    if (op === null) return null;
    const elements = elementsOf(value);
    if (elements?.isSplat === true) return spanOf([Number(ttir.splatNumber(elements))]);
    if (elements !== null) return spanOf(elements.integers().map(Number));
    if (op instanceof shlo.IotaOp) {
      const length = op.output.type.dimSize(op.iotaDimension.number);
      return bounded({ least: 0, most: length - 1 }, value);
    }
    if (op instanceof ttir.ArangeOp) {
      const [start, end, step] = [op.start, op.end, op.step].map(({ number }) => number);
      return bounded(spanOf([start!, end! - Math.sign(step!)]), value);
    }
    const operand = (i: number): Range | null => this.rangeOf(op.getOperand(i), depth - 1);
    if (MOVES.has(op.name)) return operand(0);
    switch (op.name) {
      case 'stablehlo.concatenate':
      case 'ttir.concat':
        return op.operands.map((_, i) => operand(i)).reduce(union);
      case 'stablehlo.add':
      case 'ttir.add':
        return combined(value, operand(0), operand(1), (a, b) => a + b);
      case 'stablehlo.multiply':
      case 'ttir.multiply':
        return combined(value, operand(0), operand(1), (a, b) => a * b);
      case 'stablehlo.select':
      case 'ttir.where': {
        const truth = this.#truthOf(op.getOperand(0), depth - 1);
        return truth === null ? union(operand(1), operand(2)) : operand(truth ? 1 : 2);
      }
      case 'stablehlo.clamp':
        return clamped(operand(0), operand(2));
      case 'ttir.clamp_tensor':
        return clamped(operand(1), operand(2));
      default:
        return null;
    }
  }

  /**
   * Returns the result, for all elements, of the comparison by which JAX finds negative indices; `null` where it is
   * not known.
   */
  #truthOf(value: Value, depth: number): boolean | null {
    const op = value.definingOp;
    if (op === null || depth === 0) return null;
    if (MOVES.has(op.name)) return this.#truthOf(op.getOperand(0), depth - 1);
    const isLess =
      op instanceof ttir.LessThanOp ||
      (op instanceof shlo.CompareOp && op.comparisonDirection.value === 'LT');
    if (!isLess) return null;
    const [lhs, rhs] = [this.rangeOf(op.lhs, depth), this.rangeOf(op.rhs, depth)];
    if (lhs === null || rhs === null) return null;
    if (lhs.most < rhs.least) return true;
    return lhs.least >= rhs.most ? false : null;
  }
}

/** The range of what is bounded by elements of two tensors. */
function clamped(min: Range | null, max: Range | null): Range | null {
  return min && max && { least: Math.min(min.least, max.least), most: max.most };
}

function combined(
  value: Value,
  a: Range | null,
  b: Range | null,
  join: (a: number, b: number) => number,
): Range | null {
  if (a === null || b === null) return null;
  const ends = [a.least, a.most].flatMap((x) => [join(x, b.least), join(x, b.most)]);
  return bounded(spanOf(ends), value);
}
