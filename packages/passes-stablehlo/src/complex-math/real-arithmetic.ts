import {
  DenseElementsAttr,
  FloatAttr,
  type FloatType,
  i1,
  type RankedTensorType,
  type Rewriter,
  type Value,
} from '@shardform/ir-core';
import {
  AbsOp,
  AddOp,
  AndOp,
  Atan2Op,
  chlo,
  CompareOp,
  ComparisonDirectionAttr,
  ConstantOp,
  CosineOp,
  DivOp,
  ExpOp,
  Log1pOp,
  LogOp,
  MaxOp,
  MinOp,
  MulOp,
  NegOp,
  OrOp,
  SelectOp,
  SineOp,
  SqrtOp,
  SubtractOp,
} from '@shardform/dialect-stablehlo';

type UnaryOp = typeof AbsOp | typeof NegOp | typeof ExpOp;
type BinaryOp = typeof AddOp;

/** Writes elementwise arithmetic on tensors of one real type, at the insertion point of a rewriter. */
export class RealArithmetic {
  readonly #rewriter: Rewriter;
  readonly #type: RankedTensorType;
  readonly #elementType: FloatType;
  readonly #like: Value;
  readonly #constants = new Map<number, Value>();

  /** @param like a value of the type, which constants of unknown sizes have the shape of. */
  constructor(rewriter: Rewriter, type: RankedTensorType, elementType: FloatType, like: Value) {
    this.#rewriter = rewriter;
    this.#type = type;
    this.#elementType = elementType;
    this.#like = like;
  }

  /** The greatest finite number. */
  get largest(): Value {
    return this.constant(this.#elementType.width === 64 ? Number.MAX_VALUE : (2 - 2 ** -23) * 2 ** 127);
  }

  /** A number, rounded to the type; made once. */
  constant(number: number): Value {
    let value = this.#constants.get(number);
    if (value === undefined) this.#constants.set(number, (value = this.#makeConstant(number)));
    return value;
  }

  #makeConstant(number: number): Value {
    const type = this.#type;
    if (type.hasStaticShape) {
      return this.#rewriter.create(ConstantOp, { value: DenseElementsAttr.splat(type, number) }).output;
    }
    const value = FloatAttr.get(number, this.#elementType);
    return this.#rewriter.create(chlo.ConstantLikeOp, { operand: this.#like, value }, [type]).result;
  }

  #unary(op: UnaryOp, operand: Value): Value {
    return this.#rewriter.create(op, { operand }, [this.#type]).result;
  }

  #binary(op: BinaryOp, lhs: Value, rhs: Value): Value {
    return this.#rewriter.create(op, { lhs, rhs }, [lhs.type]).result;
  }

  readonly abs = (a: Value): Value => this.#unary(AbsOp, a);
  readonly negate = (a: Value): Value => this.#unary(NegOp, a);
  readonly sqrt = (a: Value): Value => this.#unary(SqrtOp, a);
  readonly exp = (a: Value): Value => this.#unary(ExpOp, a);
  readonly log = (a: Value): Value => this.#unary(LogOp, a);
  /** `log(1 + a)` */
  readonly log1p = (a: Value): Value => this.#unary(Log1pOp, a);
  readonly sine = (a: Value): Value => this.#unary(SineOp, a);
  readonly cosine = (a: Value): Value => this.#unary(CosineOp, a);
  readonly add = (a: Value, b: Value): Value => this.#binary(AddOp, a, b);
  readonly subtract = (a: Value, b: Value): Value => this.#binary(SubtractOp, a, b);
  readonly multiply = (a: Value, b: Value): Value => this.#binary(MulOp, a, b);
  readonly divide = (a: Value, b: Value): Value => this.#binary(DivOp, a, b);
  readonly maximum = (a: Value, b: Value): Value => this.#binary(MaxOp, a, b);
  readonly minimum = (a: Value, b: Value): Value => this.#binary(MinOp, a, b);
  readonly atan2 = (a: Value, b: Value): Value => this.#binary(Atan2Op, a, b);
  readonly and = (a: Value, b: Value): Value => this.#binary(AndOp, a, b);
  readonly or = (a: Value, b: Value): Value => this.#binary(OrOp, a, b);

  compare(direction: 'EQ' | 'GE' | 'GT' | 'LT', lhs: Value, rhs: Value): Value {
    const comparisonDirection = ComparisonDirectionAttr.get(direction);
    const type = this.#type.withElementType(i1);
    return this.#rewriter.create(CompareOp, { lhs, rhs, comparisonDirection }, [type]).result;
  }

  select(pred: Value, onTrue: Value, onFalse: Value): Value {
    return this.#rewriter.create(SelectOp, { pred, onTrue, onFalse }, [this.#type]).result;
  }
}
