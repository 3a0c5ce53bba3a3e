import type { Context } from '@shardform/ir-core';
import {
  deviceCount,
  documentNames,
  type DocumentModel,
  type NamedValues,
  readDocument,
} from '@shardform/inspect';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { describedMachine, type MeasuredStages, partitionSteps, type Stage, Study } from '@shardform/study';
import { defaultMachine } from '../distribution/workload.ts';
import { type FunctionCommunication, functionCommunication } from './collective-lenses.ts';
import { type ValueSharding, valueSharding } from './value-sharding.ts';

/** Up to this length of the text, what is asked for is computed at once. */
const QUICK_TEXT = 100_000;
/** Beyond this length of the text, nothing is computed: the thread would not answer anything else for long. */
const LONGEST_TEXT = 4_000_000;

/** Facts about one version of a document, computed lazily; what takes long, of a long one, by {@link advance} only. */
export class DocumentFacts {
  readonly document: TextDocument;
  readonly version: number;
  readonly #createContext: () => Context;
  #model: DocumentModel | null = null;
  #names: NamedValues | null = null;
  #study: Study | null | undefined;
  #measured: MeasuredStages | null | undefined;
  #communication: ReadonlyMap<string, FunctionCommunication> | null = null;
  #problem: string | null = null;

  constructor(document: TextDocument, createContext: () => Context) {
    this.document = document;
    this.version = document.version;
    this.#createContext = createContext;
  }

  get model(): DocumentModel {
    this.#model ??= readDocument(this.document.uri, this.document.getText(), this.#createContext());
    return this.#model;
  }

  get names(): NamedValues {
    this.#names ??= documentNames(this.model);
    return this.#names;
  }

  /** Why shardings of the program are not known yet, or not at all; `null` if they are, or if it has none. */
  get missing(): string | null {
    if (this.#problem !== null) return this.#problem;
    return this.#propagated === undefined ? 'being propagated' : null;
  }

  /** The shardings of values after propagation, by the offset where they are defined; none as long as they are missing. */
  shardingsAt(definition: number): readonly (ValueSharding | null)[] {
    const [stage, study] = [this.#propagated, this.#study];
    if (stage === undefined || stage === null || study === undefined || study === null) return [];
    const values = study.model.values.get(definition) ?? [];
    return values.map((value) => valueSharding(study, stage, value));
  }

  get communication(): ReadonlyMap<string, FunctionCommunication> {
    // What is measured first is told by the functions of the program.
    if (this.measured === undefined) return new Map();
    return (this.#communication ??= functionCommunication(this));
  }

  /** The program with its stages and costs; `null` for one without a mesh, one that is wrong, and while it is not read. */
  get study(): Study | null {
    if (this.#isQuick) this.#read();
    return this.#study ?? null;
  }

  /** What the program costs on the machine that it describes, or else on one that is assumed; `undefined` until it is known. */
  get measured(): MeasuredStages | null | undefined {
    if (this.#isQuick) this.#measure();
    return this.#measured;
  }

  /** Does the next piece of work; returns whether there is more to do. @throws Interrupted */
  advance(): boolean {
    if (this.#problem !== null) return false;
    if (this.#study === undefined) this.#read();
    else if (this.#study === null || !partitionStep(this.#study)) this.#measure();
    return this.#measured === undefined;
  }

  /** Gives up what was not computed. */
  giveUp(problem: string): void {
    this.#problem = problem;
  }

  get #isQuick(): boolean {
    return this.document.getText().length <= QUICK_TEXT;
  }

  /** `undefined` until it is known, `null` if there is none. */
  get #propagated(): Stage | null | undefined {
    const { study } = this;
    if (study === null) return this.#study === undefined ? undefined : null;
    if (this.#isQuick && study.outcomes.length === 0) partitionStep(study);
    return study.outcomes[0]?.stage;
  }

  #read(): void {
    if (this.#study !== undefined) return;
    const text = this.document.getText();
    const isSharded = /sdy\.|mhlo\.sharding/.test(text);
    const isStudied = text.length <= LONGEST_TEXT && isSharded && this.model.isValid;
    // Studies give operations unique locations: the module gets a copy of its own.
    const study = isStudied
      ? Study.read(this.document.uri, text, this.#createContext(), describedMachine)
      : null;
    const [problem] = study?.model.diagnostics.filter(({ severity }) => severity === 'error') ?? [];
    this.#study = problem === undefined ? study : null;
    if (problem !== undefined) this.giveUp(problem.message);
  }

  #measure(): void {
    if (this.#measured !== undefined) return;
    this.#read();
    const study = this.#study ?? null;
    // The steps that shardings are of are not run again.
    while (study !== null && partitionStep(study));
    this.#measured =
      study === null ? null : study.measured(defaultMachine(study.module, deviceCount(study.module)));
  }
}

/** Runs the next step of partitioning; `false` if there is none, or the last one failed. */
function partitionStep(study: Study): boolean {
  const next = partitionSteps[study.outcomes.length];
  if (next === undefined || study.outcomes.at(-1)?.stage === null) return false;
  study.run(next);
  return true;
}

/** Facts about open documents, those of the newest version of each. */
export class DocumentCache {
  readonly #facts = new Map<string, DocumentFacts>();
  readonly #createContext: () => Context;

  constructor(createContext: () => Context) {
    this.#createContext = createContext;
  }

  get(document: TextDocument): DocumentFacts {
    const known = this.#facts.get(document.uri);
    if (known?.document === document && known.version === document.version) return known;
    const facts = new DocumentFacts(document, this.#createContext);
    this.#facts.set(document.uri, facts);
    return facts;
  }

  forget(uri: string): void {
    this.#facts.delete(uri);
  }
}
