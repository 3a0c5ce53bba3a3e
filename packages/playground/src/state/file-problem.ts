import { signal } from '@preact/signals';
import type { FileProblem } from '../compiler/messages.ts';

/** Why the file that was opened last can't be read; `null` if it was, or the message was closed. */
export const fileProblem = signal<FileProblem | null>(null);
