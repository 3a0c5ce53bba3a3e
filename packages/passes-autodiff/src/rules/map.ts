import { MapOp, ReturnOp, tensorOf } from '@shardform/dialect-stablehlo';
import { type InterfaceImplementation, IrMapping, type Tensor, lastOf, zip } from '@shardform/ir-core';
import { type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';

/** For each operand a map that computes what the region did, and from that the gradient of one element. */
function mapGradients(op: MapOp) {
  return ({ result: g, isWanted, build, differentiate }: GradientInput): Gradients => {
    const { builder } = build;
    const from = op.computation.entry;
    const gradientOf = (index: number): Tensor => {
      const inputs = [...op.inputs, g];
      const own = tensorOf(op.inputs[index]);
      const map = builder.create(MapOp, { inputs, dimensions: op.dimensions }, [own.type]);
      builder.atSavedPoint(() => {
        const scalars = [...from.arguments.map(({ type }) => type), from.getTerminator().getOperand(0).type];
        const args = builder.createBlock(map.computation, scalars).arguments.map(tensorOf);
        const mapping = new IrMapping();
        zip(from.arguments, args).forEach(([argument, arg]) => mapping.values.set(argument, arg));
        const copies = [...from]
          .filter((inner) => inner !== from.terminator)
          .map((inner) => builder.clone(inner, mapping));
        const returned = mapping.value(from.getTerminator().getOperand(0));
        const [gradient] = differentiate(copies, [[returned, lastOf(args)]], [args[index]!]);
        builder.create(ReturnOp, { results: [gradient ?? build.zeros(args[index]!.type)] });
        build.eraseDeadOps(map.computation.entry);
      });
      return map.result;
    };
    return op.inputs.map((_, index) => (isWanted[index] === true ? gradientOf(index) : null));
  };
}

/** Rules of computations that a region describes for one element. */
export const mapRules: readonly InterfaceImplementation[] = [gradientRule.implementFor(MapOp, mapGradients)];
