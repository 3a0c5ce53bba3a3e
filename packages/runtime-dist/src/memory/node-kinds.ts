import { elementwiseKernels, transcendentalKernels } from '@shardform/cost-model';
import { BitcastConvertOp } from '@shardform/dialect-stablehlo';
import { elementCount, type GraphNode, type GraphValue, resultOf } from './hlo-graph.ts';

/** Of operations, whose names are the kinds of their nodes. */
const kindsOf = (ops: typeof elementwiseKernels): ReadonlySet<string> =>
  new Set(ops.map(({ definition }) => definition.name));

const ELEMENTWISE = kindsOf([...elementwiseKernels, ...transcendentalKernels, BitcastConvertOp]);

const TRANSCENDENTAL = kindsOf(transcendentalKernels);

const names = (list: string): string[] => list.split(' ').map((name) => `stablehlo.${name}`);

const MOVES: ReadonlySet<string> = new Set([
  'transpose',
  ...names(
    `broadcast broadcast_in_dim concatenate dynamic_iota dynamic_slice gather iota pad reverse slice transpose reduce`,
  ),
]);

/** Cheap where this list has them, though they take several instructions. */
const CHEAP_FUNCTIONS: ReadonlySet<string> = new Set(names('cosine sine tan'));

const EXPENSIVE: ReadonlySet<string> = new Set(names('divide remainder gather reduce atan2'));

const BROADCASTS: ReadonlySet<string> = new Set(names('broadcast broadcast_in_dim'));

/** Returns whether an element of the result is computed from the elements at the same index. */
export function isElementwise({ kind }: GraphNode): boolean {
  return ELEMENTWISE.has(kind);
}

/** Returns whether a node can be fused into a loop over elements. */
export function isLoopFusible(node: GraphNode): boolean {
  return node.results.length === 1 && (isElementwise(node) || MOVES.has(node.kind));
}

/** Returns whether a node's elements are too expensive to compute twice. */
export function isExpensive(node: GraphNode): boolean {
  const { kind } = node;
  if (node.kind === 'stablehlo.convert')
    return resultOf(node).element === 'bf16' && node.operands[0]?.element === 'f32';
  if (EXPENSIVE.has(kind))
    return kind === 'stablehlo.divide' || kind === 'stablehlo.remainder' ? isFloat(resultOf(node)) : true;
  return TRANSCENDENTAL.has(kind) && !CHEAP_FUNCTIONS.has(kind);
}

/** Returns whether a value is of a floating-point type. */
export function isFloat({ element }: GraphValue): boolean {
  return /^(b?f|tf|complex)/.test(element);
}

/** Returns whether a node repeats elements of its operand. */
export function isBroadcast({ kind }: GraphNode): boolean {
  return BROADCASTS.has(kind);
}

/** Returns whether an element of an operand is read for several elements of the result. */
export function reusesElements(node: GraphNode, operand: GraphValue): boolean {
  if (isBroadcast(node)) return elementCount(resultOf(node)) > elementCount(operand);
  return node.kind === 'stablehlo.gather';
}

/** Returns whether a value is known statically and has memory of its own. */
export function isConstant({ node }: GraphValue): boolean {
  return node?.kind === 'stablehlo.constant';
}

/** Returns whether a value is a constant of one element. */
export function isScalarConstant(value: GraphValue): boolean {
  return isConstant(value) && elementCount(value) === 1;
}
