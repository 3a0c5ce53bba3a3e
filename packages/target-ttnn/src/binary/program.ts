import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import { deviceMesh, LocalShapeAttr, ShardStatusAttr } from '@shardform/dialect-ttcore';
import { GlobalSemaphoreType } from '@shardform/dialect-ttnn';
import {
  type DictionaryAttr,
  FloatType,
  IntegerType,
  isInstance,
  type Operation,
  operationPrinter,
  RankedTensorType,
  type Type,
  ValueNames,
} from '@shardform/ir-core';
import type { FieldValue, TableValue } from '../flatbuffers/schema.ts';
import type { EncodingContext } from '../operations/encoding.ts';
import { operationTable } from '../operations/operation-table.ts';
import { UnwritableValue } from './attribute-value.ts';
import type { Sharding } from './tensor-desc.ts';

/** Elements of attributes beyond these are left out of the text beside an operation. */
const MOST_ELEMENTS = 16;

/** An operation that can't be written. */
export class UnwritableOperation extends Error {
  override readonly name = 'UnwritableOperation';
  readonly operation: Operation;

  constructor(operation: Operation, message: string) {
    super(message);
    this.operation = operation;
  }
}

/** Returns a function as a program. @throws UnwritableOperation */
export function program(func: FuncOp, context: EncodingContext, debugInfo: TableValue): TableValue {
  const { refs } = context;
  const inputs: FieldValue[] = [];
  const semaphores: FieldValue[] = [];
  for (const [i, argument] of func.entry.arguments.entries()) {
    const { type } = argument;
    if (type === GlobalSemaphoreType.instance) semaphores.push(refs.of(argument, func));
    else if (isNumber(type)) inputs.push(refs.scalar(argument));
    else
      inputs.push(
        written(func, () => refs.of(argument, func, shardingOf(valueAttrs(func, 'arg_attrs', i), type))),
      );
  }
  const textOf = operationPrinter(new ValueNames(func, true), {
    debugInfo: true,
    elideElementsLimit: MOST_ELEMENTS,
  });
  const operations: TableValue[] = [];
  let outputs: FieldValue[] = [];
  for (const op of func.entry) {
    if (op.name === 'func.return')
      outputs = op
        .operandValues()
        .map((value, i) =>
          written(op, () => refs.of(value, op, shardingOf(valueAttrs(func, 'res_attrs', i), value.type))),
        );
    else operations.push(operation(op, context, textOf(op)));
  }
  const [y, x] = deviceMesh(func);
  return {
    name: func.symName.value,
    inputs,
    outputs,
    operations,
    dylibs: [],
    debug_info: debugInfo,
    private: !func.isPublic,
    mesh_shape: { y: y!, x: x! },
    semaphore_inputs: semaphores,
  };
}

function operation(op: Operation, context: EncodingContext, text: string): TableValue {
  return {
    type: written(op, () => operationTable(op, context)),
    debug_info: text,
    loc_info: String(op.location),
  };
}

function written<T>(op: Operation, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof UnwritableValue) throw new UnwritableOperation(op, error.message);
    throw error;
  }
}

function isNumber(type: Type): boolean {
  return (isInstance(IntegerType, type) || isInstance(FloatType, type)) && type.width <= 32;
}

/** What the attributes of an argument or result say about its shards. */
function shardingOf(attributes: DictionaryAttr, type: Type): Sharding {
  const status = attributes.get('ttcore.shard_status');
  const local = attributes.get('ttcore.local_shape');
  const shape = isInstance(LocalShapeAttr, local) ? local.localShape : type;
  return {
    isPresharded: isInstance(ShardStatusAttr, status) && status.value !== 'unsharded',
    localShape: isInstance(RankedTensorType, shape) ? shape.shape : null,
  };
}
