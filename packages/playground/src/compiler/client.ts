import { wrap } from 'comlink';
import type { Compiler } from './messages.ts';

/** The compiler in its own thread, so that typing never waits for it. */
export const compiler: Compiler = wrap<Compiler>(
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
);
