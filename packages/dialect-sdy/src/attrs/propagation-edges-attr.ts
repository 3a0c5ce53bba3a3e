import {
  arrayParameter,
  attributeBody,
  defineAttr,
  integerParameter,
  type Parameter,
  withCppType,
} from '@shardform/ir-core';
import { axisRefParameter } from './axis-ref-attr.ts';

const nodeTypeParameter: Parameter<'operand' | 'result'> = {
  kind: '`operand`, `result`',
  cppType: '::mlir::sdy::EdgeNodeType',
  key: (type) => type,
  parse: (parser) => {
    const { offset } = parser;
    const word = parser.parseKeywordOrString();
    if (word === 'operand' || word === 'result') return word;
    return parser.fail('expected ::mlir::sdy::EdgeNodeType to be one of: operand, result', offset);
  },
  print: (printer, type) => printer.write(type),
};

/** An operand or result of an operation: `operand-0`, `result-1`. */
export class EdgeValueRefAttr extends defineAttr('sdy.edge_value_ref', {
  summary: 'Reference to a particular index of a value of the type operand or result',
  parameters: { type: nodeTypeParameter, index: integerParameter },
  format: '`` $type `` `-` `` $index',
  cppName: 'Sdy_EdgeValueRef',
}) {}

const valueRefParameter = /* @__PURE__ */ attributeBody(EdgeValueRefAttr, {
  cppType: 'EdgeValueRefAttr',
  what: 'a value of an edge',
});

/** The move of an axis from one value to others: `{"x" = operand-0 -> [result-0]}`. */
export class AxisToPropagationDetailsAttr extends defineAttr('sdy.axis_to_propagation_details', {
  summary: 'Propagation edge details for a particular axis and source',
  parameters: {
    axis_name: withCppType('::mlir::sdy::AxisRefAttr', axisRefParameter),
    source: withCppType('::mlir::sdy::EdgeValueRefAttr', valueRefParameter),
    targets: arrayParameter(valueRefParameter, 'none'),
  },
  format: '`{` $axis_name `=` $source `->` `[` $targets `]` `}`',
  cppName: 'Sdy_AxisToPropagationDetails',
}) {}

const entryParameter = /* @__PURE__ */ attributeBody(AxisToPropagationDetailsAttr, {
  cppType: 'AxisToPropagationDetailsAttr',
  what: 'the details of an axis',
});

/** The effect of one step of the propagation: `{step-0 = [{"x" = operand-0 -> [result-0]}]}`. */
export class PropagationOneStepAttr extends defineAttr('sdy.propagation_one_step', {
  summary: 'Per-step propagation metadata',
  parameters: { step_index: integerParameter, axis_entries: arrayParameter(entryParameter, 'none') },
  format: '`{` `step` `` `-` `` $step_index `=` `[` $axis_entries `]` `}`',
  cppName: 'Sdy_PropagationOneStep',
}) {}

const stepParameter = /* @__PURE__ */ attributeBody(PropagationOneStepAttr, {
  cppType: 'PropagationOneStepAttr',
  what: 'a step',
});

/** The history of an operation's shardings, step by step; for debugging. */
export class PropagationEdgesAttr extends defineAttr('sdy.propagation_edges', {
  summary: 'Propagation edge metadata for all propagation steps',
  parameters: { value: arrayParameter(stepParameter, 'none') },
  format: '`<` `[` $value `]` `>`',
  cppName: 'Sdy_PropagationEdges',
  verify: ({ value }) => edgesProblem(value),
}) {}

function edgesProblem(steps: readonly PropagationOneStepAttr[]): string | null {
  const seenSteps = new Set<number>();
  for (const { stepIndex, axisEntries } of steps) {
    if (stepIndex < 0) return `propagation edges have negative step index: ${stepIndex}`;
    if (seenSteps.has(stepIndex)) return `propagation edges have duplicate step index: ${stepIndex}`;
    seenSteps.add(stepIndex);
    for (const { axisName, source, targets } of axisEntries) {
      const seenTargets = new Set<EdgeValueRefAttr>();
      for (const target of targets) {
        if (target === source) return 'propagation edges have a source that is the same as a target';
        if (seenTargets.has(target)) {
          return `propagation edges have duplicate targets for step index: ${stepIndex} and axis: ${axisName.name}`;
        }
        seenTargets.add(target);
      }
    }
  }
  return null;
}
