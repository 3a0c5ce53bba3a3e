import {
  ArrayAttr,
  BlockArgument,
  DictionaryAttr,
  type OpResult,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, valueAttrs } from '@shardform/dialect-func';
import { MEMORY_KIND, RES_ATTRS } from './attribute-names.ts';

/**
 * Returns the memory kind that attributes give a value: those of the function's argument, of the transfer, or of the
 * result of an operation with a region. `null` where they say nothing.
 */
export function memoryKindInAttributes(value: Value): string | null {
  const attribute = memoryKindAttribute(value);
  return attribute instanceof StringAttr ? attribute.value : null;
}

function memoryKindAttribute(value: Value): unknown {
  if (value instanceof BlockArgument) {
    const func = value.owner.parentOp;
    return func instanceof FuncOp ? valueAttrs(func, 'arg_attrs', value.index).get(MEMORY_KIND) : null;
  }
  // A value that is no argument of a block is a result.
  const { owner, index } = value as OpResult;
  switch (owner.name) {
    case 'mpmd.transfer':
      return owner.getAttr(MEMORY_KIND);
    case 'mpmd.fragment':
    case 'mpmd.call':
    case 'mpmd.fragment_call':
    case 'mpmd.for': {
      const all = owner.getAttr(RES_ATTRS);
      const one = all instanceof ArrayAttr ? all.elements[index] : null;
      return one instanceof DictionaryAttr ? one.get(MEMORY_KIND) : null;
    }
    default:
      return null;
  }
}
