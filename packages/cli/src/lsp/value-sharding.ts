import { localShape, type MeshAttr, MeshTable, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { type Context, DYNAMIC, isInstance, RankedTensorType, type Value } from '@shardform/ir-core';
import { explainShardings } from '@shardform/passes-sharding';
import { divisionMark, readDocument } from '@shardform/inspect';

/** The distribution of a value over the devices after propagation. */
export interface ValueSharding {
  /** The axes of each dimension, `[{"x"}, {}]`. */
  readonly axes: string;
  /** The local shape on one device, `8x?x4`; `null` for values other than ranked tensors. */
  readonly localShape: string | null;
}

/** Beyond this length of the text, propagation takes longer than a person who types waits. */
const LONGEST_TEXT = 1_000_000;

/**
 * Propagates the shardings of a text and gives those of its values by the offset where they are defined. Empty for
 * programs without meshes and those that are wrong.
 */
export function valueShardings(
  name: string,
  text: string,
  context: Context,
): ReadonlyMap<number, readonly (ValueSharding | null)[]> {
  const found = new Map<number, readonly (ValueSharding | null)[]>();
  if (text.length > LONGEST_TEXT || !text.includes('sdy.')) return found;
  // Propagation changes the module: it gets one of its own.
  const { module, isValid, values } = readDocument(name, text, context);
  if (!isValid || divisionMark(module) !== null) return found;
  context.diagnostics.capture(() => {
    const meshes = new MeshTable(module);
    const explain = explainShardings(module, context);
    if (explain === null) return;
    for (const [offset, defined] of values) {
      const shardings = defined.map((value) => {
        const { sharding } = explain(value);
        return sharding === null ? null : valueSharding(value, sharding, meshes.meshOf(sharding));
      });
      if (shardings.some((sharding) => sharding !== null)) found.set(offset, shardings);
    }
  });
  return found;
}

function valueSharding({ type }: Value, sharding: TensorShardingAttr, mesh: MeshAttr | null): ValueSharding {
  const local =
    mesh !== null && isInstance(RankedTensorType, type) ? localShape(type.shape, sharding, mesh) : null;
  const sizes = local?.map((size) => (size === DYNAMIC ? '?' : String(size))).join('x');
  const axes = sharding.dims.map((dim) => `{${dim.axes.map((axis) => axis.text).join(', ')}}`).join(', ');
  return { axes: `[${axes}]`, localShape: sizes === undefined ? null : sizes === '' ? 'scalar' : sizes };
}
