import { CallOp, FuncOp } from '@shardform/dialect-func';
import { getSharding, setSharding } from '@shardform/dialect-sdy';
import {
  ConcatenateOp,
  ConvolutionOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  PadOp,
  ReduceWindowOp,
  ReverseOp,
  ScalarFrame,
  SelectAndScatterOp,
  SliceOp,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import {
  type AnyOpClass,
  type Context,
  definePass,
  DenseArrayAttr,
  i64,
  inlineCall,
  type ModuleOp,
  type Operation,
  type Value,
  zip,
} from '@shardform/ir-core';
import { callCounts, callGraphPostOrder } from '../../module/call-graph.ts';

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
  summary:
    'Inlines small functions that move elements of split tensors, and removes what moves nothing; slices of known offsets say them.',
  description:
    "Borders are exchanged, and shards of uneven size kept, within a function only: at a call operands and results have the function's shardings. JAX makes functions of `jnp.pad`, `jnp.roll` and `jnp.diff`. One that only the body of a loop calls is inlined too, whatever its size: what the loop does not change is sent before it then.",
  run(op, { context }) {
    const calls = callCounts(op);
    // The anchor is the module.
    for (const func of callGraphPostOrder(op as ModuleOp)) {
      func.walkOf(CallOp, (call) => {
        const callee = call.calledFunction();
        if (callee === null || callee === func || !isSplit(call, context)) return;
        if (!isSmallMove(callee) && !(isInLoop(call) && calls.get(callee) === 1)) return;
        if (inlineCall(call, callee, context, { clone: true })) call.erase();
      });
      const scalars = new ScalarFrame();
      func.walkOf(DynamicSliceOp, (slice) => {
        makeStatic(slice, scalars, context);
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

/** Makes a slice whose offsets are known one that says so: neighbours exchange its borders then. */
function makeStatic(op: DynamicSliceOp, scalars: ScalarFrame, context: Context): void {
  const { type } = op.operand;
  const sizes = op.sliceSizes.numbers();
  if (!type.hasStaticShape) return;
  const starts = zip(op.startIndices, sizes).map(([value, size], d) => {
    const start = scalars.evaluate(value);
    return start === null ? null : Math.max(0, Math.min(start, type.dimSize(d) - size));
  });
  const known = starts.filter((start) => start !== null);
  if (known.length < starts.length) return;
  const list = (numbers: readonly number[]): DenseArrayAttr => DenseArrayAttr.get(i64, numbers);
  const slice = SliceOp.create(
    {
      operand: op.operand,
      startIndices: list(known),
      limitIndices: list(zip(known, sizes).map(([start, size]) => start + size)),
      strides: list(sizes.map(() => 1)),
    },
    [op.result.type],
    { location: op.location },
  );
  slice.moveBefore(op);
  const sharding = getSharding(op.result, context);
  if (sharding !== null) setSharding(slice.result, sharding, context);
  op.result.replaceAllUsesWith(slice.result);
  op.erase();
}

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

/** Returns whether a call is in the body of a loop: JAX makes a function of what `scan` repeats. */
function isInLoop({ parent: block }: CallOp): boolean {
  const loop = block?.parentOp;
  return loop instanceof WhileOp && loop.body.entry === block;
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
