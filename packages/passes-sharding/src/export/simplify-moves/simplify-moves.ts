import { CallOp, FuncOp } from '@shardform/dialect-func';
import { getSharding } from '@shardform/dialect-sdy';
import {
  ConcatenateOp,
  ConvolutionOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  PadOp,
  ReduceWindowOp,
  ReverseOp,
  SelectAndScatterOp,
  SliceOp,
} from '@shardform/dialect-stablehlo';
import {
  type AnyOpClass,
  type Context,
  definePass,
  inlineCall,
  type ModuleOp,
  type Operation,
  type Value,
} from '@shardform/ir-core';
import { callGraphPostOrder } from '../../module/call-graph.ts';

/** Larger functions stay: their text is worth more than the bytes. */
const MOST_OPERATIONS = 64;

/** Operations of which neighbours exchange borders. */
const MOVES: ReadonlySet<unknown> = new Set<AnyOpClass>([
  ConcatenateOp,
  ConvolutionOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  PadOp,
  ReduceWindowOp,
  ReverseOp,
  SelectAndScatterOp,
  SliceOp,
]);

/** `shardform-simplify-moves`. */
export const simplifyMoves = /* @__PURE__ */ definePass({
  name: 'shardform-simplify-moves',
  className: 'SimplifyMovesPass',
  summary: 'Inlines small functions that move elements of split tensors, and removes what moves nothing.',
  description:
    "Borders are exchanged, and shards of uneven size kept, within a function only: at a call operands and results have the function's shardings. JAX makes functions of `jnp.pad`, `jnp.roll` and `jnp.diff`.",
  run(op, { context }) {
    // The anchor is the module.
    for (const func of callGraphPostOrder(op as ModuleOp)) {
      func.walkOf(CallOp, (call) => {
        const callee = call.calledFunction();
        if (callee === null || callee === func || !isSplit(call, context) || !isSmallMove(callee)) return;
        if (inlineCall(call, callee, context, { clone: true })) call.erase();
      });
      func.walk((inner) => {
        const source = movedWhole(inner);
        if (source === null) return;
        inner.replaceAllUsesWith([source]);
        inner.erase();
      });
    }
  },
});

/** The operand that the result of an operation is, where nothing is cut off or added; `null` elsewhere. */
function movedWhole(op: Operation): Value | null {
  let source: Value | null = null;
  if (op instanceof SliceOp) source = op.operand;
  else if (op instanceof PadOp && op.interiorPadding.numbers().every((n) => n === 0)) {
    const isNothing = [op.edgePaddingLow, op.edgePaddingHigh].every((list) =>
      list.numbers().every((n) => n === 0),
    );
    source = isNothing ? op.operand : null;
  } else if (op instanceof ConcatenateOp) {
    const [first, ...others] = op.inputs.filter(({ type }) => type.elementCount > 0);
    source = first !== undefined && others.length === 0 ? first : null;
  }
  return source !== null && source.type === op.getResult().type ? source : null;
}

function isSplit(call: CallOp, context: Context): boolean {
  return [...call.operandValues(), ...call.results].some(
    (value) => getSharding(value, context)?.isFullyReplicated === false,
  );
}

function isSmallMove(func: FuncOp): boolean {
  if (func.isDeclaration) return false;
  let [count, moves] = [0, false];
  func.walk((op) => {
    moves ||= MOVES.has(op.constructor);
    return ++count > MOST_OPERATIONS ? 'interrupt' : 'advance';
  });
  return moves && count <= MOST_OPERATIONS;
}
