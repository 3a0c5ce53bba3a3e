import type { Operation } from '@shardform/ir-core';
import type { Language } from '../languages/language.ts';

/** What is written in Python only. */
const PYTHON_ONLY: Readonly<Record<string, string>> = {
  'ttcore.case': 'loops and choices',
  'ttcore.while_loop': 'loops and choices',
  'ttnn.begin_trace_capture': 'recordings',
  'ttnn.capture_or_execute_trace': 'recordings',
  'ttnn.end_trace_capture': 'recordings',
  'ttnn.execute_trace': 'recordings',
};

/** Returns why an operation has no form in a language, where there is something to do about it; `null` otherwise. */
export function unknownReason({ name }: Operation, language: Language): string | null {
  if (name.startsWith('ttnn.rows_'))
    return `${language.name}'s ttnn has no function for it that is known here; the option 'library-indexing' of the pipelines to TTIR and to TTNN keeps embeddings, gathers and scatters instead`;
  const what = language.name === 'C++' ? PYTHON_ONLY[name] : undefined;
  return what === undefined ? null : `${what} are written in Python only, by ttnn-common-to-emitpy-pipeline`;
}
