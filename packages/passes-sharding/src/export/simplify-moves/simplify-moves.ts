import { FuncOp } from '@shardform/dialect-func';
import { getSharding, setSharding } from '@shardform/dialect-sdy';
import { ConcatenateOp, DynamicSliceOp, PadOp, ScalarFrame, SliceOp } from '@shardform/dialect-stablehlo';
import {
  type Context,
  definePass,
  DenseArrayAttr,
  i64,
  type Operation,
  type Value,
  zip,
} from '@shardform/ir-core';

/** `shardform-simplify-moves`. */
export const simplifyMoves = /* @__PURE__ */ definePass({
  name: 'shardform-simplify-moves',
  className: 'SimplifyMovesPass',
  summary: 'Removes what moves nothing; slices of known offsets say them.',
  description:
    'Neighbours exchange the borders of slices of known offsets. JAX makes slices and concatenations that move nothing of `jnp.pad`, `jnp.roll` and `jnp.diff`.',
  run(op, { context }) {
    op.walkOf(FuncOp, (func) => {
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
    });
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
