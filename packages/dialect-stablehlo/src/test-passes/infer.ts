import {
  type Attribute,
  definePass,
  index,
  type Operation,
  OpReport,
  type PassRun,
  type Type,
  UnregisteredOp,
} from '@shardform/ir-core';
import { tensorOfDims } from '../inference/bounded-shape.ts';
import { DotGeneralOp } from '../ops/dot-general-op.ts';
import { DotOp } from '../ops/dot-op.ts';

const PREFIX = 'hlo_test_infer.';

/**
 * Replaces each `hlo_test_infer.get_return_types` by an operation that shows what the operation that defines its
 * operand infers; `get_return_type_components` shows shape, element type and encoding put together again.
 */
export const hloTestInfer = /* @__PURE__ */ definePass({
  name: 'hlo-test-infer',
  className: 'HloTestInferPass',
  summary: 'Shows inferred result types; for tests of the dialect',
  anchor: 'func.func',
  run(func, pass) {
    func.walk((op) => {
      if (op.name === `${PREFIX}get_return_types`) show(op, pass, 'return_types', inferTypes);
      else if (op.name === `${PREFIX}get_return_type_components`)
        show(op, pass, 'return_type_components', inferComponents);
    });
  },
});

type Inference = (op: Operation, report: OpReport) => readonly Type[] | null | undefined;

const inferTypes: Inference = (op, report) => op.inferResultTypes(report);

/** Contractions infer their shape only; the element type that they leave open counts as `index`. */
const inferComponents: Inference = (op, report) =>
  op instanceof DotOp || op instanceof DotGeneralOp
    ? [tensorOfDims(op.inferDims(), index)]
    : op.inferResultTypes(report);

function show(op: Operation, pass: PassRun, shown: string, infer: Inference): void {
  const source = op.operands.length === 1 ? op.getOperand(0).definingOp : null;
  if (source === null) return;
  const types = infer(source, new OpReport(source, pass.context));
  if (types === undefined || types === null) {
    pass.fail();
    return;
  }
  const opClass = UnregisteredOp.classFor(`${PREFIX}${shown}`);
  const attributes = types.map((type, i): [string, Attribute] => [`types${i}`, type]);
  const replacement = new opClass({
    location: op.location,
    operands: op.operandValues(),
    resultTypes: op.resultTypes(),
    properties: [null],
    discardable: new Map(attributes),
    successors: [],
    regionCount: 0,
  });
  op.parent?.insertBefore(replacement, op);
  op.results.forEach((result, i) => result.replaceAllUsesWith(replacement.getResult(i)));
  op.erase();
}
