import type { FrontendAttributes, Instruction } from '@shardform/hlo-module';
import { hloAttributes } from '@shardform/dialect-hlo';
import { type Attribute, DictionaryAttr, type Operation, StringAttr, ArrayAttr } from '@shardform/ir-core';
import { layoutAttr } from './layouts.ts';
import { shardingText } from './sharding-text.ts';

/** Adds the attributes that any instruction may have to an operation that was made of it. */
export function annotate(op: Operation, instruction: Instruction, shardingName: string): void {
  const { sharding, frontendAttributes, backendConfig, shape, controlPredecessors, others } = instruction;
  if (sharding !== undefined) op.setAttr(shardingName, StringAttr.get(shardingText(sharding)));
  if (frontendAttributes !== undefined && frontendAttributes.size > 0)
    op.setAttr('mhlo.frontend_attributes', dictionaryOf(frontendAttributes));
  const layout = layoutAttr(shape);
  if (layout !== null) op.setAttr(hloAttributes.layout, layout);
  if (backendConfig !== undefined && backendConfig !== '' && instruction.opcode !== 'custom-call')
    op.setAttr(hloAttributes.backendConfig, StringAttr.get(backendConfig));
  if (controlPredecessors !== undefined && controlPredecessors.length > 0)
    op.setAttr('hlo.control_predecessors', namesOf(controlPredecessors));
  for (const [name, text] of others ?? []) op.setAttr(`hlo.${name}`, StringAttr.get(text));
  for (const [name, text] of instruction.attributes.others ?? [])
    op.setAttr(`hlo.${name}`, StringAttr.get(text));
}

/** Returns the dictionary of frontend attributes. */
export function dictionaryOf(attributes: FrontendAttributes): DictionaryAttr {
  return DictionaryAttr.get(
    [...attributes].map(([name, value]): [string, Attribute] => [name, StringAttr.get(value)]),
  );
}

function namesOf(instructions: readonly Instruction[]): ArrayAttr {
  return ArrayAttr.get(instructions.map(({ name }) => StringAttr.get(name)));
}
