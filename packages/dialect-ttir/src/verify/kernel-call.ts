import type { StringAttr, Value } from '@shardform/ir-core';
import type { Problems } from './problems.ts';

/** A call of a kernel: operands that it reads come before those that it writes, which are its results. */
export function* kernelCallProblems(op: {
  readonly inputs: readonly Value[];
  readonly results: readonly Value[];
  readonly kernelId: StringAttr;
  readonly versionTag: StringAttr;
  readonly argRoles: StringAttr;
}): Problems {
  if (op.inputs.length === 0) yield 'tt-lang kernel must have at least one input operand.';
  if (op.argRoles.value === '') yield '`arg_roles` attribute must not be empty.';
  const roles = op.argRoles.value.split(',').map((role) => role.trim());
  if (roles.length !== op.inputs.length)
    yield `\`arg_roles\` token count (${roles.length}) must match number of inputs (${op.inputs.length}).`;
  let written = 0;
  for (const role of roles) {
    if (role === 'out') written++;
    else if (role !== 'in') yield `\`arg_roles\` token must be "in" or "out", got: "${role}".`;
    else if (written > 0)
      yield '`arg_roles` must list all "in" operands before any "out" operand (destination-passing-style ordering).';
  }
  if (written !== op.results.length)
    yield `number of "out" roles (${written}) must match number of results (${op.results.length}).`;
  if (written === 0)
    yield 'tt-lang kernel must have at least one operand tagged "out" (the destination buffer the runtime returns as the kernel\'s output).';
  if (op.kernelId.value === '') yield '`kernel_id` attribute must not be empty.';
  if (op.versionTag.value === '') yield '`version_tag` attribute must not be empty.';
}
