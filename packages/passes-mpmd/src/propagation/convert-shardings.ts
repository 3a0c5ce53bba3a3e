import { type FuncOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import { FragmentOp, meshTensorTypeOf, MpmdForOp, TransferOp } from '@shardform/dialect-mpmd';
import {
  areShardingsEquivalent,
  functionArgumentSharding,
  getSharding,
  resultShardings,
  SdyConstantOp,
  SHARDING,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ConstantOp } from '@shardform/dialect-stablehlo';
import { applyPatternsGreedily, type Context, pattern, Rewriter, type Value } from '@shardform/ir-core';
import { simplifyRegionOp } from '../common/simplify-region-op.ts';
import { distributedPass, functionPass } from '../program/distributed-pass.ts';
import { updateFunctionType } from '../program/functions.ts';

/** `mpmd-convert-sdy-shardings-to-mpmd-types`. */
export const convertSdyShardings = /* @__PURE__ */ distributedPass({
  name: 'mpmd-convert-sdy-shardings-to-mpmd-types',
  className: 'ConvertSdyShardingsToMpmdTypesPass',
  summary: 'Puts shardings into the types of mesh tensors.',
  toleratesErrors: 'upstream reports transfers that reshard and goes on',
  run(func, { context }) {
    convertOps(func, context);
    convertSignature(func);
    checkTransfers(func, context);
  },
});

function setTypeSharding(value: Value, sharding: TensorShardingAttr | null | undefined): void {
  const type = meshTensorTypeOf(value);
  if (type !== null && sharding !== null && sharding !== undefined) value.setType(type.with({ sharding }));
}

/** Among shardings of operands, the place of one that has none: after propagation, others are closed. */
function isLeftOpen(sharding: TensorShardingAttr): boolean {
  const { meshOrRef, dims } = sharding;
  return dims.length > 0 && sharding === TensorShardingAttr.fullyOpen(meshOrRef, dims.length);
}

function convertOps(func: FuncOp, context: Context): void {
  func.walk((op) => {
    if (op instanceof FragmentOp) {
      const { inShardings, outShardings } = op;
      op.operands.forEach(({ value }, i) => {
        const sharding = inShardings?.shardings[i];
        if (sharding !== undefined && !isLeftOpen(sharding)) setTypeSharding(value, sharding);
      });
      op.results.forEach((result, i) => setTypeSharding(result, outShardings?.shardings[i]));
      op.inShardings = null;
      op.outShardings = null;
    } else if (op instanceof TransferOp) {
      setTypeSharding(op.tensor, getSharding(op.tensor, context));
      setTypeSharding(op.result, resultShardings(op)?.shardings[0]);
    } else if (op instanceof MpmdForOp) {
      const results = resultShardings(op);
      op.operands.forEach(({ value }, i) => {
        const sharding = getSharding(value, context);
        setTypeSharding(value, sharding);
        setTypeSharding(op.entry.getArgument(i), sharding);
      });
      op.results.forEach((result, i) => setTypeSharding(result, results?.shardings[i]));
    }
    if (op.name !== 'stablehlo.send' && op.name !== 'stablehlo.recv') op.setAttr(SHARDING, null);
  });
}

function convertSignature(func: FuncOp): void {
  for (const argument of func.entry.arguments) {
    setTypeSharding(argument, functionArgumentSharding(func, argument.index));
  }
  for (const which of ['arg_attrs', 'res_attrs'] as const) {
    const attrs = valueAttrsList(func, which).map((dictionary) => dictionary.with(SHARDING, null));
    setAllValueAttrs(func, which, attrs);
  }
  updateFunctionType(func);
}

function checkTransfers(func: FuncOp, { diagnostics }: Context): void {
  func.walkOf(TransferOp, (transfer) => {
    const [from, to] = [transfer.tensor.type.sharding, transfer.result.type.sharding];
    if (
      from?.meshOrRef !== to?.meshOrRef ||
      from === null ||
      to === null ||
      areShardingsEquivalent(from, to)
    ) {
      return 'advance';
    }
    diagnostics.error(
      transfer.location,
      `Transfer op has different shardings for the operand and result on the same mesh, operand sharding: ${String(from)}, result sharding: ${String(to)}`,
    );
    return 'interrupt';
  });
}

/** `mpmd-convert-sdy-constants`. */
export const convertSdyConstants = /* @__PURE__ */ functionPass({
  name: 'mpmd-convert-sdy-constants',
  className: 'ConvertSdyConstantsPass',
  summary: 'Makes constants of StableHLO of those of sdy.',
  dependentDialects: ['stablehlo'],
  run(func, { context }) {
    const rewriter = new Rewriter(context);
    func.walkOf(SdyConstantOp, (op) => {
      rewriter.replaceOpWith(op, ConstantOp, { value: op.value }, op.resultTypes(), {
        attributes: op.discardable,
      });
    });
  },
});

const simplifyFragment = /* @__PURE__ */ pattern(FragmentOp, 'mpmd-simplify-fragment', (op, rewriter) =>
  simplifyRegionOp(
    op,
    (inputs, types) => {
      const { origin, meshName, stageId, inShardings, outShardings, discardable } = op;
      const args = { inputs, origin, meshName, stageId, inShardings, outShardings };
      return rewriter.create(FragmentOp, args, types, { attributes: discardable });
    },
    rewriter,
  ),
);

/** `mpmd-simplify-program`. */
export const simplifyProgram = /* @__PURE__ */ functionPass({
  name: 'mpmd-simplify-program',
  className: 'SimplifyProgramPass',
  summary: 'Leaves out what fragments take or return needlessly.',
  run: (func, { context }) => void applyPatternsGreedily(func, [simplifyFragment], context),
});
