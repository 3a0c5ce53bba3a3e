import { CaseOp, IfOp, ReturnOp, tensorOf } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, IrMapping, type Region, type Tensor, zip } from '@shardform/ir-core';
import { type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';

/** The same choice again: each branch computes what it did, and from that the gradients of what it uses from outside. */
function branchGradients(op: CaseOp | IfOp) {
  return ({ results, captured, build, differentiate }: GradientInput): Gradients => {
    const { builder } = build;
    const types = captured.map(({ type }) => type);
    const choice =
      op instanceof IfOp
        ? builder.create(IfOp, { pred: op.pred }, types)
        : builder.create(CaseOp, { index: op.index }, types, { regionCount: op.regions.length });
    const fill = (from: Region, to: Region): void => {
      builder.createBlock(to);
      const mapping = new IrMapping();
      const { terminator } = from.entry;
      const copies = [...from.entry]
        .filter((inner) => inner !== terminator)
        .map((inner) => builder.clone(inner, mapping));
      const returned = terminator!.operandValues().map((value) => mapping.value(value));
      const gradients = differentiate(
        copies,
        returned.map((value, i) => [value, results[i]!] as const),
        captured,
      );
      const own = zip(gradients, types).map(([gradient, type]): Tensor => gradient ?? build.zeros(type));
      builder.create(ReturnOp, { results: own });
      build.eraseDeadOps(to.entry);
    };
    op.regions.forEach((region, i) => builder.atSavedPoint(() => fill(region, choice.getRegion(i))));
    return [null, ...choice.results.map(tensorOf)];
  };
}

/** Rules of choices between regions. */
export const branchRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(IfOp, branchGradients),
  gradientRule.implementFor(CaseOp, branchGradients),
];
