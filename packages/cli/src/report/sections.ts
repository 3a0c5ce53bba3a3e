import type { FuncOp } from '@shardform/dialect-func';
import { type Context, type ModuleOp, printOp, type Value } from '@shardform/ir-core';
import { explainShardings } from '@shardform/passes-sharding';
import {
  copyOf,
  escapeMarkup,
  explanationJson,
  explanationText,
  type ShardedFunction,
  svgPicture,
  tagOperations,
} from '@shardform/inspect';
import { collectiveTotals, type InsertedCollective, meaningText } from '@shardform/study';
import type { LoadedModule } from '../load-module.ts';
import { signatureValues, titledGrids } from '../show/show.ts';
import { folded, mlirHtml, preformatted, type Section, table } from './html.ts';

/** More values than these are not explained one by one. */
const MOST_EXPLAINED = 200;

/** Returns the section of diagnostics, rendered as on a terminal. */
export function problemSection(messages: string): Section {
  return {
    title: 'Problems',
    body: messages === '' ? '<p>None.</p>' : preformatted(messages).replace('<pre>', '<pre class="problem">'),
  };
}

/** Returns the devices, and who holds what of arguments and results. */
export function placementSection(program: ShardedFunction, func: FuncOp): Section {
  const { mesh, meshName } = program;
  const axes = mesh.axes.map(({ name, size }) => [name, String(size)]);
  return {
    title: 'Who holds what',
    body: `<p>Mesh @${escapeMarkup(meshName)}: ${mesh.totalSize} devices.</p>
${axes.length === 0 ? '' : table(['axis', 'devices'], axes)}
<p>Each box is a part of a tensor, with the devices that hold it.</p>
${svgPicture(titledGrids(signatureValues(program, func), program))}`,
  };
}

/** Returns the communication of a program. */
export function collectiveSection(collectives: readonly InsertedCollective[]): Section {
  const totals = collectiveTotals(collectives);
  const dearest = [...collectives].sort((a, b) => b.bytes * b.executions - a.bytes * a.executions);
  const rows = dearest.map(
    ({ kind, axes, type, groupSize, bytes, executions, source, value, name, place, reason }) => [
      kind,
      axes,
      type,
      String(groupSize),
      String(executions),
      String(bytes * executions),
      source,
      [value, name].filter((text) => text !== null).join(' '),
      place ?? '',
      reason ?? 'the program says so',
    ],
  );
  return {
    title: 'Collectives',
    body:
      rows.length === 0
        ? '<p>None: no device needs what another one has.</p>'
        : `<p>${rows.length} collective${rows.length === 1 ? '' : 's'}; executed ${totals.executions} times, each device sends ${totals.bytes} bytes${meaningText(totals.meaning)}.</p>
${table(['collective', 'axes', 'result on a device', 'devices', 'executions', 'bytes that a device sends', 'after', 'value', 'place', 'why'], rows)}`,
  };
}

/** Why values have their shardings; a copy of the module is propagated. `null` when that fails. */
export function explanationSection({ module: given, names, context }: LoadedModule): Section | null {
  const values: Value[] = [];
  tagOperations(given);
  const module = copyOf(given);
  names.addCopiesOf(given);
  module.walk((op) => void values.push(...op.results), 'pre');
  const explain = explainShardings(module, context);
  if (explain === null) return null;
  const shown = values.filter((value) => value.definingOp?.isInside(module) === true);
  const texts = shown
    .slice(0, MOST_EXPLAINED)
    .map((value) => explanationJson(value, explain(value), { names, context }))
    .filter(({ axes, rejections }) => axes.length > 0 || rejections.length > 0)
    .map((explanation) =>
      folded(
        `${explanation.value}: ${explanation.sharding ?? 'no sharding'}`,
        preformatted(explanationText(explanation)),
      ),
    );
  const rest =
    shown.length > MOST_EXPLAINED
      ? `<p>The first ${MOST_EXPLAINED} of ${shown.length} values; shardform explain tells about the others.</p>`
      : '';
  return {
    title: 'Why',
    body: texts.length === 0 ? '<p>No value has a sharding.</p>' : texts.join('\n') + rest,
  };
}

/** Returns the text of a program. */
export function programSection(title: string, module: ModuleOp, context: Context): Section {
  const text = printOp(module, context, { elideElementsLimit: 32, elideResourcesLimit: 64 });
  return { title, body: folded(`${text.split('\n').length - 1} lines`, mlirHtml(text)) };
}
