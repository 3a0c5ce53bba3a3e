import type { ArrayLiteral, Literal } from '@shardform/hlo-module';
import { ConstantOp, CreateTokenOp } from '@shardform/dialect-stablehlo';
import { ElidedConstantOp } from '@shardform/dialect-hlo';
import { DenseElementsAttr, type Value } from '@shardform/ir-core';
import { HloImportError } from './hlo-import-error.ts';
import type { ImportedInstruction } from './imported-instruction.ts';
import { tensorTypeOf } from './types.ts';

/** Makes the constants of a literal; those of a tuple one by one. */
export function importLiteral(literal: Literal, from: ImportedInstruction): readonly Value[] {
  switch (literal.kind) {
    case 'array':
      return [importArray(literal, from)];
    case 'tuple':
      return literal.elements.flatMap((element) => importLiteral(element, from));
    case 'token':
      return [from.create(CreateTokenOp, {}).output];
  }
}

function importArray({ shape, bytes }: ArrayLiteral, from: ImportedInstruction): Value {
  const type = tensorTypeOf(shape);
  if (bytes === null) return from.create(ElidedConstantOp, {}, [type]).output;
  try {
    return from.create(ConstantOp, { value: DenseElementsAttr.fromBytes(type, bytes) }, [type]).output;
  } catch (error) {
    // The attribute compares the numbers of bytes and elements.
    throw new HloImportError(`has a literal of another size than its shape: ${(error as Error).message}`);
  }
}
