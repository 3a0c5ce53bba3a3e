import {
  type FragmentOp,
  SPLIT_DROP_TRANSFERRED,
  SPLIT_KEEP_TRANSFERRED,
  UserOriginAttr,
} from '@shardform/dialect-mpmd';
import { ArrayAttr, i64Attr, StringAttr, UnitAttr } from '@shardform/ir-core';
import type { FragmentInfo } from '../options/fragment-rules.ts';
import { callCounterOf, setCallCounter, splitTypeOf } from '../program/fragments.ts';

/** Returns what tells a fragment from others; origins are sorted. */
export function infoOf(fragment: FragmentOp): FragmentInfo {
  const origins = fragment.origins
    .map(({ userName, transposes }) => ({ name: userName, transposes }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.transposes - b.transposes));
  return {
    origins,
    stage: fragment.stage,
    callCounter: callCounterOf(fragment),
    splitType: splitTypeOf(fragment),
    meshName: fragment.mesh,
  };
}

/** Makes a fragment one with this info. */
export function setInfo(fragment: FragmentOp, info: FragmentInfo): void {
  fragment.origin = ArrayAttr.get(
    info.origins.map(({ name, transposes }) => UserOriginAttr.of(name, transposes)),
  );
  fragment.stageId = info.stage === null ? null : i64Attr(info.stage);
  setCallCounter(fragment, info.callCounter);
  const mark = (type: FragmentInfo['splitType']): UnitAttr | null =>
    info.splitType === type ? UnitAttr.instance : null;
  fragment.setAttr(SPLIT_KEEP_TRANSFERRED, mark('kKeepTransferred'));
  fragment.setAttr(SPLIT_DROP_TRANSFERRED, mark('kDropTransferred'));
  if (info.meshName !== null) fragment.meshName = StringAttr.get(info.meshName);
}
