import { parseArgs } from 'node:util';
import { disagreementOf, messageDifferenceOf } from './acceptance/disagreement.ts';
import { knownDifferences } from './acceptance/known-differences.ts';
import { mutateProgram } from './acceptance/mutate-program.ts';
import { genericForm, ownReader } from './acceptance/own-reader.ts';
import { readPrograms } from './acceptance/programs.ts';
import { reduceText } from './acceptance/reduce.ts';
import { ReferenceReader } from './acceptance/reference-reader.ts';
import type { Verdict } from './acceptance/verdict.ts';
import { randomOf } from './case.ts';

const usage = `node tools/fuzz/acceptance.mjs --python PATH [--count N] [--first N] [--messages] [--unchanged] [PATH...]

Reads mutated programs with this project's reader and with the one in jaxlib, which --python has, and lists where only
one refuses. Programs are those of the packages and of the paths. Text number N is the same in every run.
  --messages   list where both refuse with other messages too, and accepted texts that print otherwise
  --unchanged  read the programs as they are
`;

/** Runs the comparison; the answer is the exit code: 1 after disagreements. */
export async function main(args: readonly string[], script: string): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      python: { type: 'string' },
      count: { type: 'string', default: '5000' },
      first: { type: 'string', default: '0' },
      messages: { type: 'boolean', default: false },
      unchanged: { type: 'boolean', default: false },
    },
  });
  if (values.python === undefined) {
    console.error(usage);
    return 2;
  }
  const own = ownReader();
  const programs = readPrograms(['packages', 'tools/fuzz', ...positionals], own);
  const reference = new ReferenceReader(values.python, script);
  const isRead = async (text: string): Promise<boolean> => (await reference.read(text)).isAccepted;
  const custom = values.unchanged ? programs.accepted : await filter(programs.accepted, isRead);
  // Most custom forms can't be written wrong enough for the verifier.
  const generic = custom.map(genericForm);
  const accepted = [...custom, ...generic, ...generic];
  const { refused } = programs;
  console.log(`${custom.length} programs, ${refused.length} that the verifier refuses`);
  const first = Number(values.first);
  const textOf = (number: number): string => {
    const random = randomOf(number);
    const isRight = refused.length === 0 || random.below(20) > 0;
    return mutateProgram(random, random.pick(isRight ? accepted : refused), accepted);
  };
  const texts = values.unchanged
    ? [...accepted, ...refused]
    : Array.from({ length: Number(values.count) }, (_, index) => textOf(first + index));
  const comparison = new Comparison(own, reference);
  for (const text of texts) await comparison.add(text);
  await comparison.report(values.messages);
  reference.close();
  return comparison.isClean ? 0 : 1;
}

/** Texts that differ for one reason, mostly. */
interface Class {
  count: number;
  /** The shortest one. */
  example: string;
}

class Comparison {
  readonly #own: (text: string) => Verdict;
  readonly #reference: ReferenceReader;
  readonly #mix = { accepted: 0, parser: 0, verifier: 0, crash: 0 };
  readonly #disagreements = new Map<string, Class>();
  readonly #messages = new Map<string, Class>();
  readonly #prints = new Map<string, Class>();
  #refusedByBoth = 0;
  #samePlace = 0;

  constructor(own: (text: string) => Verdict, reference: ReferenceReader) {
    this.#own = own;
    this.#reference = reference;
  }

  /** Whether all disagreements are known. */
  get isClean(): boolean {
    return [...this.#disagreements.keys()].every((name) => reasonOf(name) !== null);
  }

  async add(text: string): Promise<void> {
    const own = this.#own(text);
    const reference = await this.#reference.read(text);
    this.#mix[reference.isAccepted ? 'accepted' : reference.step]++;
    note(this.#disagreements, disagreementOf(own, reference), text);
    note(this.#messages, messageDifferenceOf(own, reference), text);
    if (own.isAccepted && reference.isAccepted)
      note(this.#prints, printDifferenceOf(own.text, reference.text), text);
    if (own.isAccepted || reference.isAccepted) return;
    this.#refusedByBoth++;
    if (String(own.place) === String(reference.place)) this.#samePlace++;
  }

  async report(withMessages: boolean): Promise<void> {
    const { accepted, parser, verifier, crash } = this.#mix;
    const disagreements = total(this.#disagreements);
    const known = total(new Map([...this.#disagreements].filter(([name]) => reasonOf(name) !== null)));
    const otherMessages = total(this.#messages);
    console.log(
      `the reference accepts ${accepted}, its parser refuses ${parser}, its verifier ${verifier}, it ends over ${crash}`,
    );
    await this.#list(this.#disagreements, true);
    if (withMessages) {
      await this.#list(this.#prints, false);
      await this.#list(this.#messages, false);
    }
    console.log(
      `${disagreements} disagreements of ${this.#disagreements.size} classes, ${known} known; ${total(this.#prints)} accepted texts print otherwise`,
    );
    console.log(
      `of ${this.#refusedByBoth} refused by both ${this.#refusedByBoth - otherMessages} have the same message, ${this.#samePlace} the same place`,
    );
  }

  async #list(classes: ReadonlyMap<string, Class>, isReduced: boolean): Promise<void> {
    const sorted = [...classes].sort(([, a], [, b]) => b.count - a.count);
    for (const [name, { count, example }] of sorted) {
      const holds = async (text: string): Promise<boolean> =>
        disagreementOf(this.#own(text), await this.#reference.read(text)) === name;
      const reason = reasonOf(name);
      const text = isReduced && reason === null ? await reduceText(example, holds) : example;
      console.log(`\n== ${count} x ${name}\n${reason === null ? text.trimEnd() : `known: ${reason}`}`);
    }
    console.log();
  }
}

/** Why readers differ; `null` when they should not. */
function reasonOf(disagreement: string): string | null {
  return knownDifferences.find(({ pattern }) => pattern.test(disagreement))?.reason ?? null;
}

async function filter<T>(items: readonly T[], isWanted: (item: T) => Promise<boolean>): Promise<T[]> {
  const wanted = await Promise.all(items.map(isWanted));
  return items.filter((_, index) => wanted[index]);
}

function note(classes: Map<string, Class>, name: string | null, text: string): void {
  if (name === null) return;
  const known = classes.get(name);
  if (known === undefined) classes.set(name, { count: 1, example: text });
  else {
    known.count++;
    if (text.length < known.example.length) known.example = text;
  }
}

function total(classes: ReadonlyMap<string, Class>): number {
  return [...classes.values()].reduce((sum, { count }) => sum + count, 0);
}

/** The first lines of two texts that differ. */
function printDifferenceOf(own: string, reference: string): string | null {
  if (own.trimEnd() === reference.trimEnd()) return null;
  const [ours, theirs] = [own.split('\n'), reference.split('\n')];
  const at = theirs.findIndex((line, index) => line !== ours[index]);
  return `prints ${(theirs[at] ?? '').trim()} | ours: ${(ours[at] ?? '').trim()}`;
}
