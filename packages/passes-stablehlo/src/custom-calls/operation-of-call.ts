import {
  chlo,
  ChloPrecisionAttr,
  type CustomCallOp,
  RaggedDotDimensionNumbersAttr,
  TanOp,
} from '@shardform/dialect-stablehlo';
import {
  ArrayAttr,
  type Attribute,
  DenseElementsAttr,
  DictionaryAttr,
  i64Attr,
  IntegerAttr,
  type Operation,
  StringAttr,
} from '@shardform/ir-core';

/** Returns what makes the operation that a custom call stands for; `null` for a call that is written otherwise. */
type Recomposition = (call: CustomCallOp, attributes: DictionaryAttr) => (() => Operation) | null;

/** Operations of one operand and no attributes. */
const unary = {
  'mhlo.acos': chlo.AcosOp,
  'mhlo.acosh': chlo.AcoshOp,
  'mhlo.asin': chlo.AsinOp,
  'mhlo.asinh': chlo.AsinhOp,
  'mhlo.atan': chlo.AtanOp,
  'mhlo.atanh': chlo.AtanhOp,
  'mhlo.bessel_i1e': chlo.BesselI1eOp,
  'mhlo.cosh': chlo.CoshOp,
  'mhlo.digamma': chlo.DigammaOp,
  'mhlo.erf': chlo.ErfOp,
  'mhlo.erf_inv': chlo.ErfInvOp,
  'mhlo.erfc': chlo.ErfcOp,
  'mhlo.lgamma': chlo.LgammaOp,
  'mhlo.sinh': chlo.SinhOp,
  'mhlo.square': chlo.SquareOp,
  'mhlo.tan': TanOp,
} as const;

function unaryOf(kind: (typeof unary)[keyof typeof unary]): Recomposition {
  return (call) => {
    const [operand] = call.operandValues();
    if (operand === undefined || call.operands.length !== 1 || call.results.length !== 1) return null;
    const { location } = call;
    return () => kind.create({ operand }, call.resultTypes(), { location });
  };
}

/** The smallest elements are no operation of CHLO, and remain a call. */
const topK: Recomposition = (call, attributes) => {
  const [operand] = call.operandValues();
  const k = attributes.get('k');
  if (operand === undefined || call.results.length !== 2 || !(k instanceof IntegerAttr)) return null;
  if (isFalse(attributes.get('largest'))) return null;
  const { location } = call;
  return () => chlo.TopKOp.create({ operand, k: i64Attr(k.number) }, call.resultTypes(), { location });
};

const raggedDot: Recomposition = (call, attributes) => {
  const [lhs, rhs, groupSizes] = call.operandValues();
  const lists = listsOf(attributes.get('ragged_dot_dimension_numbers'));
  if (lhs === undefined || rhs === undefined || groupSizes === undefined || lists?.length !== 6) return null;
  const [lhsBatch, rhsBatch, lhsContracting, rhsContracting, ragged, groups] = lists;
  const dimensionNumbers = RaggedDotDimensionNumbersAttr.get({
    lhsBatchingDimensions: lhsBatch!,
    rhsBatchingDimensions: rhsBatch!,
    lhsContractingDimensions: lhsContracting!,
    rhsContractingDimensions: rhsContracting!,
    lhsRaggedDimensions: ragged!,
    rhsGroupDimensions: groups!,
  });
  const precisions = attributes.get('precision_config');
  const names = precisions instanceof ArrayAttr ? precisions.elements : [];
  const precisionConfig = names.flatMap((name) => {
    const value =
      name instanceof StringAttr
        ? (['DEFAULT', 'HIGH', 'HIGHEST'] as const).find((own) => own === name.value)
        : undefined;
    return value === undefined ? [] : [ChloPrecisionAttr.get(value)];
  });
  const { location } = call;
  return () =>
    chlo.RaggedDotOp.create(
      {
        lhs,
        rhs,
        groupSizes,
        raggedDotDimensionNumbers: dimensionNumbers,
        ...(precisionConfig.length === 2 ? { precisionConfig: ArrayAttr.get(precisionConfig) } : {}),
      },
      call.resultTypes(),
      { location },
    );
};

/** Operations by the targets of calls that frameworks and old exports write for them. */
const recompositions: ReadonlyMap<string, Recomposition> = new Map([
  ...Object.entries(unary).map(([target, kind]) => [target, unaryOf(kind)] as const),
  ['mhlo.topk', topK],
  ['mhlo.ragged_dot', raggedDot],
]);

/**
 * Returns what makes the operation that a custom call stands for, by which XLA's exports and PyTorch/XLA write operations of CHLO: those
 * of StableHLO's compatibility guarantees alone have a form of their own in files. `null` for other calls.
 */
export function operationOfCall(call: CustomCallOp): (() => Operation) | null {
  const target = call.callTargetName.value;
  const recompose = recompositions.get(target) ?? recompositions.get(target.replace(/^chlo\./, 'mhlo.'));
  if (recompose === undefined || call.hasSideEffect?.value === 1n) return null;
  const attributes = call.getAttr('mhlo.attributes');
  return recompose(call, attributes instanceof DictionaryAttr ? attributes : DictionaryAttr.get([]));
}

function isFalse(attribute: Attribute | null): boolean {
  return attribute instanceof IntegerAttr && attribute.value === 0n;
}

/** Lists of dimensions, `[dense<0> : tensor<1xi64>, ...]`. */
function listsOf(attribute: Attribute | null): number[][] | null {
  if (!(attribute instanceof ArrayAttr)) return null;
  return attribute.elements.map((list) =>
    list instanceof DenseElementsAttr ? list.integers().map(Number) : [],
  );
}
