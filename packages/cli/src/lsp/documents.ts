import type { Context } from '@shardform/ir-core';
import { documentNames, type DocumentModel, type NamedValues, readDocument } from '@shardform/inspect';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type FunctionCommunication, functionCommunication } from './collective-lenses.ts';
import { type ValueSharding, valueShardings } from './value-sharding.ts';

/** Facts about one version of a document, computed lazily. */
export class DocumentFacts {
  readonly document: TextDocument;
  readonly version: number;
  readonly #createContext: () => Context;
  #model: DocumentModel | null = null;
  #names: NamedValues | null = null;
  #shardings: ReadonlyMap<number, readonly (ValueSharding | null)[]> | null = null;

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
    const { uri } = this.document;
    this.#communication ??= functionCommunication(uri, this.document.getText(), this.#createContext());
    return this.#communication;
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
