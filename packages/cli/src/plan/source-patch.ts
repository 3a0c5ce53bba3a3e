import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { groupBy } from '@shardform/ir-core';
import type { SpecConstraint } from '@shardform/passes-planning';

/** A line that puts a constraint into the source. */
export interface SourceLine {
  readonly file: string;
  /** Behind which it stands, from 1. */
  readonly after: number;
  readonly text: string;
}

/**
 * Returns the line that constrains what a line of the source assigns; `null` where the source is not there, or the line assigns no
 * single variable.
 */
export function constraintLine({
  place: { file, line },
  spec,
}: Pick<SpecConstraint, 'place' | 'spec'>): SourceLine | null {
  const lines = linesOf(file);
  if (lines === null) return null;
  const statement = statementAt(lines, line - 1);
  const [, indent, name] = ASSIGNMENT.exec(lines[statement.first] ?? '') ?? [];
  if (indent === undefined || name === undefined) return null;
  const own = onMesh(spec.replace(/^P\(/, `${nameOf('PartitionSpec', lines)}(`), lines);
  const text = `${indent}${name} = jax.lax.with_sharding_constraint(${name}, ${own})`;
  return { file, after: statement.last + 1, text };
}

/** A spec on the mesh that a file has by name; where it has none, or sets one for its steps, JAX finds the mesh. */
function onMesh(spec: string, lines: readonly string[]): string {
  if (lines.some((line) => /\b(?:set_mesh|use_mesh|use_abstract_mesh|with mesh)\b/.test(line))) return spec;
  const named = lines.flatMap((line) =>
    [...line.matchAll(/\bNamedSharding\((\w+),/g)].map(([, own]) => own!),
  );
  const mesh = named.find((own) => lines.some((line) => line.startsWith(`${own} = `)));
  return mesh === undefined ? spec : `${nameOf('NamedSharding', lines)}(${mesh}, ${spec})`;
}

/** The name that a file has for a class of `jax.sharding`. */
function nameOf(own: string, lines: readonly string[]): string {
  const pattern = new RegExp(`^\\s*from jax\\.sharding import .*\\b${own}\\b(?: as (\\w+))?`);
  for (const line of lines) {
    const imported = pattern.exec(line);
    if (imported !== null) return imported[1] ?? own;
  }
  return `jax.sharding.${own}`;
}

/** The line that imports jax into a file whose constraints need it; none where one does. */
function importLines(file: string): SourceLine[] {
  const lines = linesOf(file) ?? [];
  if (lines.some((line) => /^import jax(?:\.\w+)*\s*(?:$|,|#)/.test(line))) return [];
  const first = lines.findIndex((line) => /^(?:import|from) (?!__future__)/.test(line));
  return first < 0 ? [] : [{ file, after: first, text: 'import jax' }];
}

/** Returns the lines as a unified diff of their files. */
export function unifiedDiff(added: readonly SourceLine[]): string {
  const files = groupBy(added, ({ file }) => file);
  return Array.from(files, ([file, own]) => fileDiff(file, [...importLines(file), ...own])).join('');
}

/** Lines around a change. */
const CONTEXT = 3;

function fileDiff(file: string, added: readonly SourceLine[]): string {
  const lines = linesOf(file) ?? [];
  const sorted = added.toSorted((a, b) => a.after - b.after);
  const out = [`--- a/${basename(file)}`, `+++ b/${basename(file)}`];
  let shift = 0;
  for (let i = 0; i < sorted.length;) {
    const group = [sorted[i++]!];
    while (i < sorted.length && sorted[i]!.after - group.at(-1)!.after <= 2 * CONTEXT)
      group.push(sorted[i++]!);
    const first = Math.max(0, group[0]!.after - CONTEXT);
    const last = Math.min(lines.length, group.at(-1)!.after + CONTEXT);
    const count = last - first;
    out.push(`@@ -${first + 1},${count} +${first + 1 + shift},${count + group.length} @@`);
    for (const { after, text } of group) if (after === 0) out.push(`+${text}`);
    for (let at = first; at < last; at++) {
      out.push(` ${lines[at]!}`);
      for (const { after, text } of group) if (after === at + 1) out.push(`+${text}`);
    }
    shift += group.length;
  }
  return `${out.join('\n')}\n`;
}

/** `x = …`, and not `x, y = …` or `x == …`. */
const ASSIGNMENT = /^(\s*)([A-Za-z_]\w*)\s*(?::[^=]*)?(?:[-+*/@%&|^]|\*\*|\/\/)?=(?!=)/;

/** The lines of a statement that goes on in brackets. */
function statementAt(
  lines: readonly string[],
  line: number,
): { readonly first: number; readonly last: number } {
  let first = line;
  // Where brackets are open before the line, the statement begins earlier.
  while (first > 0 && depthOf(lines.slice(first, line + 1)) < 0) first--;
  while (first > 0 && !ASSIGNMENT.test(lines[first] ?? '') && isInside(lines, first, line)) first--;
  let last = first;
  while (last + 1 < lines.length && depthOf(lines.slice(first, last + 1)) > 0) last++;
  return { first, last: Math.max(last, line) };
}

/** Whether the line before another one leaves a bracket open. */
function isInside(lines: readonly string[], first: number, line: number): boolean {
  for (let start = first - 1; start >= Math.max(0, first - LONGEST); start--)
    if (ASSIGNMENT.test(lines[start]!) && depthOf(lines.slice(start, line)) > 0) return true;
  return false;
}

/** Lines of the longest statement that is looked for. */
const LONGEST = 40;

function depthOf(lines: readonly string[]): number {
  let depth = 0;
  for (const line of lines)
    for (const own of line.replace(/#.*$/, '').replace(/'[^']*'|"[^"]*"/g, ''))
      depth += '([{'.includes(own) ? 1 : ')]}'.includes(own) ? -1 : 0;
  return depth;
}

function linesOf(file: string): readonly string[] | null {
  try {
    return existsSync(file) && file.endsWith('.py') ? readFileSync(file, 'utf8').trimEnd().split('\n') : null;
  } catch {
    return null;
  }
}
