import { signal } from '@preact/signals';

/** A position of the program as typed that its editor goes to; counted, so that the same one can be asked for again. */
export const goTo = signal<{ readonly offset: number; readonly count: number } | null>(null);
