import * as ttir from '@shardform/dialect-ttir';
import { StringAttr } from '@shardform/ir-core';
import { type CallConversion, frontendText } from './call-conversion.ts';
import { tensorsOf } from './convertible.ts';

/**
 * A kernel written in TT-Lang writes into its last operands, which are empty tensors here: the call has the operands
 * that are read, and results for those that are written.
 */
export const kernelCall: CallConversion = (op, operands, { builder }) => {
  const [kernelId, versionTag, argRoles] = ['kernel_id', 'version_tag', 'arg_roles'].map((name) =>
    frontendText(op, name),
  );
  if (!kernelId || !versionTag || !argRoles) return null;
  const roles = argRoles.split(',').map((role) => role.trim());
  const [reads = 0, writes = 0] = ['in', 'out'].map((name) => roles.filter((role) => role === name).length);
  const results = tensorsOf(op.results);
  const isEachNamed = reads + writes === roles.length;
  const isFunctional =
    reads === operands.length && writes === results.length && results.length === op.resultCount;
  if (!isEachNamed || !isFunctional || reads === 0 || writes === 0) return null;
  const outputs = results.map(({ type }) => builder.create(ttir.EmptyOp, {}, [type]).result);
  return builder.create(
    ttir.TTLangOp,
    {
      inputs: [...operands, ...outputs],
      kernelId: StringAttr.get(kernelId),
      versionTag: StringAttr.get(versionTag),
      argRoles: StringAttr.get(argRoles),
      shardSpec: StringAttr.get(frontendText(op, 'shard_spec') ?? ''),
    },
    op.resultTypes(),
  );
};
