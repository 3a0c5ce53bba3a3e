import { isInstance, type Operation, RankedTensorType, type Value } from '@shardform/ir-core';
import { DeviceType, GlobalSemaphoreType } from '@shardform/dialect-ttnn';
import type { Schema, TableValue } from '../flatbuffers/schema.ts';
import { UnwritableValue } from './attribute-value.ts';
import { type Sharding, tensorDesc, unsharded } from './tensor-desc.ts';

/** What a field of an operation's table refers to. */
export type RefKind = 'TensorRef' | 'DeviceRef' | 'GlobalSemaphoreRef';

/** The values of a file, which are numbered from 1 in the order in which they are first referred to. */
export class ValueRefs {
  readonly #refs = new Map<Value, TableValue>();
  readonly #schema: Schema;
  #count = 0;

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  /** Returns the description of a value, under a new number where it has none. @throws UnwritableValue */
  of(value: Value, user: Operation, sharding: Sharding = unsharded): TableValue {
    const known = this.#refs.get(value);
    if (known !== undefined) return known;
    const ref = this.#describe(value, user, sharding);
    this.#refs.set(value, ref);
    return ref;
  }

  /** Returns the description of a number that a function takes, which comes as a tensor of one element on the host. */
  scalar(value: Value): TableValue {
    const desc = {
      shape: [1],
      mesh_shape: [1, 1],
      layout: {
        oob_val: 'Undef',
        memory_desc: { storage_type: 'Host', tile_shape: { y: 1, x: 1 }, data_type: 'UInt32' },
      },
      shard_status: 'Unsharded',
    };
    const ref = { global_id: ++this.#count, desc };
    this.#refs.set(value, ref);
    return ref;
  }

  #describe(value: Value, user: Operation, sharding: Sharding): TableValue {
    // Devices are known by their first chip.
    if (value.type === DeviceType.instance) return { global_id: 0 };
    if (value.type === GlobalSemaphoreType.instance) return { global_id: ++this.#count };
    if (!isInstance(RankedTensorType, value.type))
      throw new UnwritableValue(`expected a tensor, found ${String(value.type)}`);
    // Numbers count what could be described.
    const desc = tensorDesc(value.type, user, { sharding, schema: this.#schema });
    return { global_id: ++this.#count, desc };
  }
}

/** Returns the kind of table that refers to a value. */
export function refKind({ type }: Value): RefKind {
  if (type === DeviceType.instance) return 'DeviceRef';
  return type === GlobalSemaphoreType.instance ? 'GlobalSemaphoreRef' : 'TensorRef';
}
