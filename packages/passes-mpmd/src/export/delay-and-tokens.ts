import { ARG_ATTRS, FragmentOp, meshTensorTypeOf, RES_ATTRS } from '@shardform/dialect-mpmd';
import { TensorShardingPerValueAttr } from '@shardform/dialect-sdy';
import { CreateTokenOp, TokenType } from '@shardform/dialect-stablehlo';
import { ArrayAttr, type Operation, Rewriter } from '@shardform/ir-core';
import { withResults } from '../common/fragment-clean-up.ts';
import { transfersIn } from '../common/transfer-passes.ts';
import { mpmdPass } from '../program/distributed-pass.ts';
import { fragmentsIn } from '../program/fragments.ts';
import { isEntryPoint } from '../program/functions.ts';
import { fragmentAttrs, setFragmentAttrs, type ValueAttrsName } from './value-attrs.ts';

/** `mpmd-delay-inferred-fragments`. */
export const delayInferredFragments = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-delay-inferred-fragments',
  className: 'DelayInferredFragmentsPass',
  summary: 'Moves inferred fragments to right before their first user.',
  run(func) {
    if (!isEntryPoint(func)) return;
    for (let op = func.entry.lastOp; op !== null;) {
      const { previous }: Operation = op;
      if (op instanceof FragmentOp && !op.isUserFragment) moveToFirstUser(op);
      op = previous;
    }
  },
});

/** `mpmd-delay-transfers-from-cpu`. */
export const delayTransfersFromCpu = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-delay-transfers-from-cpu',
  className: 'DelayTransfersFromCpuPass',
  summary: 'Moves transfers from hosts to right before their first user.',
  run(func) {
    if (!isEntryPoint(func)) return;
    for (const transfer of transfersIn(func)) {
      const type = meshTensorTypeOf(transfer.tensor);
      if (type !== null && (type.meshName.endsWith('/cpu') || type.isOnHost)) moveToFirstUser(transfer);
    }
  },
});

function moveToFirstUser(op: Operation): void {
  let first: Operation | null = null;
  for (const result of op.results) {
    for (const user of result.users()) {
      const ancestor = op.parent!.findAncestorOp(user);
      if (ancestor !== null && (first === null || ancestor.isBefore(first))) first = ancestor;
    }
  }
  if (first !== null) op.moveBefore(first);
}

/** `mpmd-sink-create-token-into-fragments`. */
export const sinkCreateToken = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-sink-create-token-into-fragments',
  className: 'SinkCreateTokenIntoFragmentsPass',
  summary: 'Makes tokens inside fragments rather than handing them in and out.',
  dependentDialects: ['stablehlo'],
  run(func, { context }) {
    const rewriter = new Rewriter(context);
    const fragments = fragmentsIn(func.entry);
    for (const fragment of fragments) sinkOperands(fragment, rewriter);
    for (const fragment of fragments) dropResults(fragment, rewriter);
  },
});

function sinkOperands(fragment: FragmentOp, rewriter: Rewriter): void {
  const isToken = fragment.operands.map(({ value }) => value.type instanceof TokenType);
  if (!isToken.includes(true)) return;
  rewriter.setInsertionPointToStart(fragment.entry);
  fragment.entry.arguments.forEach((argument, i) => {
    if (!isToken[i]!) return;
    const token = rewriter.create(CreateTokenOp, {}, [TokenType.instance], { location: fragment.location });
    argument.replaceAllUsesWith(token.getResult());
  });
  const isKept = (i: number): boolean => !isToken[i]!;
  filterAttrs(fragment, ARG_ATTRS, isKept);
  const { inShardings } = fragment;
  fragment.inShardings =
    inShardings === null
      ? null
      : TensorShardingPerValueAttr.get(inShardings.shardings.filter((_, i) => isKept(i)));
  for (let i = isToken.length - 1; i >= 0; i--) if (isToken[i]!) fragment.entry.eraseArgument(i);
  fragment.setOperands(fragment.operandValues().filter((_, i) => isKept(i)));
}

/** Nothing takes the tokens any more. */
function dropResults(fragment: FragmentOp, rewriter: Rewriter): void {
  const kept = fragment.results.filter(({ type }) => !(type instanceof TokenType));
  if (kept.length === fragment.results.length) return;
  const isKept = (i: number): boolean => kept.some(({ index }) => index === i);
  filterAttrs(fragment, RES_ATTRS, isKept);
  const { outShardings } = fragment;
  fragment.outShardings =
    outShardings === null
      ? null
      : TensorShardingPerValueAttr.get(outShardings.shardings.filter((_, i) => isKept(i)));
  const terminator = fragment.entry.getTerminator();
  terminator.setOperands(kept.map(({ index }) => terminator.getOperand(index)));
  withResults(fragment, kept, rewriter);
}

function filterAttrs(fragment: FragmentOp, which: ValueAttrsName, isKept: (index: number) => boolean): void {
  if (!(fragment.getAttr(which) instanceof ArrayAttr)) return;
  setFragmentAttrs(
    fragment,
    which,
    fragmentAttrs(fragment, which).filter((_, i) => isKept(i)),
  );
}
