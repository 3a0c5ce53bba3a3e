import { dataTypeOf, type DataType, deviceMesh, TileType } from '@shardform/dialect-ttcore';
import { isInstance, type Operation, product, RankedTensorType, type Type, ui32 } from '@shardform/ir-core';
import { LayoutAttr, makeLayout, NdLayoutAttr, TraceIdAttr } from '@shardform/dialect-ttnn';
import type { Schema, TableValue } from '../flatbuffers/schema.ts';
import { coreRange, UnwritableValue } from './attribute-value.ts';
import { dataTypeName, enumMemberOf } from './enum-names.ts';

/** Whether a tensor comes to the device split already, and the shape of its shard where that is said. */
export interface Sharding {
  readonly isPresharded: boolean;
  readonly localShape: readonly number[] | null;
}

/** Values that no attribute says more about are whole. */
export const unsharded: Sharding = { isPresharded: false, localShape: null };

/** Returns the description of a tensor. @throws UnwritableValue for one without a layout. */
export function tensorDesc(
  type: RankedTensorType,
  user: Operation,
  { sharding, schema }: { readonly sharding: Sharding; readonly schema: Schema },
): TableValue {
  const layout = layoutOf(type);
  const isOnMesh = isInstance(LayoutAttr, layout) && layout.mesh !== null;
  const isOnHost = isInstance(LayoutAttr, layout) && layout.isOnHost;
  return {
    shape: type.shape,
    mesh_shape: isOnMesh ? deviceMesh(user) : [1, 1],
    layout: {
      oob_val: 'Undef',
      memory_desc: {
        storage_type: isOnHost && !isOnMesh ? 'Host' : 'Device',
        tile_shape: tileShape(layout),
        data_type: dataTypeName(dataTypeOfLayout(layout)),
        memory_config: memoryConfig(layout, schema),
      },
    },
    shard_status: sharding.isPresharded ? 'Presharded' : 'Unsharded',
    local_shape: sharding.localShape ?? type.shape,
  };
}

const inHostMemory = { bufferType: 'system_memory', isTiled: false } as const;

/** Returns the layout of a tensor. @throws UnwritableValue for one without. */
export function layoutOf(type: Type): LayoutAttr | NdLayoutAttr {
  const layout = type instanceof RankedTensorType ? type.encoding : null;
  if (isInstance(LayoutAttr, layout) || isInstance(NdLayoutAttr, layout)) return layout;
  // The runtime keeps the number of a recording in the host's memory.
  const traceId = layout instanceof TraceIdAttr ? makeLayout([], ui32, inHostMemory) : null;
  if (traceId !== null) return traceId;
  throw new UnwritableValue(`expected a tensor with a TTNN layout, found ${String(type)}`);
}

/** Returns the number format that a layout stores. @throws UnwritableValue for one that the hardware has not. */
export function dataTypeOfLayout({ memref }: LayoutAttr | NdLayoutAttr): DataType {
  const { elementType } = memref;
  return elementType instanceof TileType ? elementType.dataType : hardwareDataType(elementType);
}

/** Returns the number format of elements. @throws UnwritableValue for one that the hardware has not. */
export function hardwareDataType(elementType: Type): DataType {
  const dataType = dataTypeOf(elementType);
  if (dataType === null)
    throw new UnwritableValue(`expected a number format of the hardware, found ${String(elementType)}`);
  return dataType;
}

function tileShape({ memref: { elementType } }: LayoutAttr | NdLayoutAttr): TableValue {
  const [y, x] = elementType instanceof TileType ? elementType.shape : [1, 1];
  return { y: y!, x: x! };
}

/** Returns the memory of a layout as operations take it; `null` in the memory of the host. */
export function memoryConfig(layout: LayoutAttr | NdLayoutAttr, schema: Schema): TableValue | null {
  if (isInstance(NdLayoutAttr, layout)) return ndMemoryConfig(layout, schema);
  if (layout.isOnHost || layout.memoryLayout === null) return null;
  return {
    tensor_memory_layout: enumMemberOf(schema, 'TensorMemoryLayout', layout.memoryLayout.value),
    buffer_type: enumMemberOf(schema, 'BufferType', layout.bufferType),
    shard_spec: shardSpec(layout),
  };
}

/** The cores that hold the blocks of a sharded tensor, and the size of a block in elements. */
function shardSpec({ memoryLayout, coreRanges, memref }: LayoutAttr): TableValue | null {
  if (memoryLayout?.value.endsWith('_sharded') !== true) return null;
  const ranges = coreRanges?.ranges ?? [];
  return {
    core_range_set: { core_ranges: ranges.map(coreRange) },
    shape: inElements(memref),
    orientation: 'RowMajor',
  };
}

function ndMemoryConfig(layout: NdLayoutAttr, schema: Schema): TableValue {
  const { grid, memref, memLayout, shardOrientation, shardDistributionStrategy } = layout;
  const [rows, columns] = [product(grid.shape.slice(0, -1)), grid.shape.at(-1) ?? 1];
  return {
    tensor_memory_layout: enumMemberOf(schema, 'TensorMemoryLayout', memLayout.value),
    buffer_type: bufferTypeOf(layout, schema),
    nd_shard_spec: {
      core_range_set: { core_ranges: [coreRange({ startCoord: [0, 0], endCoord: [columns - 1, rows - 1] })] },
      shape: inElements(memref),
      orientation: enumMemberOf(schema, 'ShardOrientation', shardOrientation?.value ?? 'row_major'),
      distribution_strategy: enumMemberOf(
        schema,
        'ShardDistributionStrategy',
        shardDistributionStrategy?.value ?? 'round_robin_1d',
      ),
    },
  };
}

function bufferTypeOf({ memref }: NdLayoutAttr, schema: Schema): string {
  const space = /buffer_type<(\w+)>/.exec(String(memref.memorySpace))?.[1];
  return enumMemberOf(schema, 'BufferType', space ?? 'dram');
}

/** The shape of a buffer, whose last two sizes count tiles where it holds these. */
function inElements({ shape, elementType }: LayoutAttr['memref']): readonly number[] {
  const sizes = shape ?? [];
  if (!(elementType instanceof TileType)) return sizes;
  const first = sizes.length - elementType.shape.length;
  return sizes.map((size, i) => size * (elementType.shape[i - first] ?? 1));
}
