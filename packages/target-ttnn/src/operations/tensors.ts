import { deviceMesh, DeviceOp } from '@shardform/dialect-ttcore';
import { GetDeviceOp, LayoutAttr } from '@shardform/dialect-ttnn';
import {
  DenseElementsAttr,
  DenseResourceAttr,
  isInstance,
  ModuleOp,
  type Operation,
  product,
} from '@shardform/ir-core';
import type { FieldValue } from '../flatbuffers/schema.ts';
import { attributeValue, UnwritableValue } from '../binary/attribute-value.ts';
import { dataTypeName } from '../binary/enum-names.ts';
import { dataTypeOfLayout, hardwareDataType, layoutOf } from '../binary/tensor-desc.ts';
import {
  type Encoding,
  type EncodingContext,
  type Fields,
  member,
  resultDataType,
  resultTensor,
} from './encoding.ts';

/** Format and order of a tensor that is made, which its type says. */
function madeTensor(op: Operation): Fields {
  return { dtype: resultDataType(op), layout: pageLayout(op) };
}

/** Whether the result is stored by rows or by tiles. */
function pageLayout(op: Operation): string {
  const layout = layoutOf(resultTensor(op));
  return isInstance(LayoutAttr, layout) && !layout.isTiled ? 'RowMajor' : 'Tile';
}

/** The format of the result where it is not that of the operand. */
function changedDataType(op: Operation): string | null {
  const own = resultDataType(op);
  return dataTypeName(dataTypeOfLayout(layoutOf(op.getOperand(0).type))) === own ? null : own;
}

function constant(op: Operation, { resources }: EncodingContext): Fields {
  const value = op.getAttr('value');
  const made = madeTensor(op);
  // A splat has the bytes of one element.
  if (value instanceof DenseElementsAttr) return { ...made, ...stored(value.bytes, value.type.elementType) };
  if (value instanceof DenseResourceAttr) {
    const blob = resources.get('builtin', value.key);
    if (blob === null) throw new UnwritableValue(`the file has no resource '${value.key}'`);
    return { ...made, ...stored(blob.bytes, value.type.elementType) };
  }
  throw new UnwritableValue(`expected dense elements, found ${String(value)}`);
}

function stored(bytes: Uint8Array, element: DenseElementsAttr['type']['elementType']): Fields {
  return { input: bytes, input_dtype: dataTypeName(hardwareDataType(element)) };
}

function openedDevice(op: Operation): Fields {
  const mesh = deviceMesh(op);
  const [y, x] = product(mesh) <= 1 ? [1, 1] : mesh;
  const [row, column] = (op instanceof GetDeviceOp ? op.meshOffset?.offset : null) ?? [0, 0];
  return { mesh: { y: y!, x: x! }, offset: { y: row!, x: column! }, chip_ids: chipIds(op) };
}

/** The chips of the device of the module. */
function chipIds(op: Operation): readonly number[] {
  for (let at: Operation | null = op; at !== null; at = at.parentOp) {
    if (!(at instanceof ModuleOp)) continue;
    for (const inner of at.body) if (inner instanceof DeviceOp) return inner.deviceAttr.chipIds;
  }
  return [0];
}

function staticSlice(op: Operation, { schema }: EncodingContext): Fields {
  const numbers = (name: string): FieldValue =>
    attributeValue(
      op.getAttr(name),
      { kind: 'vector', element: { kind: 'scalar', scalar: 'int64' } },
      schema,
    );
  const params = { begins: numbers('begins'), ends: numbers('ends') };
  return { type: 'SliceStaticOp', params: member('SliceStaticOpParams', params) };
}

function dynamicSlice(op: Operation, { refs }: EncodingContext): Fields {
  const [input, begins, ends] = op.operandValues().map((value) => refs.of(value, op));
  const params = member('SliceDynamicOpParams', { begins: begins!, ends: ends! });
  return { type: 'SliceDynamicOp', in: input!, params };
}

/** Tensors that are made, moved, cut and laid out, and the device. */
export const tensors: Readonly<Record<string, Encoding>> = {
  'ttnn.get_device': { fields: openedDevice },
  'ttnn.constant': { fields: constant },
  'ttnn.full': { fields: madeTensor },
  'ttnn.empty': { fields: madeTensor },
  'ttnn.arange': { fields: madeTensor },
  'ttnn.rand': { fields: madeTensor },
  'ttnn.zeros': { table: 'NamedFullOp', fields: (op) => ({ type: 'Zeros', ...madeTensor(op) }) },
  'ttnn.ones': { table: 'NamedFullOp', fields: (op) => ({ type: 'Ones', ...madeTensor(op) }) },
  'ttnn.to_layout': { fields: (op) => ({ layout: pageLayout(op), dtype: changedDataType(op) }) },
  'ttnn.typecast': { fields: (op) => ({ dtype: resultDataType(op) }) },
  'ttnn.assign': { fields: (op) => ({ output_dtype: resultDataType(op) }) },
  'ttnn.bitcast_convert': { fields: (op) => ({ dtype: resultDataType(op) }) },
  'ttnn.cumsum': { fields: (op) => ({ dtype: resultDataType(op) }) },
  'ttnn.cumprod': { fields: (op) => ({ dtype: resultDataType(op) }) },
  'ttnn.cumulative': { fields: (op) => ({ dtype: resultDataType(op) }) },
  'ttnn.slice_static': { table: 'SliceOp', fields: staticSlice },
  'ttnn.slice_dynamic': { table: 'SliceOp', fields: dynamicSlice },
};
