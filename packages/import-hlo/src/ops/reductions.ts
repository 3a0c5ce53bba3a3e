import * as stablehlo from '@shardform/dialect-stablehlo';
import { boolAttr, DictionaryAttr, i64Attr, StringAttr } from '@shardform/ir-core';
import type { ImportedInstruction, InstructionImporter } from '../imported-instruction.ts';
import { onlyDimension } from './shape-ops.ts';

const { numbersAttr, chlo } = stablehlo;

/** The inputs and the initial values of a reduction, which operands list one after the other. */
function inputsAndInitial(from: ImportedInstruction) {
  const values = from.allValues();
  const half = values.length / 2;
  return { inputs: values.slice(0, half), initValues: values.slice(half) };
}

const reduce: InstructionImporter = (from) => {
  const dimensions = numbersAttr(from.required('dimensions'));
  const op = from.create(stablehlo.ReduceOp, { ...inputsAndInitial(from), dimensions });
  from.importRegion(op.body, from.called('to_apply'));
  return op.results;
};

const reduceWindow: InstructionImporter = (from) => {
  const window = from.attributes.window ?? [];
  const op = from.create(stablehlo.ReduceWindowOp, {
    ...inputsAndInitial(from),
    windowDimensions: numbersAttr(window.map(({ size }) => size)),
    windowStrides: numbersAttr(window.map(({ stride = 1 }) => stride)),
    baseDilations: numbersAttr(window.map(({ baseDilation = 1 }) => baseDilation)),
    windowDilations: numbersAttr(window.map(({ windowDilation = 1 }) => windowDilation)),
    padding: stablehlo.paddingAttr(
      window.map(({ paddingLow = 0, paddingHigh = 0 }) => [paddingLow, paddingHigh]),
    ),
  });
  from.importRegion(op.body, from.called('to_apply'));
  return op.results;
};

const selectAndScatter: InstructionImporter = (from) => {
  const window = from.attributes.window ?? [];
  const op = from.create(stablehlo.SelectAndScatterOp, {
    operand: from.tensor(0),
    source: from.tensor(1),
    initValue: from.tensor(2),
    windowDimensions: numbersAttr(window.map(({ size }) => size)),
    windowStrides: numbersAttr(window.map(({ stride = 1 }) => stride)),
    padding: stablehlo.paddingAttr(
      window.map(({ paddingLow = 0, paddingHigh = 0 }) => [paddingLow, paddingHigh]),
    ),
  });
  from.importRegion(op.select, from.called('select'));
  from.importRegion(op.scatter, from.called('scatter'));
  return op.results;
};

const sort: InstructionImporter = (from) => {
  const op = from.create(stablehlo.SortOp, {
    inputs: from.allValues(),
    dimension: i64Attr(onlyDimension(from)),
    isStable: boolAttr(from.attributes.isStable === true),
  });
  from.importRegion(op.comparator, from.called('to_apply', 'comparator'));
  return op.results;
};

const map: InstructionImporter = (from) => {
  const { rank } = from.type;
  const op = from.create(stablehlo.MapOp, {
    inputs: from.allValues(),
    dimensions: numbersAttr(from.attributes.dimensions ?? Array.from({ length: rank }, (_, d) => d)),
  });
  from.importRegion(op.computation, from.called('to_apply'));
  return op.results;
};

const topk: InstructionImporter = (from) => {
  const [operand, k] = [from.tensor(0), i64Attr(from.required('k'))];
  if (from.attributes.largest !== false) return from.create(chlo.TopKOp, { operand, k }).results;
  // CHLO has the largest elements only; XLA writes the smallest as this call.
  const op = from.create(stablehlo.CustomCallOp, {
    inputs: [operand],
    callTargetName: StringAttr.get('mhlo.topk'),
  });
  op.setAttr(
    'mhlo.attributes',
    DictionaryAttr.get([
      ['k', k],
      ['largest', boolAttr(false)],
    ]),
  );
  return op.results;
};

/** Importers of opcodes that combine or compare elements. */
export const reductionImporters: Readonly<Record<string, InstructionImporter>> = {
  reduce,
  'reduce-window': reduceWindow,
  'select-and-scatter': selectAndScatter,
  sort,
  map,
  topk,
};
