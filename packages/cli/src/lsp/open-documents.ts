import { TextDocument } from 'vscode-languageserver-textdocument';
import type {
  DidChangeTextDocumentParams,
  DidOpenTextDocumentParams,
  TextDocumentItem,
} from 'vscode-languageserver';

/** The editor's open documents, as last notified. */
export class OpenDocuments {
  readonly #documents = new Map<string, TextDocument>();

  get uris(): readonly string[] {
    return [...this.#documents.keys()];
  }

  open({ textDocument: { uri, languageId, version, text } }: DidOpenTextDocumentParams): void {
    this.#documents.set(uri, TextDocument.create(uri, languageId, version, text));
  }

  change({ textDocument: { uri, version }, contentChanges }: DidChangeTextDocumentParams): void {
    const document = this.#documents.get(uri);
    if (document === undefined) return;
    this.#documents.set(uri, TextDocument.update(document, contentChanges, version));
  }

  close(uri: string): void {
    this.#documents.delete(uri);
  }

  /** Returns the parameters that reopen a document in its current state, or `null`. */
  item(uri: string): TextDocumentItem | null {
    const document = this.#documents.get(uri);
    if (document === undefined) return null;
    const { languageId, version } = document;
    return { uri, languageId, version, text: document.getText() };
  }
}
