import type { Shape } from '../model/shape.ts';
import type { InstructionMessage } from './instruction-message.ts';
import {
  boolean,
  type Decode,
  double,
  type Field,
  integer,
  integers,
  many,
  mapped,
  message,
  named,
  one,
  text,
} from './wire.ts';

/** Members of an instruction that the model keeps as the text writes them. */
export type OtherField =
  | 'parameter_replication'
  | 'padding_type'
  | 'statistics'
  | 'is_composite'
  | 'result_accuracy'
  | 'num_carries'
  | 'is_reverse'
  | 'is_associative'
  | 'convolution_kind';

/** A field of which the model keeps the text. */
function other<V>(
  name: OtherField,
  field: Field<{ value?: V }>,
  write: (value: V) => string | null,
): Field<InstructionMessage> {
  return ({ others }, reader, wire, end) => {
    const holder: { value?: V } = {};
    field(holder, reader, wire, end);
    const written = holder.value === undefined ? null : write(holder.value);
    if (written !== null) others.set(name, written);
  };
}

interface Statistics {
  index?: number;
  statistics?: { name?: string; value?: number }[];
}

const decodeStatistics: Decode<Statistics> = message<Statistics>(() => ({}), {
  1: integer('index'),
  2: many('statistics', () =>
    message<{ name?: string; value?: number }>(() => ({}), { 1: text('name'), 2: double('value') }),
  ),
});

function writeStatistics({ index = 0, statistics = [] }: Statistics): string | null {
  if (statistics.length === 0) return null;
  const values = statistics.map(({ name = '', value = 0 }) => `,${name}=${value}`);
  return `{visualizing_index=${index}${values.join('')}}`;
}

interface Accuracy {
  mode?: 'default' | 'highest';
  tolerance?: { atol?: number; rtol?: number; ulps?: number };
}

const decodeAccuracy: Decode<Accuracy> = message<Accuracy>(() => ({}), {
  1: named('mode', { 0: 'default', 1: 'highest' }),
  2: one('tolerance', () =>
    message<{ atol?: number; rtol?: number; ulps?: number }>(() => ({}), {
      1: double('atol'),
      2: double('rtol'),
      3: integer('ulps'),
    }),
  ),
});

function writeAccuracy({ mode, tolerance }: Accuracy): string | null {
  if (tolerance !== undefined) {
    const { atol = 0, rtol = 0, ulps = 0 } = tolerance;
    return `{tolerance={atol=${atol},rtol=${rtol},ulps=${ulps}}}`;
  }
  return mode === 'highest' ? '{mode=highest}' : null;
}

const decodeReplication = mapped(
  message<{ replicated?: number[] }>(() => ({}), { 1: integers('replicated') }),
  ({ replicated = [] }) => replicated,
);

const isTrue = (value: boolean) => (value ? 'true' : null);

/** Fields of instructions that the model keeps as text, by their numbers. */
export const otherFields: Readonly<Record<number, Field<InstructionMessage>>> = {
  61: other(
    'parameter_replication',
    one('value', () => decodeReplication),
    (replicated) =>
      replicated.length === 0 ? null : `{${replicated.map((value) => String(value !== 0)).join(',')}}`,
  ),
  75: other('padding_type', named('value', { 1: 'PADDING_VALID', 2: 'PADDING_SAME' }), (type) => type),
  82: other(
    'statistics',
    one('value', () => decodeStatistics),
    writeStatistics,
  ),
  88: one('origins', () => decodeOrigins),
  89: other('is_composite', boolean('value'), isTrue),
  91: other(
    'result_accuracy',
    one('value', () => decodeAccuracy),
    writeAccuracy,
  ),
  94: other('is_reverse', boolean('value'), isTrue),
  95: other('num_carries', integer('value'), String),
  96: other('is_associative', named('value', { 1: 'true', 2: 'false' }), (value) => value),
  97: other('convolution_kind', named('value', { 1: 'fprop', 2: 'dgrad', 3: 'wgrad' }), (kind) => kind),
};

/** The origin of an element of a result, before XLA's passes. */
export interface Origin {
  index: number[];
  original?: { name?: string; index?: number[] };
}

/** The origins of the elements of a result. */
export interface Origins {
  elements: Origin[];
  isSyntheticCall: boolean;
}

const decodeOrigins: Decode<Origins> = mapped(
  message<Partial<Origins>>(() => ({}), {
    2: boolean('isSyntheticCall'),
    1: many('elements', () =>
      message<Origin>(() => ({ index: [] }), {
        1: integers('index'),
        2: one('original', () =>
          message<{ name?: string; index?: number[] }>(() => ({}), { 1: text('name'), 2: integers('index') }),
        ),
      }),
    ),
  }),
  ({ elements = [], isSyntheticCall = false }) => ({ elements, isSyntheticCall }),
);

/** Returns origins as the text writes them, in the form of the shape: `{({"v" {0}}, {"w"})}`. */
export function writeOrigins({ elements, isSyntheticCall }: Origins, shape: Shape): string {
  if (isSyntheticCall) return '{[synthetic_call]}';
  const byIndex = new Map(elements.map((origin) => [origin.index.join(), origin]));
  const write = (part: Shape, index: readonly number[]): string => {
    if (part.kind === 'tuple')
      return `(${part.elements.map((element, at) => write(element, [...index, at])).join(', ')})`;
    const original = byIndex.get(index.join())?.original;
    if (original === undefined) return '{}';
    const inner = original.index === undefined ? '' : ` {${original.index.join(',')}}`;
    return `{"${original.name ?? ''}"${inner}}`;
  };
  return `{${write(shape, [])}}`;
}
