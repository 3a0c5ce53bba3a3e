import { ConcatenateOp, SliceOp } from '@shardform/dialect-stablehlo';
import { getSharding, MeshTable } from '@shardform/dialect-sdy';
import {
  booleanOption,
  type Context,
  definePass,
  type Operation,
  RankedTensorType,
} from '@shardform/ir-core';
import { refusesNestedMeshes } from '../../module/nested-meshes.ts';
import { machineOption, reportMachineErrors } from '../../module/machine-option.ts';
import { type Prices, pricesOf } from '../../module/prices.ts';
import { Channels } from '../channels.ts';
import { ManualBuilder } from '../manual-builder.ts';
import { withCutWindows } from '../../xla/cut-windows.ts';
import { applyForm, isApplicable } from './apply-form.ts';
import { borderExchange, type ExchangeSite } from './border-form.ts';
import { isWorthwhile } from './exchange-cost.ts';

/** `shardform-exchange-borders`. */
export const exchangeBorders = /* @__PURE__ */ definePass({
  name: 'shardform-exchange-borders',
  className: 'ExchangeBordersPass',
  summary: 'Lets neighbours exchange the borders of their parts where operations need them.',
  description:
    'Convolutions, reductions over windows, slices, pads and concatenations of a split dimension become manual computations in which each device gets the elements that its part needs, in as few exchanges as there are devices that it gets them from, and no others. What would take more than the whole dimension is left to `sdy-resolve-permutation-factors`. Operands and results have to agree on what splits them, as they do after `sdy-insert-explicit-reshards`.',
  options: {
    machine: machineOption,
    'as-xla': booleanOption('Gather a dimension only where XLA would, whatever is sent.'),
  },
  anchor: 'builtin.module',
  dependentDialects: ['stablehlo', 'sdy'],
  run(module, pass) {
    if (refusesNestedMeshes(module, pass)) return;
    const { context, options } = pass;
    const meshes = new MeshTable(module);
    const manual = new ManualBuilder(context, new Channels(module), false);
    const choice = { context, prices: pricesOf(options.machine), isAsXla: options['as-xla'] };
    const ops: Operation[] = [];
    module.walk((op) => {
      if (op.definition.dialect === 'stablehlo') ops.push(op);
    });
    // Concatenations take what their slices are of, which then may have no uses any more.
    const isConcatenation = (op: Operation): boolean => op instanceof ConcatenateOp;
    reportMachineErrors(module, pass, () => {
      for (const op of ops.filter(isConcatenation)) exchange(op, meshes, manual, choice);
      for (const op of ops.filter((other) => !isConcatenation(other))) {
        if (op instanceof SliceOp && !op.result.hasUses) op.erase();
        else exchange(op, meshes, manual, choice);
      }
    });
  },
});

/** What decides whether borders are exchanged. */
interface ExchangeChoice {
  readonly context: Context;
  readonly prices: Prices;
  readonly isAsXla: boolean;
}

function exchange(
  op: Operation,
  meshes: MeshTable,
  manual: ManualBuilder,
  { context, prices, isAsXla }: ExchangeChoice,
): void {
  const formOf = context.query(borderExchange, op);
  const site = formOf === undefined ? null : exchangeSite(op, meshes, context, isAsXla);
  const form = site === null ? null : (formOf?.(site) ?? null);
  if (site === null || form === null || !isApplicable(form, site)) return;
  if (isAsXla) applyForm(withCutWindows(form, site), site, manual);
  else if (form.isNeeded || isWorthwhile(form, site.mesh, prices)) applyForm(form, site, manual);
}

/** Looks at an operation; `null` unless its shardings are on one mesh and of tensors that have elements. */
function exchangeSite(
  op: Operation,
  meshes: MeshTable,
  context: Context,
  isAsXla: boolean,
): ExchangeSite | null {
  const shardingOf: ExchangeSite['shardingOf'] = (value) => getSharding(value, context);
  const [operands, results] = [op.operandValues().map(shardingOf), op.results.map(shardingOf)];
  const all = [...operands, ...results].filter((sharding) => sharding !== null);
  const [first] = all;
  const mesh = first === undefined ? null : meshes.meshOf(first);
  if (first === undefined || mesh === null || mesh.isMaximal) return null;
  if (all.some((own) => own.meshOrRef !== first.meshOrRef || own.unreducedAxes.length > 0)) return null;
  return isOfElements(op) ? { op, mesh, operands, results, isAsXla, shardingOf } : null;
}

function isOfElements(op: Operation): boolean {
  return [...op.operandTypes(), ...op.resultTypes()].every(
    (type) => type instanceof RankedTensorType && type.hasStaticShape && type.elementCount > 0,
  );
}
