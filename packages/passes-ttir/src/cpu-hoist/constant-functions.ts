import { FuncOp } from '@shardform/dialect-func';
import { isKind } from '@shardform/dialect-ttcore';
import { creation, MeshPartitionOp, MeshShardOp, ReshapeOp, TypecastOp } from '@shardform/dialect-ttir';
import { definePass, type Operation, type PassRun, type Value } from '@shardform/ir-core';
import { deviceModuleOf, type HostedGroup, hoistToHost, unsignedOperation } from './hoist-operations.ts';
import { hasHostCode } from './host-code.ts';

/** What functions of constants compute moves to the host, which has f32; collectives between stay on the devices. */
export const cpuHoistConstEval = definePass({
  name: 'cpu-hoist-const-eval',
  className: 'CPUHoistConstEvalTransform',
  summary: 'lets the host compute constants',
  anchor: 'builtin.module',
  dependentDialects: ['func', 'ttcore'],
  run(root, pass) {
    const groups: HostedGroup[] = [];
    deviceModuleOf(root)?.walkOf(FuncOp, (func) => {
      if (!func.isDeclaration && isKind(func, 'const_eval')) groups.push(...groupsOf(func, pass));
    });
    hoistToHost(root, groups, pass);
  },
});

function groupsOf(func: FuncOp, pass: PassRun): HostedGroup[] {
  const ops = [...func.entry];
  if (ops.some((op) => op.hasAttr('ttir.cpu_hoist_call'))) return [];
  const terminator = func.entry.getTerminator();
  const kept = new Set<Operation>(terminator.operandValues().flatMap(creationChain));
  const segments: Operation[][] = [[]];
  for (const op of ops) {
    if (op === terminator || kept.has(op)) continue;
    if (isBarrier(op)) segments.push([]);
    else segments.at(-1)!.push(op);
  }
  return segments.filter((own) => own.length > 0 && isForHost(own, pass)).map(groupOf);
}

/** Between devices, which only these reach. */
function isBarrier(op: Operation): boolean {
  return op instanceof MeshShardOp || op instanceof MeshPartitionOp || isCollective(op);
}

const COLLECTIVES: ReadonlySet<string> = new Set(
  [
    'all_gather',
    'all_reduce',
    'all_reduce_async',
    'all_to_all',
    'collective_broadcast',
    'collective_permute',
    'point_to_point',
    'reduce_scatter',
  ].map((name) => `ttir.${name}`),
);

function isCollective({ name }: Operation): boolean {
  return COLLECTIVES.has(name);
}

/**
 * What makes a returned value without computing: a device makes it at once, and later passes look for its number there.
 */
function creationChain(value: Value): Operation[] {
  const chain: Operation[] = [];
  for (let op = value.definingOp; op !== null; op = op.getOperand(0).definingOp) {
    chain.push(op);
    if (op.hasTrait(creation)) return chain;
    if (!(op instanceof ReshapeOp || op instanceof TypecastOp)) return [];
  }
  return [];
}

function isForHost(operations: readonly Operation[], pass: PassRun): boolean {
  const foreign = operations.find((op) => !hasHostCode(op));
  if (foreign === undefined) return unsignedOperation(operations) === undefined;
  pass.context.diagnostics.emitOn(
    foreign,
    'warning',
    'Skipping CPU hoisting of const-eval subgraph: op cannot be lowered to Linalg',
  );
  return false;
}

function groupOf(operations: readonly Operation[]): HostedGroup {
  const members = new Set(operations);
  const outputs = operations.flatMap((op) =>
    op.results.filter((result) => result.users().some((user) => !members.has(user))),
  );
  return { operations, outputs, word: 'const_eval' };
}
