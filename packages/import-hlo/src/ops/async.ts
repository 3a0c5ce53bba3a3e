import * as hlo from '@shardform/dialect-hlo';
import * as stablehlo from '@shardform/dialect-stablehlo';
import {
  type Block,
  type Operation,
  RankedTensorType,
  StringAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import type { ImportedInstruction, InstructionImporter } from '../imported-instruction.ts';
import { typesOf } from '../types.ts';
import { type CollectiveImporter, collectives } from './collectives.ts';

/** The operations that `stablehlo.async_start` may hold. */
const STABLEHLO_STARTS: ReadonlySet<string> = new Set(
  [
    'all_gather all_reduce all_to_all collective_broadcast collective_permute collective_reduce reduce_scatter',
    'dynamic_slice dynamic_update_slice slice',
  ]
    .join(' ')
    .split(' ')
    .map((name) => `stablehlo.${name}`),
);

/** The results of a collective whose `-start` has another shape: that of the `-done`. */
type ResultTypes = (from: ImportedInstruction) => readonly Type[];

/** The shape is that of the results. */
const own: ResultTypes = (from) => from.types;

/** The second element of the shape, after the operands. */
const second: ResultTypes = (from) => {
  const { shape } = from.instruction;
  const results = shape.kind === 'tuple' ? shape.elements[1] : undefined;
  return results === undefined ? from.fail('must have the shape of operands and results') : typesOf(results);
};

/** The first element of the shape: the copy, before what is copied. */
const first: ResultTypes = (from) => from.types.slice(0, 1);

/** Makes a future of what `fill` puts into a region whose arguments are the operands. */
function start(
  from: ImportedInstruction,
  operands: readonly Value[],
  types: readonly Type[],
  fill: (block: Block) => readonly Value[],
): readonly Value[] {
  const { builder } = from;
  const future = stablehlo.FutureType.get({ types });
  const op = from.create(hlo.AsyncStartOp, { operands }, [future]);
  op.setAttr(hlo.hloAttributes.name, StringAttr.get(from.instruction.name));
  builder.atSavedPoint(() => {
    const block = builder.createBlock(
      op.body,
      operands.map(({ type }) => type),
    );
    builder.create(stablehlo.ReturnOp, { results: fill(block) });
  });
  return [asStableHlo(from, op).getResult()];
}

/** Gives a start the name of StableHLO where it is one that StableHLO allows, which all that knows collectives knows. */
function asStableHlo(from: ImportedInstruction, op: hlo.AsyncStartOp): Operation {
  const [inner, end] = [...op.body.entry];
  const isAllowed =
    inner !== undefined &&
    end === op.body.entry.lastOp &&
    STABLEHLO_STARTS.has(inner.name) &&
    inner.results.length === 1 &&
    op.operandTypes().every((type) => type instanceof RankedTensorType);
  if (!isAllowed) return op;
  const named = stablehlo.AsyncStartOp.create({ operands: op.operandValues() }, op.resultTypes(), {
    location: op.location,
    attributes: op.discardable,
  });
  from.builder.insert(named);
  named.body.takeBody(op.body);
  op.erase();
  from.computation.module.trace(from.instruction, named);
  return named;
}

const startOf =
  (collective: CollectiveImporter, results: ResultTypes): InstructionImporter =>
  (from) => {
    const types = results(from);
    return start(from, from.allValues(), types, (block) =>
      collective(from, { operands: block.arguments, types }),
    );
  };

const done: InstructionImporter = (from) => {
  const future = from.value(0);
  if (!(future.type instanceof stablehlo.FutureType))
    return from.fail(
      `must have a started operation as its operand, which '${from.instruction.operands[0]?.name ?? ''}' is not`,
    );
  const { types } = future.type;
  const isStableHlo = startedBy(future)?.name === 'stablehlo.async_start';
  return isStableHlo
    ? from.create(stablehlo.AsyncDoneOp, { future }, types).results
    : from.create(hlo.AsyncDoneOp, { future }, types).results;
};

function startedBy(future: Value): Operation | null {
  return future.definingOp;
}

const copy: CollectiveImporter = (from, { operands, types }) =>
  operands.map((operand, i) => from.create(hlo.CopyOp, { operand }, [types[i]!]).result);

/** The computation that `async-start` wraps. */
const asyncStart: InstructionImporter = (from) => {
  const wrapped = from.called('calls', 'to_apply', 'called', 'async');
  const operands = from.allValues();
  const types = typesOf(wrapped.root.shape);
  return start(from, operands, types, (block) =>
    from.computation.inline(wrapped, block.arguments, from.instruction),
  );
};

/** Importers of opcodes that begin and end what goes on in the meantime. */
export const asyncImporters: Readonly<Record<string, InstructionImporter>> = {
  'all-gather-start': startOf(collectives['all-gather']!, second),
  'all-gather-done': done,
  'all-reduce-start': startOf(collectives['all-reduce']!, own),
  'all-reduce-done': done,
  'collective-permute-start': startOf(collectives['collective-permute']!, second),
  'collective-permute-done': done,
  'copy-start': startOf(copy, first),
  'copy-done': done,
  'async-start': asyncStart,
  'async-update': (from) => {
    const future = from.value(0);
    return future.type instanceof stablehlo.FutureType
      ? from.create(hlo.AsyncUpdateOp, { future }, [future.type]).results
      : from.fail('must have a started operation as its operand');
  },
  'async-done': done,
};
