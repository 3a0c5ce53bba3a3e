import type { Context } from '@shardform/ir-core';
import {
  deviceCount,
  documentNames,
  type DocumentModel,
  type NamedValues,
  readDocument,
} from '@shardform/inspect';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type MeasuredStages, Study } from '@shardform/study';
import { defaultMachine } from '../distribution/workload.ts';
import { type FunctionCommunication, functionCommunication } from './collective-lenses.ts';
import { type ValueSharding, valueShardings } from './value-sharding.ts';

/** Beyond this length of the text, partitioning takes longer than a person who types waits. */
const LONGEST_TEXT = 300_000;

/** Facts about one version of a document, computed lazily. */
export class DocumentFacts {
  readonly document: TextDocument;
  readonly version: number;
  readonly #createContext: () => Context;
  #model: DocumentModel | null = null;
  #names: NamedValues | null = null;
  #shardings: ReadonlyMap<number, readonly (ValueSharding | null)[]> | null = null;

  #study: Study | null | undefined;
  #communication: ReadonlyMap<string, FunctionCommunication> | null = null;

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

  get shardings(): ReadonlyMap<number, readonly (ValueSharding | null)[]> {
    this.#shardings ??= valueShardings(this.document.uri, this.document.getText(), this.#createContext());
    return this.#shardings;
  }

  get communication(): ReadonlyMap<string, FunctionCommunication> {
    return (this.#communication ??= functionCommunication(this));
  }

  /** The program with its stages and costs; `null` for one without a mesh, one that is wrong, and one that takes long. */
  get study(): Study | null {
    if (this.#study === undefined) {
      const text = this.document.getText();
      const isStudied = text.length <= LONGEST_TEXT && text.includes('sdy.mesh') && this.model.isValid;
      // Studies give operations unique locations: the module gets a copy of its own.
      this.#study = isStudied ? Study.read(this.document.uri, text, this.#createContext()) : null;
    }
    return this.#study;
  }

  /** What the program costs on the machine that it describes, or else on equal devices. */
  get measured(): MeasuredStages | null {
    const { study } = this;
    return study === null ? null : study.measured(defaultMachine(study.module, deviceCount(study.module)));
  }
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
