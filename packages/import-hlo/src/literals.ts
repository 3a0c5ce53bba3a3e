import type { ArrayLiteral, Literal } from '@shardform/hlo-module';
import { ConstantOp, CreateTokenOp } from '@shardform/dialect-stablehlo';
import { ElidedConstantOp } from '@shardform/dialect-hlo';
import { type Builder, DenseElementsAttr, type Value } from '@shardform/ir-core';
import { HloImportError } from './hlo-import-error.ts';
import { tensorTypeOf } from './types.ts';

/** Makes the constants of a literal; those of a tuple one by one. */
export function importLiteral(literal: Literal, builder: Builder): readonly Value[] {
  switch (literal.kind) {
    case 'array':
      return [importArray(literal, builder)];
    case 'tuple':
      return literal.elements.flatMap((element) => importLiteral(element, builder));
    case 'token':
      return [builder.create(CreateTokenOp, {}).output];
  }
}

function importArray({ shape, bytes }: ArrayLiteral, builder: Builder): Value {
  const type = tensorTypeOf(shape);
  if (bytes === null) return builder.create(ElidedConstantOp, {}, [type]).output;
  try {
    return builder.create(ConstantOp, { value: DenseElementsAttr.fromBytes(type, bytes) }, [type]).output;
  } catch (error) {
    // The attribute compares the numbers of bytes and elements.
    throw new HloImportError(`has a literal of another size than its shape: ${(error as Error).message}`);
  }
}
