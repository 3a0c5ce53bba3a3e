import type { Metadata } from '../model/metadata.ts';
import { quotedText } from './escapes.ts';

type Member = Exclude<keyof Metadata, 'others'>;

/** Members in the order of XLA's text, with their names there. */
const members: readonly (readonly [Member, string])[] = [
  ['opType', 'op_type'],
  ['opName', 'op_name'],
  ['sourceFile', 'source_file'],
  ['sourceLine', 'source_line'],
  ['sourceEndLine', 'source_end_line'],
  ['sourceColumn', 'source_column'],
  ['sourceEndColumn', 'source_end_column'],
  ['deduplicatedName', 'deduplicated_name'],
  ['preserveLayout', 'preserve_layout'],
  ['stackFrameId', 'stack_frame_id'],
  ['schedulingName', 'scheduling_name'],
];

/** Returns the text of metadata with its braces: `{op_name="jit(f)/add" stack_frame_id=3}`. */
export function metadataText(metadata: Metadata): string {
  const parts = members.flatMap(([member, name]) => {
    const value = metadata[member];
    if (value === undefined) return [];
    return [`${name}=${typeof value === 'string' ? quotedText(value) : value}`];
  });
  for (const [name, value] of metadata.others ?? []) parts.push(`${name}=${value}`);
  return `{${parts.join(' ')}}`;
}
