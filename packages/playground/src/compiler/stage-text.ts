import { chipAt, isDerived, type ShardingChip, type Stage, sourceId, type Study } from '@shardform/study';
import type { StageText } from './messages.ts';

/** Returns the text of a stage with the shardings of its values, and the lines of the program as typed beside it. */
export function stageText(study: Study, stage: Stage): StageText {
  const { text, names, values } = study.text(stage);
  const chips = new Map<string, { readonly index: number; readonly chip: ShardingChip }>();
  const chipOf = values.map((id) => {
    const chip = chipAt(study, stage, id);
    if (chip === null) return -1;
    let known = chips.get(chip.text);
    if (known === undefined) chips.set(chip.text, (known = { index: chips.size, chip }));
    return known.index;
  });
  return {
    ...{ text, names, ids: values },
    chips: [...chips.values()].map(({ chip }) => chip),
    chipOf: Int32Array.from(chipOf),
    lines: linesOf(study, stage, text, names, values),
    isCompiled: stage.compiled !== undefined,
    inlined: new Map([...stage.values.inlined].flatMap(([id, calls]) => calls.map((call) => [call, id]))),
  };
}

function linesOf(
  study: Study,
  { compiled }: Stage,
  text: string,
  names: Int32Array,
  values: readonly string[],
): Int32Array {
  const lines: number[] = [0];
  let at = 0;
  for (let i = 0; i < names.length; i += 4) {
    const from = names[i]!;
    for (; at < from; at++) if (text.charCodeAt(at) === 10) lines.push(0);
    if (names[i + 3] !== 1 || lines.at(-1) !== 0) continue;
    const id = values[names[i + 2]!]!;
    // Of a compiled program each instruction was made for something.
    const isOwn = compiled !== undefined || !isDerived(id);
    const source = !isOwn ? null : study.identities.source.find(sourceId(id));
    lines[lines.length - 1] = source === null ? -1 : (study.lineOf(source) ?? 0);
  }
  for (; at < text.length; at++) if (text.charCodeAt(at) === 10) lines.push(0);
  return Int32Array.from(lines);
}
