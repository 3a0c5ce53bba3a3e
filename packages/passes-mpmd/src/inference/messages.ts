import type { FuncOp } from '@shardform/dialect-func';
import type { MpmdCallOp } from '@shardform/dialect-mpmd';
import { type BlockArgument, type Operation, printOp, type Value, ValueNames } from '@shardform/ir-core';
import { argumentEdges } from '../program/call-edges.ts';
import type { MeshSet } from './mesh-set.ts';
import { reductionMark } from './reductions.ts';
import { holderOfArgument, sourceSetOf, sourcesOf, useSetOf } from './set-storage.ts';
import { sourcesText, stackTrace, usesText } from './origin-texts.ts';

const SEPARATOR = '\n---------------------------------------------------\n';
/** Constants with more elements are left out. */
const MOST_ELEMENTS = 16;

function automatic(option: string): string {
  return `To handle this automatically, set \`${option}\` in the partitioning options.`;
}

const TRANSFERS = /* @__PURE__ */ automatic('mpmd_infer_transfers');

/** The text of an operation with the names that values have in its function. */
function textOf(op: Operation): string {
  let scope = op;
  while (!scope.definition.isIsolatedFromAbove && scope.parentOp !== null) scope = scope.parentOp;
  const names = new ValueNames(scope, true);
  return printOp(op, null, { localScope: true, elideElementsLimit: MOST_ELEMENTS, names }).trimEnd();
}

/** The message about an operation whose operands are on meshes that have none in common. */
export function conflictingOperandsMessage(op: Operation): string {
  const option = reductionMark(op) === null ? TRANSFERS : automatic('mpmd_infer_cross_mesh_reductions');
  const operands = op.operandValues().map((value, i) => `\n - ${operandText(value, i)}`);
  const uses = useSetOf(op);
  const used = uses.isEmpty
    ? `Op is used in:${usesText(op.results, 'Output')}`
    : `Op is used in meshes ${uses.namesText} which originates from the union of:${usesText(op.results, 'Output')}`;
  return (
    'Mesh assignment is not possible for op as its operands are on conflicting meshes and thus we need to transfer some of the operands. Add an explicit transfer to fix this.\n' +
    `${option}${SEPARATOR}Op: \n\t${textOf(op)}\n\nOperands with possibly conflicting meshes:\n${operands.join('')}` +
    `\n\n${used}\n\nOp stack trace:\n${stackTrace(op.location)}\n${SEPARATOR}`
  );
}

function operandText(value: Value, index: number): string {
  const sources = sourcesOf(value);
  const origins = sourcesText([value], '  ');
  return sources.isSpecified && !sources.isEmpty
    ? `Operand ${index} can be assigned to meshes ${sources.namesText} which originates from:${origins}`
    : `Operand ${index} can be assigned to any mesh and originates from the intersections of:${origins}`;
}

function calleeName(func: FuncOp): string {
  return func.symName.value.replace(/^shardy_mpmd/, '');
}

/** The message about an argument for which the callers' operands are on meshes that have none in common. */
export function conflictingCallersMessage(func: FuncOp, argument: BlockArgument): string {
  const head =
    `Mesh assignment is not possible for arg${argument.index} of mpmd.call "${calleeName(func)}" as its caller operands are on conflicting meshes and thus we need to transfer some of the operands. Add an explicit transfer to fix this.\n` +
    `${TRANSFERS}${SEPARATOR}`;
  return head + argumentDetails(func, argument);
}

/** The message about an operation that is needed on a mesh where it can't be. */
export function additionalTransferMessage(op: Operation, uses: MeshSet, sources: MeshSet): string {
  const operands = op.operandValues();
  return (
    `Mesh assignment is not possible for op as it is used in ${uses.namesText} but it can only be placed on ${sources.namesText} without introducing a transfer. Add an explicit transfer to fix this.\n` +
    `${TRANSFERS}${SEPARATOR}Op: \n\t${textOf(op)}` +
    `\n\nCan be assigned to meshes: ${sources.namesText} which originates from the intersection of:${sourcesText(operands)}` +
    `\n\nBut was used in meshes: ${uses.namesText} which originates from the union of:${usesText(operands, 'Output')}` +
    `\n\nOp stack trace:\n${stackTrace(op.location)}\n${SEPARATOR}`
  );
}

/** The message about an argument that is needed on a mesh where the callers don't have it. */
export function additionalArgumentTransferMessage(
  func: FuncOp,
  argument: BlockArgument,
  uses: MeshSet,
  sources: MeshSet,
): string {
  const head =
    `Mesh assignment is not possible for arg${argument.index} of mpmd.call "${calleeName(func)}" as it is used in ${uses.namesText} but it can only be placed on ${sources.namesText} without introducing a transfer. Add an explicit transfer to fix this.\n` +
    `${TRANSFERS}${SEPARATOR}`;
  return head + argumentDetails(func, argument);
}

function argumentDetails(func: FuncOp, argument: BlockArgument): string {
  const callers = argumentEdges(func)[argument.index]?.sources ?? [];
  const holder = holderOfArgument(argument)!;
  const uses = useSetOf(holder);
  const sources = sourceSetOf(holder);
  const origins = sourcesText(callers.map(({ value }) => value));
  const used = uses.isEmpty
    ? `Arg is used in:${usesText([argument], 'Input')}`
    : `Arg is used in meshes ${uses.namesText} which originates from the union of:${usesText([argument], 'Input')}`;
  const users = argument.users().map((user) => `\n - ${textOf(user)}${stackTrace(user.location)}`);
  return (
    `\nmpmd.call was called ${callers.length} times and can be assigned to meshes: ${sources.namesText} which originates from the intersection of:${origins}` +
    `\n\n${used}\n\nmpmd.call Stack trace:\n${stackTrace(func.location)}\n\n\nSample arg users:${users.join('')}${SEPARATOR}`
  );
}

/** The message about a call that hands a result over to itself on other meshes. */
export function chainedCallMessage(
  call: MpmdCallOp,
  { result, argument }: { readonly result: number; readonly argument: number },
  { results, args }: { readonly results: MeshSet; readonly args: MeshSet },
): string {
  return (
    `Mesh assignment is not possible for mpmd.call "${call.callee.root}" as it passes result ${result} to arg ${argument} but they have mismatching mesh assignments: res: {${results.text}}, arg: {${args.text}}. Please reach out if you see this.` +
    `${SEPARATOR}\n\nmpmd.call Stack trace:\n${stackTrace(call.location)}\n`
  );
}
