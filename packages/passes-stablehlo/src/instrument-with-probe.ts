import {
  booleanOption,
  ComplexType,
  definePass,
  FloatType,
  IntegerType,
  NameLoc,
  type Operation,
  RankedTensorType,
  Rewriter,
  StringAttr,
  type Type,
} from '@shardform/ir-core';
import { ConstantOp, interpreter } from '@shardform/dialect-stablehlo';

/** Puts an `interpreter.probe` behind each computed tensor; upstream's pass of this name. */
export const instrumentWithProbe = /* @__PURE__ */ definePass({
  name: 'interpreter-instrument-with-probe',
  className: 'InterpreterInstrumentWithProbePass',
  summary: 'Inserts interpreter.probe ops in a StableHLO program.',
  description:
    'Probes are numbered from 1: `probe1`, `probe2` and so on, nested operations before those around them. Constants ' +
    'have none, nor has what is no tensor of numbers of a static shape.',
  anchor: 'builtin.module',
  options: {
    useDebugInfo: booleanOption('Whether or not to use location debug data as `probe_id` values.', false),
  },
  run(module, pass) {
    const rewriter = new Rewriter(pass.context);
    let count = 0;
    module.walk((op) => {
      if (op instanceof ConstantOp) return;
      const prefix = pass.options.useDebugInfo ? nameOf(op) : 'probe';
      for (const operand of op.results) {
        if (!isProbed(operand.type)) continue;
        count += 1;
        rewriter.setInsertionPointAfter(op);
        rewriter.location = op.location;
        const args = { operand, probeId: StringAttr.get(`${prefix}${count}`) };
        const probe = rewriter.create(interpreter.ProbeOp, args, [operand.type]);
        rewriter.replaceUsesIf(operand, probe.result, ({ owner }) => owner !== probe);
      }
    });
  },
});

/** Returns the text before the number: a named location's name up to an `@`. */
function nameOf({ location }: Operation): string {
  const resolved = location.resolved();
  return resolved instanceof NameLoc ? `${resolved.name.split('@', 1)[0]!}.` : 'probe';
}

function isProbed(type: Type): boolean {
  if (!(type instanceof RankedTensorType) || !type.hasStaticShape) return false;
  const { elementType } = type;
  return (
    elementType instanceof IntegerType ||
    elementType instanceof FloatType ||
    elementType instanceof ComplexType
  );
}
