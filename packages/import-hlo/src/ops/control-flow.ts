import { CallOp } from '@shardform/dialect-func';
import { hloAttributes, AddDependencyOp, DomainOp } from '@shardform/dialect-hlo';
import { AfterAllOp, CaseOp, IfOp, OptimizationBarrierOp, WhileOp } from '@shardform/dialect-stablehlo';
import { ArrayAttr, i64Attr, StringAttr, SymbolRefAttr, type Value } from '@shardform/ir-core';
import { type Computation, knownTripCount } from '@shardform/hlo-module';
import type { ImportedInstruction, InstructionImporter } from '../imported-instruction.ts';
import { importLiteral } from '../literals.ts';
import { shardingText } from '../sharding-text.ts';
import { leafCount, leafOffset } from '../types.ts';

function call(from: ImportedInstruction, callee: Computation, fusionKind: string | null): CallOp {
  const name = from.computation.module.functionOf(callee, fusionKind);
  const op = from.create(CallOp, { callee: SymbolRefAttr.get(name), operands: from.allValues() });
  op.setAttr(hloAttributes.name, StringAttr.get(from.instruction.name));
  return op;
}

const fusion: InstructionImporter = (from) => {
  const callee = from.called('calls');
  if (from.computation.module.options.inlineFusions === true)
    return from.computation.inline(callee, from.allValues(), from.instruction);
  const { fusionKind = 'kLoop', outputToOperandAliasing = [] } = from.attributes;
  const op = call(from, callee, fusionKind);
  op.setAttr(hloAttributes.fusionKind, StringAttr.get(fusionKind));
  if (outputToOperandAliasing.length > 0)
    op.setAttr(
      'hlo.output_to_operand_aliasing',
      ArrayAttr.get(
        outputToOperandAliasing.map(({ output, operand, operandIndex }) =>
          StringAttr.get(`{${output.join(',')}}: (${operand}, {${operandIndex.join(',')}})`),
        ),
      ),
    );
  return op.results;
};

const whileLoop: InstructionImporter = (from) => {
  const op = from.create(WhileOp, { operand: from.allValues() });
  op.setAttr(hloAttributes.name, StringAttr.get(from.instruction.name));
  const trips = knownTripCount(from.instruction);
  if (trips !== null) op.setAttr(hloAttributes.knownTripCount, i64Attr(trips));
  from.importRegion(op.cond, from.called('condition'));
  from.importRegion(op.body, from.called('body'));
  return op.results;
};

const conditional: InstructionImporter = (from) => {
  const { called } = from.instruction;
  const choice = from.value(0);
  const isBinary = called.some(({ role }) => role === 'true');
  const branches = isBinary
    ? [from.called('true'), from.called('false')]
    : called.filter(({ role }) => role === 'branch').map(({ computation }) => computation);
  const importBranches = (regions: CaseOp['regions']): void => {
    for (const [i, branch] of branches.entries())
      from.computation.importRegion(regions[i]!, branch, {
        values: from.values(i + 1),
        caller: from.instruction,
      });
  };
  if (isBinary) {
    const op = from.create(IfOp, { pred: choice });
    importBranches(op.regions);
    return op.results;
  }
  const op = from.create(CaseOp, { index: choice }, from.types, { regionCount: branches.length });
  importBranches(op.branches);
  return op.results;
};

const getTupleElement: InstructionImporter = (from) => {
  const index = from.required('tupleIndex');
  const shape = from.instruction.operands[0]?.shape;
  if (shape?.kind !== 'tuple' || shape.elements[index] === undefined)
    return from.fail(`has no element ${index} in its operand`);
  const values = from.values(0);
  if (values.length !== leafCount(shape))
    return from.fail('takes a part of an asynchronous operation before it is done');
  const first = leafOffset(shape, index);
  return values.slice(first, first + leafCount(shape.elements[index]));
};

/** Importers of opcodes that call, choose, order or hand on values. */
export const controlFlowImporters: Readonly<Record<string, InstructionImporter>> = {
  call: (from) => call(from, from.called('to_apply', 'calls'), null).results,
  fusion,
  while: whileLoop,
  conditional,
  constant: (from) => importLiteral(from.required('literal'), from),
  tuple: (from) => from.allValues(),
  'get-tuple-element': getTupleElement,
  'opt-barrier': (from) => from.create(OptimizationBarrierOp, { operand: from.allValues() }).results,
  'after-all': (from) => from.create(AfterAllOp, { inputs: from.allValues() }).results,
  'add-dependency': (from) => {
    const token = from.value(1);
    return from
      .values(0)
      .map((operand): Value => from.create(AddDependencyOp, { operand, token }, [operand.type]).result);
  },
  domain: (from) => {
    const { kind, entry, exit } = from.required('domain');
    const text = `{kind="${kind}", entry=${shardingText(entry)}, exit=${shardingText(exit)}}`;
    const domain = StringAttr.get(text);
    return from
      .values(0)
      .map((operand): Value => from.create(DomainOp, { operand, domain }, [operand.type]).result);
  },
};
