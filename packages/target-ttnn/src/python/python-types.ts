import { dataTypeOf, TileType } from '@shardform/dialect-ttcore';
import { layoutOf } from '@shardform/dialect-ttnn';
import { RankedTensorType, type Type } from '@shardform/ir-core';
import { UnwritableValue } from '../binary/attribute-value.ts';
import { pythonDataType, pythonMember } from './python-value.ts';

/** What a tensor's type says in Python. */
export interface PythonType {
  readonly memory: string;
  readonly dtype: string;
  readonly layout: string;
  readonly shape: string;
  readonly isOnHost: boolean;
}

/** Reads a type of TTNN. @throws UnwritableValue for other types. */
export function pythonType(type: Type): PythonType {
  const layout = type instanceof RankedTensorType ? layoutOf(type) : null;
  if (layout === null || !(type instanceof RankedTensorType))
    throw new UnwritableValue(`'${String(type)}' is no tensor with a layout`);
  const { memref, memoryLayout, isTiled, bufferType, isOnHost } = layout;
  const { elementType } = memref;
  const format = elementType instanceof TileType ? elementType.dataType : dataTypeOf(elementType);
  return {
    memory: isOnHost ? 'None' : memoryText(memoryLayout?.value ?? 'interleaved', bufferType),
    dtype: pythonDataType(format ?? String(elementType)),
    layout: pythonMember('Layout', isTiled ? 'tile' : 'row_major'),
    shape: `ttnn.Shape([${type.shape.join(', ')}])`,
    isOnHost,
  };
}

function memoryText(layout: string, buffer: string): string {
  if (layout !== 'interleaved')
    throw new UnwritableValue('tensors that are split over cores have no form in Python here');
  return `ttnn.MemoryConfig(${pythonMember('TensorMemoryLayout', layout)}, ${pythonMember('BufferType', buffer)}, None)`;
}
