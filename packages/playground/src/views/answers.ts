import type { ViewParams } from '../compiler/messages.ts';
import type { AnswerFunction } from './define-view.ts';

const modules = import.meta.glob<AnswerFunction<ViewParams, unknown>>('./*/answer.ts', { import: 'default' });

/** The answers of all views by the names of their folders; each is loaded when it is first asked for. */
export const answers: ReadonlyMap<string, () => Promise<AnswerFunction<ViewParams, unknown>>> = new Map(
  Object.entries(modules).map(([path, load]) => [path.split('/')[1]!, load] as const),
);
