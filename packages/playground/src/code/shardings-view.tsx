import type { ShardingChip, ValueId } from '@shardform/study';
import { useMemo } from 'preact/hooks';
import type { StageText } from '../compiler/messages.ts';
import { Chip } from '../parts/chip.tsx';
import { stageText } from '../state/results.ts';
import { select, selected } from '../state/selection.ts';
import { NameTable } from './name-table.ts';

/** The values of the shown stage that have shardings, and nothing else of its text. */
export function ShardingsView() {
  const stage = stageText.value;
  const rows = useMemo(() => (stage === null ? [] : shardedValues(stage)), [stage]);
  if (rows.length === 0) return <p class="hint">No value has a sharding.</p>;
  return (
    <div class="changes shardings" tabIndex={0} role="region" aria-label="Shardings of values">
      {rows.map(({ id, name, chip, line }) => (
        <button
          key={id}
          type="button"
          class={`change${id === selected.value ? ' selected' : ''}`}
          onClick={() => select(id)}
        >
          <span class="sign">{line > 0 ? line : '+'}</span>
          {name} <Chip chip={chip} />
        </button>
      ))}
    </div>
  );
}

interface ShardedRow {
  readonly id: ValueId;
  readonly name: string;
  readonly chip: ShardingChip;
  /** Of the program as typed; 0 if unknown, -1 for what passes added. */
  readonly line: number;
}

/** The definitions of a text whose values have shardings, in its order. */
function shardedValues(stage: StageText): ShardedRow[] {
  const { text, lines } = stage;
  const rows: ShardedRow[] = [];
  let [line, at] = [0, 0];
  for (const { from, to, id, isDefinition, chip } of new NameTable(stage).between(0, text.length)) {
    for (; at < from; at++) if (text.charCodeAt(at) === 10) line++;
    if (isDefinition && chip !== null)
      rows.push({ id, name: text.slice(from, to), chip, line: lines[line] ?? 0 });
  }
  return rows;
}
