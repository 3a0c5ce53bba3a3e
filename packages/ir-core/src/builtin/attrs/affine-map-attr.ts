import { Attribute } from '../../ir/attribute.ts';
import { InternTable } from '../../ir/intern.ts';
import type { Printer } from '../../text/printer.ts';
import { affineReplace } from './affine-arithmetic.ts';
import { affineConstant, affineDim, type AffineExpr, affineSymbol } from './affine-expr.ts';
import { affineText } from './affine-text.ts';

/** `affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>`: a function from dimensions and symbols to numbers. */
export class AffineMapAttr extends Attribute {
  static readonly #table = new InternTable<AffineMapAttr>();
  /** Maps lay out buffers. */
  readonly isMemRefLayout = true;
  readonly dimCount: number;
  readonly symbolCount: number;
  readonly results: readonly AffineExpr[];

  private constructor(dimCount: number, symbolCount: number, results: readonly AffineExpr[]) {
    super();
    this.dimCount = dimCount;
    this.symbolCount = symbolCount;
    this.results = results;
  }

  static get(dimCount: number, symbolCount: number, results: readonly AffineExpr[]): AffineMapAttr {
    const key = `${dimCount},${symbolCount}:${results.map(({ id }) => id).join()}`;
    return this.#table.get(key, () => new AffineMapAttr(dimCount, symbolCount, [...results]));
  }

  /** `(d0, …) -> (d0, …)` over `rank` dimensions. */
  static identity(rank: number): AffineMapAttr {
    return this.get(rank, 0, dimensions(rank));
  }

  get isIdentity(): boolean {
    return (
      this.results.length === this.dimCount && this.results.every((result, i) => result === affineDim(i))
    );
  }

  /** Why a buffer with this number of dimensions can't be laid out by the map, or `null`. */
  problemForRank(rank: number): string | null {
    if (rank === this.dimCount) return null;
    return `memref layout mismatch between rank and affine map: ${rank} != ${this.dimCount}`;
  }

  /** The map that applies `inner` first; symbols of both are listed, this map's first. */
  compose(inner: AffineMapAttr): AffineMapAttr {
    if (inner.results.length !== this.dimCount) {
      throw new Error(
        `a map of ${this.dimCount} dimensions follows one with ${inner.results.length} results`,
      );
    }
    const shifted = Array.from({ length: inner.symbolCount }, (_, i) => affineSymbol(this.symbolCount + i));
    const dims = inner.results.map((result) => affineReplace(result, [], shifted));
    const results = this.results.map((result) => affineReplace(result, dims, []));
    return AffineMapAttr.get(inner.dimCount, this.symbolCount + inner.symbolCount, results);
  }

  /** The results for given dimensions and symbols. @throws on a division by zero. */
  evaluate(dims: readonly number[], symbols: readonly number[] = []): number[] {
    const [dimValues, symbolValues] = [dims.map(affineConstant), symbols.map(affineConstant)];
    return this.results.map((result) => {
      const value = affineReplace(result, dimValues, symbolValues);
      if (value.kind !== 'constant') throw new Error(`'${affineText(result)}' has no value`);
      return Number(value.value);
    });
  }

  /** Writes the map without `affine_map<` and `>` around it. */
  printBody(printer: Printer): void {
    printer.write(
      `${spaceText(this.dimCount, this.symbolCount)} -> (${this.results.map(affineText).join(', ')})`,
    );
  }

  print(printer: Printer): void {
    printer.write('affine_map<');
    this.printBody(printer);
    printer.write('>');
  }
}

/** One condition of a set: the expression is zero, or at least zero. */
export interface AffineConstraint {
  readonly expression: AffineExpr;
  readonly isEquality: boolean;
}

/** `affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 - 4 == 0)>`: the points that satisfy all constraints. */
export class IntegerSetAttr extends Attribute {
  static readonly #table = new InternTable<IntegerSetAttr>();
  readonly dimCount: number;
  readonly symbolCount: number;
  readonly constraints: readonly AffineConstraint[];

  private constructor(dimCount: number, symbolCount: number, constraints: readonly AffineConstraint[]) {
    super();
    this.dimCount = dimCount;
    this.symbolCount = symbolCount;
    this.constraints = constraints;
  }

  static get(
    dimCount: number,
    symbolCount: number,
    constraints: readonly AffineConstraint[],
  ): IntegerSetAttr {
    const parts = constraints.map(
      ({ expression, isEquality }) => `${expression.id}${isEquality ? '=' : '>'}`,
    );
    const key = `${dimCount},${symbolCount}:${parts.join()}`;
    return this.#table.get(key, () => new IntegerSetAttr(dimCount, symbolCount, [...constraints]));
  }

  print(printer: Printer): void {
    const parts = this.constraints.map(
      ({ expression, isEquality }) => `${affineText(expression)} ${isEquality ? '==' : '>='} 0`,
    );
    printer.write(`affine_set<${spaceText(this.dimCount, this.symbolCount)} : (${parts.join(', ')})>`);
  }
}

function dimensions(count: number): AffineExpr[] {
  return Array.from({ length: count }, (_, i) => affineDim(i));
}

/** `(d0, d1)[s0]`. */
function spaceText(dimCount: number, symbolCount: number): string {
  const list = (letter: string, count: number): string =>
    Array.from({ length: count }, (_, i) => `${letter}${i}`).join(', ');
  return `(${list('d', dimCount)})${symbolCount === 0 ? '' : `[${list('s', symbolCount)}]`}`;
}
