import { closestName } from '@shardform/ir-core';
import { readSize } from '../command/size.ts';
import { isRecord } from '../json-rpc/message-problem.ts';
import { UsageError } from '../tool-io.ts';

/** A limit of collectives of a kind: how many there may be in the program, or what each device may send by them. */
export type CollectiveLimit =
  { readonly unit: 'count'; readonly most: number } | { readonly unit: 'bytes'; readonly most: number };

/** What a program may cost, and how its values have to lie. */
export interface Budget {
  /** The machine of the time and the memory; that of `--machine` comes first. */
  readonly machine: string | null;
  /** By kind, such as `all_gather`; `*` is for those that are not named. */
  readonly collectives: ReadonlyMap<string, CollectiveLimit>;
  /** Bytes that each device may send. */
  readonly sent: number | null;
  /** The same along an axis of the mesh. */
  readonly sentAlong: ReadonlyMap<string, number>;
  /** Bytes that a device may hold. */
  readonly memory: number | null;
  /** Seconds that a step may take. */
  readonly time: number | null;
  /** Shardings of arguments and results by their names, as JAX writes them: `P('data', None)`. */
  readonly shardings: ReadonlyMap<string, string>;
}

/** What devices communicate by. */
const KINDS = [
  'all_gather',
  'all_reduce',
  'all_to_all',
  'collective_broadcast',
  'collective_permute',
  'collective_reduce',
  'custom_call',
  'ragged_all_to_all',
  'reduce_scatter',
  'send',
  'recv',
  '*',
];

const MEMBERS = ['$schema', 'machine', 'collectives', 'sent', 'sentAlong', 'memory', 'time', 'shardings'];

/** Members that limit nothing. */
const NO_LIMITS: ReadonlySet<string> = new Set(['$schema', 'machine']);
const LIMITS = MEMBERS.filter((name) => !NO_LIMITS.has(name));

/** What a budget looks like. */
const EXAMPLE = '{"collectives": {"all_gather": 0, "all_reduce": "10MB"}, "memory": "16GiB", "time": "20ms"}';

/** Reads a budget. @throws UsageError naming the member that is wrong. */
export function parseBudget(file: string, text: string): Budget {
  const reader = new BudgetReader(file);
  const given = reader.budget(reader.parse(text));
  reader.checkNames(Object.keys(given), MEMBERS, 'member');
  if (Object.keys(given).every((name) => NO_LIMITS.has(name)))
    throw reader.problem(`the budget limits nothing: give some of ${LIMITS.join(', ')}, such as ${EXAMPLE}`);
  if (typeof given.collectives === 'number')
    throw reader.problem(
      `'collectives' is no object; write {"*": ${given.collectives}} for collectives of all kinds`,
    );
  const { machine = null, sent, memory, time } = given;
  if (machine !== null && typeof machine !== 'string') throw reader.problem("'machine' is no text");
  const collectives = reader.map(given.collectives, 'collectives', (value, name) =>
    reader.limit(value, name),
  );
  reader.checkNames([...collectives.keys()], KINDS, 'kind of collectives');
  return {
    machine,
    collectives,
    sent: sent === undefined ? null : reader.bytes(sent, 'sent'),
    sentAlong: reader.map(given.sentAlong, 'sentAlong', (value, name) => reader.bytes(value, name)),
    memory: memory === undefined ? null : reader.bytes(memory, 'memory'),
    time: time === undefined ? null : reader.seconds(time, 'time'),
    shardings: reader.map(given.shardings, 'shardings', (value, name) => {
      if (typeof value === 'string') return value;
      throw reader.problem(`'${name}' is no text such as P('data', None)`);
    }),
  };
}

class BudgetReader {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  problem(message: string): UsageError {
    return new UsageError(`'${this.#file}': ${message}`);
  }

  checkNames(names: readonly string[], known: readonly string[], what: string): void {
    const name = names.find((own) => !known.includes(own));
    if (name === undefined) return;
    const close = closestName(name, known);
    const hint = close === null ? `there are ${known.join(', ')}` : `did you mean '${close}'?`;
    throw this.problem(`unknown ${what} '${name}'; ${hint}`);
  }

  parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw this.problem(`this is no JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** The members of all of it. */
  budget(value: unknown): Readonly<Record<string, unknown>> {
    if (isRecord(value)) return value;
    const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
    throw this.problem(`this is ${kind}, and a budget is an object of limits; write some such as ${EXAMPLE}`);
  }

  object(value: unknown, name: string): Readonly<Record<string, unknown>> {
    if (isRecord(value)) return value;
    throw this.problem(`${name} is no object`);
  }

  map<T>(value: unknown, name: string, read: (value: unknown, name: string) => T): ReadonlyMap<string, T> {
    const entries = Object.entries(value === undefined ? {} : this.object(value, `'${name}'`));
    return new Map(entries.map(([key, own]) => [key, read(own, `${name}.${key}`)]));
  }

  /** A number of collectives, or a text with a size. */
  limit(value: unknown, name: string): CollectiveLimit {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0)
      return { unit: 'count', most: value };
    if (typeof value === 'string') return { unit: 'bytes', most: this.bytes(value, name) };
    throw this.problem(`'${name}' is neither a number of collectives nor a size such as "10MB"`);
  }

  bytes(value: unknown, name: string): number {
    if (typeof value === 'number' && value >= 0) return value;
    if (typeof value !== 'string') throw this.problem(`'${name}' is no size such as "10MB"`);
    try {
      return readSize(name, value);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      throw this.problem(`'${name}' is no size such as "10MB", but '${value}'`);
    }
  }

  /** A number of seconds, or a text with a unit. */
  seconds(value: unknown, name: string): number {
    if (typeof value === 'number' && value >= 0) return value;
    const [, number, unit] =
      typeof value === 'string' ? (/^(\d+(?:\.\d+)?) *(s|ms|us|µs)$/.exec(value) ?? []) : [];
    if (number === undefined) throw this.problem(`'${name}' is no time such as "20ms"`);
    return Number(number) / (unit === 's' ? 1 : unit === 'ms' ? 1e3 : 1e6);
  }
}
