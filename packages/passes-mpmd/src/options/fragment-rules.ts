import type { OptionFailure, PassOption } from '@shardform/ir-core';
import type { SplitType } from '../program/fragments.ts';

/** A named computation, and how often it was transposed. */
export interface FragmentOrigin {
  readonly name: string;
  readonly transposes: number;
}

/** What tells a fragment from others. */
export interface FragmentInfo {
  readonly origins: readonly FragmentOrigin[];
  readonly stage: number | null;
  readonly callCounter: number | null;
  readonly splitType: SplitType | null;
  readonly meshName: string | null;
}

/** Fragments that become one, which then is `target`. */
export interface FragmentMergeRule {
  readonly sources: readonly FragmentInfo[];
  readonly target: FragmentInfo;
}

/** Fragments of a mesh that are executed in this order. */
export interface FragmentScheduleRule {
  readonly orderedFragments: readonly FragmentInfo[];
}

/** Returns a text that equal infos have in common, and no others: the text of options. */
export function infoText(info: FragmentInfo): string {
  const origins = info.origins.map(
    ({ name, transposes }) => `"${name}"${transposes > 0 ? `(${transposes})` : ''}`,
  );
  const fields = [
    info.stage === null ? null : `stage=${info.stage}`,
    info.callCounter === null ? null : `call_counter=${info.callCounter}`,
    info.splitType === null ? null : `split_type=${info.splitType}`,
    info.meshName === null ? null : `mesh_name="${info.meshName}"`,
  ].filter((field) => field !== null);
  return `FragmentInfo(${[`origins=[${origins.join()}]`, ...fields].join()})`;
}

/** `FragmentMergeRule(sources=[INFO,INFO],target=INFO)`. */
export const mergeRuleOption: PassOption<FragmentMergeRule> = {
  description: '',
  defaultValue: { sources: [], target: emptyInfo() },
  valueName: 'fragment-merge-rule',
  isList: false,
  impliedText: null,
  parse(text, fail) {
    const reader = new RuleReader(text, fail);
    reader.expect('FragmentMergeRule(sources=[');
    const sources = [reader.info()];
    while (!reader.accept('],target=')) {
      if (!reader.accept(',')) fail("Expected ',' or '],target='");
      sources.push(reader.info());
    }
    const target = reader.info();
    reader.expect(')');
    return { sources, target };
  },
  print: ({ sources, target }) =>
    `FragmentMergeRule(sources=[${sources.map(infoText).join()}],target=${infoText(target)})`,
};

/** `FragmentScheduleRule(ordered_fragments=[INFO->INFO])`. */
export const scheduleRuleOption: PassOption<FragmentScheduleRule> = {
  description: '',
  defaultValue: { orderedFragments: [] },
  valueName: 'fragment-schedule-rule',
  isList: false,
  impliedText: null,
  parse(text, fail) {
    const reader = new RuleReader(text, fail);
    reader.expect('FragmentScheduleRule(ordered_fragments=[');
    const orderedFragments = [reader.info()];
    while (reader.accept('->')) orderedFragments.push(reader.info());
    reader.expect('])');
    return { orderedFragments };
  },
  print: ({ orderedFragments }) =>
    `FragmentScheduleRule(ordered_fragments=[${orderedFragments.map(infoText).join('->')}])`,
};

function emptyInfo(): FragmentInfo {
  return { origins: [], stage: null, callCounter: null, splitType: null, meshName: null };
}

class RuleReader {
  readonly #text: string;
  readonly #fail: OptionFailure;
  #at = 0;

  constructor(text: string, fail: OptionFailure) {
    this.#text = text.trim();
    this.#fail = fail;
  }

  accept(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  expect(token: string): void {
    if (!this.accept(token)) this.#fail(`Expected '${token}'`);
  }

  info(): FragmentInfo {
    this.expect('FragmentInfo(origins=[');
    const origins: FragmentOrigin[] = [];
    while (!this.accept(']')) {
      if (origins.length > 0 && !this.accept(',')) this.#fail("Expected ']'");
      origins.push(this.#origin());
    }
    const fields = new Map<string, string>();
    while (this.accept(',')) this.#field(fields);
    this.expect(')');
    const number = (name: string): number | null => (fields.has(name) ? Number(fields.get(name)) : null);
    return {
      origins,
      stage: number('stage'),
      callCounter: number('call_counter'),
      // The reader lets only these two in.
      splitType: (fields.get('split_type') as SplitType | undefined) ?? null,
      meshName: fields.get('mesh_name') ?? null,
    };
  }

  #origin(): FragmentOrigin {
    if (!this.accept('"')) this.#fail("Expected a '\"'");
    const name = this.#until('"', "Expected a '\"'");
    if (!this.accept('(')) return { name, transposes: 0 };
    const transposes = this.#integer('Expected a transpose count');
    this.expect(')');
    return { name, transposes };
  }

  #field(fields: Map<string, string>): void {
    const name = ['stage', 'call_counter', 'split_type', 'mesh_name'].find((field) =>
      this.accept(`${field}=`),
    );
    if (name === undefined) {
      return this.#fail("Expected 'stage=', 'call_counter=', 'split_type=', or 'mesh_name=' after ','");
    }
    if (fields.has(name)) this.#fail(`'${name}' specified more than once`);
    fields.set(name, this.#fieldValue(name));
  }

  #fieldValue(name: string): string {
    if (name === 'split_type') {
      return (
        ['kKeepTransferred', 'kDropTransferred'].find((word) => this.accept(word)) ??
        this.#fail("Expected 'kKeepTransferred' or 'kDropTransferred' for 'split_type'")
      );
    }
    if (name !== 'mesh_name') return String(this.#integer(`Expected an integer value for '${name}'`));
    if (!this.accept('"')) this.#fail("Expected '\"' to start 'mesh_name'");
    return this.#until('"', "Expected '\"' to end 'mesh_name'");
  }

  #until(end: string, message: string): string {
    const close = this.#text.indexOf(end, this.#at);
    if (close < 0) return this.#fail(message);
    const text = this.#text.slice(this.#at, close);
    this.#at = close + end.length;
    return text;
  }

  #integer(message: string): number {
    const digits = /^-?\d+/.exec(this.#text.slice(this.#at))?.[0];
    if (digits === undefined) return this.#fail(message);
    this.#at += digits.length;
    return Number(digits);
  }
}
