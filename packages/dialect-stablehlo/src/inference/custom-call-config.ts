import { DictionaryAttr, type Operation } from '@shardform/ir-core';

/**
 * Returns the dictionary that configures a custom call: JAX writes it beside the call, XLA as the call's own `backend_config`.
 * `null` for none.
 */
export function customCallConfig(op: Operation): DictionaryAttr | null {
  const config = op.getAttr('mhlo.backend_config') ?? op.getAttr('backend_config');
  return config instanceof DictionaryAttr ? config : null;
}
