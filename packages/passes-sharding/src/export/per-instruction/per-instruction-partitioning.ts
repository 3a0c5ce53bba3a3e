import { FuncOp } from '@shardform/dialect-func';
import {
  getSharding,
  isCollectiveOp,
  MeshTable,
  ReshardOp,
  SdyConstantOp,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import {
  booleanOption,
  definePass,
  integerOption,
  type Operation,
  stringOption,
  type Context,
} from '@shardform/ir-core';
import { Channels } from '../channels.ts';
import { isSelected, parseInstructionFilter } from './instruction-filter.ts';
import { InstructionPartitioner } from './instruction-partitioner.ts';
import { refusesNestedMeshes } from '../../module/nested-meshes.ts';

/** `sdy-per-instruction-partitioning`. */
export const perInstructionPartitioning = /* @__PURE__ */ definePass({
  name: 'sdy-per-instruction-partitioning',
  className: 'PerInstructionPartitioningPass',
  summary: 'Partitions single operations and leaves the rest of the program as it is.',
  description:
    'For finding out which operation is partitioned wrongly: each chosen one becomes a manual computation of what a device does, with global sizes around it, so that another partitioner can do the rest.',
  options: {
    filter: stringOption(
      "Which operations: parts of names such as 'dot, pad', or 'selectLow=0, selectHigh=10'; all unless given.",
      '',
    ),
    'enable-halo-exchange': booleanOption(
      'Whether neighbours exchange the elements at the borders of their parts where that is less than all.',
      true,
    ),
    'replica-count': integerOption('Number of replicas.', 1),
    'partition-count': integerOption('Number of partitions.', 1),
  },
  anchor: 'builtin.module',
  dependentDialects: ['sdy', 'stablehlo'],
  run(module, pass) {
    const { context, options } = pass;
    if (refusesNestedMeshes(module, pass)) return;
    const filter = parseInstructionFilter(options.filter);
    if (filter === null) {
      context.diagnostics.error(module.location, `invalid filter: '${options.filter}'`);
      pass.fail();
      return;
    }
    const partitioner = new InstructionPartitioner(
      module,
      new MeshTable(module),
      new Channels(module),
      context,
      {
        'enable-halo-exchange': options['enable-halo-exchange'],
        'replica-count': options['replica-count'],
        'partition-count': options['partition-count'],
      },
    );
    const candidates = [...module.body].flatMap((func) =>
      func instanceof FuncOp && !func.isDeclaration
        ? [...func.entry].filter((inner) => isCandidate(inner, context))
        : [],
    );
    for (const [number, candidate] of candidates.entries()) {
      if (!isSelected(candidate, number, filter) || partitioner.partition(candidate)) continue;
      pass.fail();
      return;
    }
  },
});

/** Returns whether an operation is sharded and can be partitioned on its own. */
function isCandidate(op: Operation, context: Context): boolean {
  if (op.definition.isTerminator) return false;
  const isInstruction =
    op.definition.dialect === 'stablehlo' || op instanceof ReshardOp || op instanceof SdyConstantOp;
  if (!isInstruction || isCollectiveOp(op) || capturesValues(op)) return false;
  if (op instanceof CustomCallOp && ['Sharding', 'mhlo.sharding'].includes(op.callTargetName.value))
    return false;
  const isSplit = (sharding: TensorShardingAttr | null): boolean =>
    sharding !== null && !sharding.isFullyReplicated;
  return (
    op.operands.some(({ value }) => isSplit(getSharding(value, context))) ||
    op.results.some((result) => isSplit(getSharding(result, context)))
  );
}

/** Returns whether a region uses values from outside, which a copy elsewhere would not have. */
function capturesValues(op: Operation): boolean {
  let captures = false;
  op.walk((inner) => {
    if (inner === op) return;
    captures ||= inner.operands.some(({ value }) => {
      const owner = value.definingOp ?? value.parentBlock?.parentOp ?? null;
      return owner === null || !(owner === op || owner.isInside(op));
    });
  });
  return captures;
}
