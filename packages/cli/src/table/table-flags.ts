import type { Flags } from '../command/flag.ts';

/** Flags of commands that print tables. */
export const tableFlags = {
  sort: {
    value: 'COLUMN',
    description: 'by which rows are sorted: numbers from the largest down, text and lines upwards',
  },
  filter: {
    value: 'TEXT',
    repeats: true,
    description:
      'show rows with that text in some column, or COLUMN=TEXT, COLUMN!=TEXT, COLUMN~PART, COLUMN>NUMBER, <, >=, <=; several must all hold',
  },
  top: { value: 'N', type: 'integer', least: 1, description: 'how many rows are shown, 30 unless given' },
  all: { description: 'show all rows' },
  csv: {
    value: 'FILE',
    type: 'output',
    description: 'write the table there instead, as CSV, - for standard output',
  },
} as const satisfies Flags;
