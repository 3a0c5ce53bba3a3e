import {
  ConstantOp,
  Conv2dOp,
  FlattenedCompatInfoAttr,
  LayerNormOp,
  MatmulOp,
} from '@shardform/dialect-ttir';
import {
  camelCase,
  DenseArrayAttr,
  DenseElementsAttr,
  IntegerAttr,
  isInstance,
  type Operation,
  RankedTensorType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import {
  type CallArgument,
  type CallParameter,
  type LibraryCall,
  python,
  readCalls,
  UnwritableValue,
} from '@shardform/ttnn-calls';
import { type CallParts, numberList } from '../convert/call-parts.ts';
import { HOST_FUNCTION_TABLE } from './host-function-table.ts';
import { elementArgument, hostValue, torchFormat } from './host-values.ts';

let hostCalls: ReadonlyMap<string, LibraryCall> | null = null;

/** What an operation of TTIR, without its dialect, is on the host; `null` for those without a form. */
function hostCall(mnemonic: string): LibraryCall | null {
  hostCalls ??= readCalls(HOST_FUNCTION_TABLE, 'ttir_cpu', python);
  return hostCalls.get(mnemonic) ?? null;
}

/** Returns an operation of TTIR as a call of tt-mlir's functions of the host. @throws UnwritableValue */
export function hostCallParts(op: Operation): CallParts {
  if (op instanceof ConstantOp) return constantCall(op);
  refuseOthers(op);
  const call = hostCall(isTransposed(op) ? 'linear' : op.name.replace(/^ttir\./, ''));
  if (call === null || !op.name.startsWith('ttir.'))
    throw new UnwritableValue("tt-mlir's ttir_cpu has no function for it; let the device execute it");
  const args = call.parameters.map((own) => ({ keyword: own.keyword ?? '', argument: argumentOf(op, own) }));
  return { callee: call.callee, args };
}

/** The function for products does not transpose; that for layers does. */
function isTransposed(op: Operation): boolean {
  return op instanceof MatmulOp && [op.transposeA, op.transposeB].some((own) => own?.value === 1n);
}

/** @throws UnwritableValue for what the functions of the host would compute otherwise. */
function refuseOthers(op: Operation): void {
  if (op instanceof LayerNormOp && op.weight === null && op.normalizedShape.numbers().length !== 1)
    throw new UnwritableValue(
      "ttir_cpu's layer_norm without weights normalizes the last dimension only; give it weights of ones",
    );
  if (op instanceof Conv2dOp && op.flattenedCompatInfo !== null)
    throw new UnwritableValue("ttir_cpu's conv2d takes images that are not flattened");
}

function constantCall(op: ConstantOp): CallParts {
  const { value, result } = op;
  if (!isInstance(DenseElementsAttr, value))
    throw new UnwritableValue('constants whose elements stand elsewhere have no form in Python here');
  const args = [
    { keyword: 'shape', argument: numberList(tensorOf(result.type).shape) },
    { keyword: 'dtype', argument: torchFormat(result.type) },
    elementArgument(value),
  ];
  return { callee: 'ttir_cpu.constant', args };
}

function tensorOf(type: Type): RankedTensorType {
  if (!isInstance(RankedTensorType, type)) throw new UnwritableValue(`'${String(type)}' is no tensor`);
  return type;
}

function argumentOf(op: Operation, { source, kind, form }: CallParameter): CallArgument {
  if (kind === 'text') return source;
  if (kind === 'type') return typeText(op, source, form);
  const accessor = camelCase(source);
  if (!op.definition.operands.some((own) => own.accessor === accessor)) return hostValue(op.getAttr(source));
  // Declared operations have an accessor for each declared name.
  const given: unknown = Reflect.get(op, accessor);
  return given === null || given === undefined ? 'None' : (given as Value | readonly Value[]); // what accessors of operands return
}

/** What follows from types and from attributes of several forms. */
function typeText(op: Operation, name: string, form: string | null): string {
  if (name === 'dtype') return torchFormat(op.getResult(0).type);
  if (name === 'shape') return numberList(tensorOf(op.getResult(0).type).shape);
  if (name === 'pair' || name === 'quad')
    return numberList(repeated(op, form ?? '', name === 'pair' ? 2 : 4));
  if (name === 'edges') {
    // TTIR lists top, left, bottom, right; the pools of the host take top, bottom, left, right.
    const padding = repeated(op, 'padding', 4);
    return numberList([0, 2, 1, 3].map((i) => padding[i]!));
  }
  const sizes = windowSizes(op);
  return String(sizes[name]!);
}

/** The numbers of an attribute, given as one, as a pair, or each. */
function repeated(op: Operation, name: string, count: number): readonly number[] {
  const value = op.getAttr(name);
  if (value instanceof IntegerAttr) return new Array<number>(count).fill(value.number);
  const numbers = value instanceof DenseArrayAttr ? value.numbers() : [];
  return Array.from({ length: count }, (_, i) => numbers[i % numbers.length]!);
}

/** The sizes of the images that a pool takes, which may be flattened. */
function windowSizes(op: Operation): Readonly<Record<string, number>> {
  const { shape } = tensorOf(op.getOperand(0).type);
  const [batch, height, width, channels] = shape;
  const flattened = op.getAttr('flattened_compat_info');
  if (!isInstance(FlattenedCompatInfoAttr, flattened))
    return { batch: batch!, height: height!, width: width!, channels: channels! };
  return {
    batch: flattened.batchSize,
    height: flattened.inputHeight,
    width: flattened.inputWidth,
    channels: channels!,
  };
}
