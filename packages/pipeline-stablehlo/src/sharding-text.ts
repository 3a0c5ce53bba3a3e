import { attributeOfText } from '@shardform/passes-sharding';
import { type Attribute, DictionaryAttr, type Operation, type PassRun, StringAttr } from '@shardform/ir-core';
import { TensorShardingAttr, TensorShardingPerValueAttr } from '@shardform/dialect-sdy';
import { XLA_SDY_SHARDING } from './attribute-names.ts';

/**
 * Returns the sharding among front end attributes, a text such as `#sdy.sharding<@mesh, [{"x"}, {}]>`, or that of the
 * only value in a text such as `#sdy.sharding_per_value<[<@mesh, [{}]>]>`. `null` when there is none; an unreadable
 * text is an error on `op`.
 *
 * @param rename names of axes to replace in the text.
 */
export function frontendSharding(
  frontend: Attribute | null,
  op: Operation,
  pass: PassRun,
  rename: ReadonlyMap<string, string> = new Map(),
): TensorShardingAttr | null {
  const entry = frontend instanceof DictionaryAttr ? frontend.get(XLA_SDY_SHARDING) : null;
  if (!(entry instanceof StringAttr)) return null;
  let text = entry.value;
  for (const [from, to] of rename) text = text.replaceAll(`"${from}"`, `"${to}"`);
  const attribute = attributeOfText(text, pass.context);
  const sharding = attribute instanceof TensorShardingPerValueAttr ? attribute.shardings[0] : attribute;
  if (!(sharding instanceof TensorShardingAttr)) {
    pass.opError(op, `has a '${XLA_SDY_SHARDING}' that is no sharding: '${text}'`);
    return null;
  }
  return sharding;
}
