import type { FuncOp } from '@shardform/dialect-func';
import {
  escapeMarkup,
  explanationJson,
  explanationText,
  type ShardedFunction,
  svgPicture,
} from '@shardform/inspect';
import type { Value } from '@shardform/ir-core';
import { type CollectiveRow, sourceId, type Study } from '@shardform/study';
import { type ShownValue, signatureValues, titledGrids } from '../show/show.ts';
import { folded, preformatted, type Section, table } from './html.ts';
import type { AxisColours } from './report-html.ts';

/** Programs of more values have only those explained that communication costs most for. */
const MOST_EXPLAINED = 40;

/** Returns the section of diagnostics, rendered as on a terminal. */
export function problemSection(messages: string): Section {
  return {
    title: 'Problems',
    body: messages === '' ? '<p>None.</p>' : preformatted(messages).replace('<pre>', '<pre class="problem">'),
  };
}

/** Returns the devices, and who holds what of arguments and results; what is alike is drawn once. */
export function placementSection(program: ShardedFunction, func: FuncOp, colours: AxisColours): Section {
  const { mesh, meshName } = program;
  const axes = mesh.axes.map(({ name, size }) => [{ html: colours.html(name) }, String(size)]);
  return {
    title: 'Who holds what',
    body: `<p>Mesh @${escapeMarkup(meshName)}: ${mesh.totalSize} devices.</p>
${axes.length === 0 ? '' : table(['axis', 'devices'], axes)}
<p>Each box is a part of a tensor, with the devices that hold it.</p>
${svgPicture(titledGrids(distinct(signatureValues(program, func)), program))}`,
  };
}

/** One value for those of one type and sharding, whose name says how many they are. */
function distinct(values: readonly ShownValue[]): ShownValue[] {
  const groups = new Map<string, ShownValue[]>();
  for (const value of values) {
    const key = `${String(value.type)} ${value.sharding?.text ?? ''}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [value]);
    else known.push(value);
  }
  return [...groups.values()].map((alike) => {
    const first = alike[0]!;
    return alike.length === 1 ? first : { ...first, name: `${first.name}, and ${alike.length - 1} like it` };
  });
}

/**
 * Returns why values have their shardings, those first that communication costs most for; `null` when propagation fails.
 *
 * @param collectives of the program.
 */
export function explanationSection(study: Study, collectives: readonly CollectiveRow[]): Section | null {
  const { context, names, explainer, identities } = study;
  if (explainer.failed) return null;
  const values = identities.source.all.filter(({ definingOp }) => definingOp !== null);
  const wanted = values.length <= MOST_EXPLAINED ? null : dearestValues(study, collectives);
  const shown = wanted === null ? values : values.filter((value) => wanted.has(value));
  const texts = shown
    .flatMap((value) => explainer.traced(identities.source.idOf(value)))
    .map(({ value, trace }) =>
      explanationJson(value, trace, { names, context, callsAt: (op) => identities.callsAt(op) }),
    )
    .filter(({ axes, rejections }) => axes.length > 0 || rejections.length > 0)
    .map((explanation) =>
      folded(
        `${explanation.value}: ${explanation.sharding ?? 'no sharding'}`,
        preformatted(explanationText(explanation)),
      ),
    );
  const rest =
    wanted === null
      ? ''
      : '<p>These are the values that communication costs most for; shardform explain tells about the others.</p>';
  return {
    title: 'Why',
    isSearched: true,
    body: texts.length === 0 ? '<p>No value has a sharding.</p>' : rest + texts.join('\n'),
  };
}

/** Values of the program as it was given that are moved by the longest collectives. */
function dearestValues(study: Study, collectives: readonly CollectiveRow[]): ReadonlySet<Value> {
  const found = new Set<Value>();
  const longest = collectives.toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0));
  for (const { id } of longest) {
    const value = study.identities.source.find(sourceId(id));
    if (value !== null) found.add(value);
    if (found.size === MOST_EXPLAINED) break;
  }
  return found;
}
