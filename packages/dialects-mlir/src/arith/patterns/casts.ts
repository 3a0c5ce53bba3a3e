import {
  type CanonicalizationPattern,
  constantOf,
  type OpDefinition,
  type Operation,
  pattern,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import { MulIOp, ShRUIOp } from '../binary-ops.ts';
import { AndIOp, OrIOp, XOrIOp } from '../bitwise-ops.ts';
import { CmpIOp } from '../compare-ops.ts';
import { boolTypeLike, MulSIExtendedOp, MulUIExtendedOp } from '../extended-ops.ts';
import { integerOf } from '../elements.ts';
import { BitcastOp } from '../float-cast-ops.ts';
import { ExtSIOp, ExtUIOp, IndexCastOp, IndexCastUIOp, TruncIOp } from '../integer-cast-ops.ts';
import { widthOf } from '../integer-binary.ts';

type Extension = typeof ExtSIOp | typeof ExtUIOp;
type Bitwise = typeof AndIOp | typeof OrIOp | typeof XOrIOp;

const extensions: readonly Extension[] = [ExtUIOp, ExtSIOp];
const bitwise: readonly Bitwise[] = [AndIOp, OrIOp, XOrIOp];

/**
 * Returns the values that two values were extended from, when both were extended by the same cast and from one type;
 * otherwise `null`.
 */
function extendedPair(lhs: Value, rhs: Value, cls: Extension): readonly [Value, Value] | null {
  const [left, right] = [lhs.definingOp, rhs.definingOp];
  if (!(left instanceof cls) || !(right instanceof cls)) return null;
  return left.in.type === right.in.type ? [left.in, right.in] : null;
}

/** Bits are combined before they are extended. */
function bitwiseOfExtended(op: Bitwise, extension: Extension): CanonicalizationPattern {
  return pattern(op, `of-${extension.definition.name.slice('arith.'.length)}`, (matched, rewriter) => {
    const pair = extendedPair(matched.lhs, matched.rhs, extension);
    if (pair === null) return false;
    const [lhs, rhs] = pair;
    const narrow = rewriter.create(op, { lhs, rhs }, [lhs.type]);
    rewriter.replaceOpWith(matched, extension, { in: narrow.result }, [matched.result.type]);
    return true;
  });
}

/** Converting what an operation of another class converted. */
function castOfCast<O extends { new (...args: never[]): Cast; readonly definition: OpDefinition }>(
  outer: O,
  inner: abstract new (...args: never[]) => Cast,
  name: string,
  rewrite: (op: InstanceType<O>, source: Value, rewriter: Rewriter) => boolean,
): CanonicalizationPattern {
  return {
    name,
    root: outer.definition.name,
    matchAndRewrite(op, rewriter) {
      const { definingOp } = op.getOperand(0);
      // The pattern's root says the class of the operation.
      return definingOp instanceof inner && rewrite(op as InstanceType<O>, definingOp.in, rewriter);
    },
  };
}

interface Cast extends Operation {
  readonly in: Value;
  readonly out: Value;
}

/** Converting back gives what there was. */
function backAndForth(op: Cast, source: Value, rewriter: Rewriter): boolean {
  if (source.type !== op.out.type) return false;
  rewriter.replaceOp(op, [source]);
  return true;
}

/** A cut-off extension that is still wider than what it extends is a smaller extension. */
function smallerExtension(cls: Extension): CanonicalizationPattern {
  return castOfCast(
    TruncIOp,
    cls,
    `of-${cls.definition.name.slice('arith.'.length)}`,
    (op, source, rewriter) => {
      if (widthOf(source.type) >= widthOf(op.out.type)) return false;
      rewriter.replaceOpWith(op, cls, { in: source }, [op.out.type]);
      return true;
    },
  );
}

/** The high half of a product that was computed in twice the width. */
function highHalf(
  cls: Extension,
  product: typeof MulSIExtendedOp | typeof MulUIExtendedOp,
): CanonicalizationPattern {
  return pattern(TruncIOp, `high-half-${cls.definition.name.slice('arith.'.length)}`, (op, rewriter) => {
    const shift = op.in.definingOp;
    if (!(shift instanceof ShRUIOp)) return false;
    const multiplication = shift.lhs.definingOp;
    if (!(multiplication instanceof MulIOp)) return false;
    const pair = extendedPair(multiplication.lhs, multiplication.rhs, cls);
    if (pair === null) return false;
    const [lhs, rhs] = pair;
    const width = widthOf(lhs.type);
    if (lhs.type !== op.out.type || integerOf(constantOf(shift.rhs)) !== BigInt(width)) return false;
    if (widthOf(multiplication.result.type) < 2 * width) return false;
    const { high } = rewriter.create(product, { lhs, rhs }, [lhs.type, lhs.type]);
    rewriter.replaceOp(op, [high]);
    return true;
  });
}

/** Comparing for equality before extending. */
function compareExtended(cls: Extension): CanonicalizationPattern {
  return pattern(CmpIOp, `of-${cls.definition.name.slice('arith.'.length)}`, (op, rewriter) => {
    const pair = extendedPair(op.lhs, op.rhs, cls);
    if (pair === null || (op.comparison !== 'eq' && op.comparison !== 'ne')) return false;
    const [lhs, rhs] = pair;
    const { predicate } = op;
    rewriter.replaceOpWith(op, CmpIOp, { predicate, lhs, rhs }, [boolTypeLike(lhs.type)]);
    return true;
  });
}

/** The patterns of conversions and of what is done to converted integers. */
export const castPatterns: readonly CanonicalizationPattern[] = [
  ...bitwise.flatMap((op) => extensions.map((extension) => bitwiseOfExtended(op, extension))),
  ...extensions.map(compareExtended),
  castOfCast(ExtSIOp, ExtUIOp, 'sign-of-zero-extended', (op, source, rewriter) => {
    rewriter.replaceOpWith(op, ExtUIOp, { in: source }, [op.out.type]);
    return true;
  }),
  ...extensions.map(smallerExtension),
  highHalf(ExtSIOp, MulSIExtendedOp),
  highHalf(ExtUIOp, MulUIExtendedOp),
  castOfCast(IndexCastOp, IndexCastOp, 'back-and-forth', backAndForth),
  castOfCast(IndexCastOp, ExtSIOp, 'of-extsi', (op, source, rewriter) => {
    rewriter.replaceOpWith(op, IndexCastOp, { in: source }, [op.out.type]);
    return true;
  }),
  castOfCast(IndexCastUIOp, IndexCastUIOp, 'back-and-forth', backAndForth),
  castOfCast(IndexCastUIOp, ExtUIOp, 'of-extui', (op, source, rewriter) => {
    rewriter.replaceOpWith(op, IndexCastUIOp, { in: source }, [op.out.type]);
    return true;
  }),
  castOfCast(BitcastOp, BitcastOp, 'twice', (op, source, rewriter) => {
    rewriter.replaceOpWith(op, BitcastOp, { in: source }, [op.out.type]);
    return true;
  }),
];
