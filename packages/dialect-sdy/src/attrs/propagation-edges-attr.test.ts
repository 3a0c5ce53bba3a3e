import { describe, expect, test } from 'vitest';
import { attribute, attributeText } from '../../tests/sdy-text.ts';

describe('#sdy.propagation_edges', () => {
  test.each([
    '#sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>',
    '#sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0, operand-1]}, {"y":(1)2 = result-0 -> [operand-1]}]}, {step-3 = [{"z" = operand-1 -> [result-0]}]}]>',
    '#sdy<axis_to_propagation_details{"x" = operand-0 -> [result-0]}>',
    '#sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}, {"x" = operand-1 -> [result-0]}]}]>',
    '#sdy.propagation_edges<[{step-1 = [{"x" = operand--1 -> [result-0]}]}]>',
  ])('prints %s as it is written', (text) => {
    expect(attributeText(text)).toBe(text);
  });

  test.each([
    [
      '#sdy.propagation_edges<[]>',
      [
        "1:25 expected '{'",
        "1:25 failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`",
      ],
    ],
    [
      '#sdy.propagation_edges<[{step-0 = []}]>',
      [
        "1:36 expected '{'",
        "1:36 failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`",
        "1:36 failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`",
      ],
    ],
    [
      '#sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> []}]}]>',
      [
        '1:57 expected valid keyword or string',
        "1:57 failed to parse Sdy_EdgeValueRef parameter 'type' which is to be a `::mlir::sdy::EdgeNodeType`",
        "1:57 failed to parse Sdy_AxisToPropagationDetails parameter 'targets' which is to be a `::llvm::ArrayRef<EdgeValueRefAttr>`",
        "1:57 failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`",
        "1:57 failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`",
      ],
    ],
    [
      '#sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [operand-0]}]}]>',
      ['1:23 propagation edges have a source that is the same as a target'],
    ],
    [
      '#sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}]}, {step-1 = [{"x" = operand-1 -> [result-0]}]}]>',
      ['1:23 propagation edges have duplicate step index: 1'],
    ],
    [
      '#sdy.propagation_edges<[{step-1 = [{"x" = foo-0 -> [result-0]}]}]>',
      [
        '1:43 expected ::mlir::sdy::EdgeNodeType to be one of: operand, result',
        "1:46 failed to parse Sdy_EdgeValueRef parameter 'type' which is to be a `::mlir::sdy::EdgeNodeType`",
        "1:46 failed to parse Sdy_AxisToPropagationDetails parameter 'source' which is to be a `::mlir::sdy::EdgeValueRefAttr`",
        "1:46 failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`",
        "1:46 failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`",
      ],
    ],
    [
      '#sdy.propagation_edges<[{step1 = [{"x" = operand-0 -> [result-0]}]}]>',
      [
        "1:26 expected 'step'",
        "1:26 failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`",
      ],
    ],
    [
      '#sdy.propagation_edges<[{step-a = [{"x" = operand-0 -> [result-0]}]}]>',
      [
        '1:31 expected integer value',
        "1:31 failed to parse Sdy_PropagationOneStep parameter 'step_index' which is to be a `int64_t`",
        "1:31 failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`",
      ],
    ],
    [
      '#sdy.propagation_edges<[{step-1 = [{x = operand-0 -> [result-0]}]}]>',
      [
        '1:37 expected string',
        "1:37 failed to parse Sdy_AxisRef parameter 'name' which is to be a `::llvm::StringRef`",
        "1:37 failed to parse Sdy_AxisToPropagationDetails parameter 'axis_name' which is to be a `::mlir::sdy::AxisRefAttr`",
        "1:37 failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`",
        "1:37 failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`",
      ],
    ],
    [
      '#sdy.propagation_edges<[{step-1 = [{"x" = operand-a -> [result-0]}]}]>',
      [
        '1:51 expected integer value',
        "1:51 failed to parse Sdy_EdgeValueRef parameter 'index' which is to be a `int64_t`",
        "1:51 failed to parse Sdy_AxisToPropagationDetails parameter 'source' which is to be a `::mlir::sdy::EdgeValueRefAttr`",
        "1:51 failed to parse Sdy_PropagationOneStep parameter 'axis_entries' which is to be a `::llvm::ArrayRef<AxisToPropagationDetailsAttr>`",
        "1:51 failed to parse Sdy_PropagationEdges parameter 'value' which is to be a `::llvm::ArrayRef<PropagationOneStepAttr>`",
      ],
    ],
  ])('rejects %s', (text, problems) => {
    expect(attribute(text).problems).toEqual(problems);
  });
});
