/** The operator of a binary affine expression. `floordiv` and `ceildiv` round down and up. */
export type AffineBinaryKind = 'add' | 'mul' | 'mod' | 'floordiv' | 'ceildiv';

/** `d0`: a dimension of the map, 0-based. */
export interface AffineDimExpr {
  readonly kind: 'dim';
  readonly id: number;
  readonly position: number;
}

/** `s0`: a symbol of the map, 0-based. */
export interface AffineSymbolExpr {
  readonly kind: 'symbol';
  readonly id: number;
  readonly position: number;
}

/** A 64-bit signed number. */
export interface AffineConstantExpr {
  readonly kind: 'constant';
  readonly id: number;
  readonly value: bigint;
}

/** Two expressions combined. The operand on the right of all kinds but `add` is symbolic or constant. */
export interface AffineBinaryExpr {
  readonly kind: AffineBinaryKind;
  readonly id: number;
  readonly lhs: AffineExpr;
  readonly rhs: AffineExpr;
  /** True if no dimension is mentioned. */
  readonly isSymbolic: boolean;
}

/**
 * An expression of dimensions, symbols and constants. Expressions are interned: equal ones are the same
 * object. Build them with {@link affineAdd} and its siblings, which simplify as MLIR does.
 */
export type AffineExpr = AffineDimExpr | AffineSymbolExpr | AffineConstantExpr | AffineBinaryExpr;

const dims: AffineDimExpr[] = [];
const symbols: AffineSymbolExpr[] = [];
const constants = new Map<bigint, AffineConstantExpr>();
const binaries = new Map<string, AffineBinaryExpr>();
let expressionCount = 0;

/** Returns the dimension at a 0-based position. */
export function affineDim(position: number): AffineDimExpr {
  for (let i = dims.length; i <= position; i++)
    dims.push({ kind: 'dim', id: ++expressionCount, position: i });
  return dims[position]!;
}

/** Returns the symbol at a 0-based position. */
export function affineSymbol(position: number): AffineSymbolExpr {
  for (let i = symbols.length; i <= position; i++) {
    symbols.push({ kind: 'symbol', id: ++expressionCount, position: i });
  }
  return symbols[position]!;
}

/** Returns a constant; wraps to 64 bits. */
export function affineConstant(value: bigint | number): AffineConstantExpr {
  const wrapped = BigInt.asIntN(64, BigInt(value));
  let constant = constants.get(wrapped);
  if (constant === undefined) {
    constant = { kind: 'constant', id: ++expressionCount, value: wrapped };
    constants.set(wrapped, constant);
  }
  return constant;
}

/** Returns the expression exactly as given, not simplified. */
export function affineBinary(kind: AffineBinaryKind, lhs: AffineExpr, rhs: AffineExpr): AffineBinaryExpr {
  const key = `${kind}${lhs.id},${rhs.id}`;
  let binary = binaries.get(key);
  if (binary === undefined) {
    const isSymbolic = isSymbolicOrConstant(lhs) && isSymbolicOrConstant(rhs);
    binary = { kind, id: ++expressionCount, lhs, rhs, isSymbolic };
    binaries.set(key, binary);
  }
  return binary;
}

/** Returns true if the expression mentions no dimension. */
export function isSymbolicOrConstant(expression: AffineExpr): boolean {
  switch (expression.kind) {
    case 'dim':
      return false;
    case 'symbol':
    case 'constant':
      return true;
    default:
      return expression.isSymbolic;
  }
}

/** Returns the largest number that is known to divide every value of the expression; 0 for the constant 0. */
export function largestKnownDivisor(expression: AffineExpr): bigint {
  switch (expression.kind) {
    case 'dim':
    case 'symbol':
      return 1n;
    case 'constant':
      return absolute(expression.value);
    case 'mul':
      return largestKnownDivisor(expression.lhs) * largestKnownDivisor(expression.rhs);
    case 'add':
    case 'mod':
      return greatestCommonDivisor(largestKnownDivisor(expression.lhs), largestKnownDivisor(expression.rhs));
    default: {
      const { rhs } = expression;
      if (rhs.kind !== 'constant' || rhs.value === 0n) return 1n;
      const divisor = largestKnownDivisor(expression.lhs);
      return divisor % rhs.value === 0n ? absolute(divisor / rhs.value) : 1n;
    }
  }
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
