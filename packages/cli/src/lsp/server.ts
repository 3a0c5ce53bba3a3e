import { type Context, Interrupted } from '@shardform/ir-core';
import {
  type Connection,
  type Diagnostic,
  DiagnosticSeverity,
  type InitializeResult,
  type Position,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { collectiveLenses } from './collective-lenses.ts';
import { completionDetails, completions, completionTriggers } from './completion.ts';
import { DocumentCache, type DocumentFacts } from './documents.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { definition, documentSymbols, references } from './navigation.ts';
import { problems } from './problems.ts';
import { renamableRange, rename } from './rename.ts';
import { answerWithin, type RequestBudget } from './request-budget.ts';
import { RUN_PASS_COMMAND, runPassActions, runPassOn } from './run-pass.ts';
import { semanticLegend, semanticTokens } from './semantic-tokens.ts';
import { PLAN_COMMAND, planActions, shardAutomatically } from './shard-automatically.ts';
import type { ThreadSignals } from './thread-signals.ts';

/** Changes that follow each other faster than this are checked once. */
const PAUSE_MS = 150;
/** A piece of a study is put off so many times at most, and for so long: an editor asks for several things at once. */
const MOST_PUT_OFF = 5;
const PUT_OFF_MS = 100;
/** Request failed although it was well formed: `RequestFailed` of the protocol. */
const REQUEST_FAILED = -32803;
/** The document has changed: `ContentModified`. */
const CONTENT_MODIFIED = -32801;

/**
 * Answers an editor. Returns a function that ends the service.
 *
 * @param createContext creates a context with all dialects of documents.
 * @param budget of each answer.
 * @param signals that stop older answers when a document changes, and the study of a document when there is a request.
 */
export function serve(
  connection: Connection,
  createContext: () => Context,
  version: string,
  budget: RequestBudget,
  signals: ThreadSignals,
): () => void {
  const documents = new TextDocuments(TextDocument);
  const cache = new DocumentCache(createContext);
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const refreshed: string[] = [];
  const refresh = (): void => {
    for (const method of refreshed) void connection.sendRequest(method).catch(() => undefined);
  };

  const factsOf = ({ uri }: { readonly uri: string }): DocumentFacts | null => {
    const document = documents.get(uri);
    return document === undefined ? null : cache.get(document);
  };
  /** Returns the result of the work. @throws ResponseError if it is stopped. */
  const inTime = <T>(work: () => T): T => {
    const answer = answerWithin(budget, work);
    if (!(answer instanceof Interrupted)) return answer;
    throw new ResponseError(answer.isCancelled ? CONTENT_MODIFIED : REQUEST_FAILED, answer.message);
  };
  /** Computes piece by piece what takes long; requests interrupt a piece, but not for ever, and an edit ends it. */
  const study = (facts: DocumentFacts, patience = MOST_PUT_OFF): void => {
    const open = documents.get(facts.document.uri);
    if (open === undefined || cache.get(open) !== facts) return;
    const before = facts.missing;
    signals.endAsk();
    const interrupt = patience > 0 ? signals.disturbed : signals.edited;
    const more = answerWithin({ ...budget, interrupt }, () => facts.advance());
    if (more instanceof Interrupted) {
      if (!more.isCancelled) facts.giveUp(more.message);
      else if (!signals.edited.isRaised) setTimeout(() => study(facts, patience - 1), PUT_OFF_MS);
    } else if (more) setTimeout(() => study(facts));
    if (facts.missing !== before || more === false) refresh();
  };
  const check = (document: { readonly uri: string }): void => {
    timers.delete(document.uri);
    const facts = factsOf(document);
    if (facts === null) return;
    const { uri, version } = facts.document;
    const found = answerWithin(budget, () => problems(facts));
    if (!(found instanceof Interrupted))
      void connection.sendDiagnostics({ uri, version, diagnostics: found });
    else if (!found.isCancelled)
      void connection.sendDiagnostics({ uri, version, diagnostics: [unchecked(found.message)] });
    if (!(found instanceof Interrupted)) setTimeout(() => study(facts));
  };

  connection.onInitialize(({ capabilities: { workspace } }) => {
    // What an editor shows without being asked again is what was known when it asked.
    if (workspace?.inlayHint?.refreshSupport === true) refreshed.push('workspace/inlayHint/refresh');
    if (workspace?.codeLens?.refreshSupport === true) refreshed.push('workspace/codeLens/refresh');
    return initializeResult(version);
  });
  documents.onDidChangeContent(({ document }) => {
    signals.endEdit();
    clearTimeout(timers.get(document.uri));
    timers.set(
      document.uri,
      setTimeout(() => check(document), PAUSE_MS),
    );
  });
  documents.onDidSave(({ document }) => {
    if (!timers.has(document.uri)) return;
    clearTimeout(timers.get(document.uri));
    check(document);
  });
  documents.onDidClose(({ document: { uri } }) => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
    cache.forget(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });

  answerRequests(connection, { factsOf, inTime, cache, createContext });
  documents.listen(connection);
  connection.listen();
  return () => {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
  };
}

/** Reports a document that could not be checked. */
function unchecked(message: string): Diagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: DiagnosticSeverity.Error,
    source: 'shardform',
    message: `the document is not checked: ${message}`,
  };
}

function initializeResult(version: string): InitializeResult {
  return {
    serverInfo: { name: 'shardform', version },
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      hoverProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      documentSymbolProvider: true,
      renameProvider: { prepareProvider: true },
      codeLensProvider: {},
      completionProvider: { triggerCharacters: [...completionTriggers], resolveProvider: true },
      inlayHintProvider: true,
      semanticTokensProvider: { legend: semanticLegend, full: true },
      codeActionProvider: { codeActionKinds: ['source.shardform'] },
      executeCommandProvider: { commands: [RUN_PASS_COMMAND, PLAN_COMMAND] },
    },
  };
}

/** The sources of answers to requests. */
interface RequestSources {
  /** Returns the facts of a document; `null` if it is not open. */
  readonly factsOf: (document: { readonly uri: string }) => DocumentFacts | null;
  /** Works within the budget of an answer. @throws ResponseError when it is stopped. */
  readonly inTime: <T>(work: () => T) => T;
  readonly cache: DocumentCache;
  readonly createContext: () => Context;
}

function answerRequests(
  connection: Connection,
  { factsOf, inTime, cache, createContext }: RequestSources,
): void {
  const proposals = createContext();
  /** Answers a request about a document; `absent` when it is not open. */
  const about = <T>(
    request: { readonly textDocument: { readonly uri: string } },
    absent: T,
    answer: (facts: DocumentFacts) => T,
  ): T => {
    const facts = factsOf(request.textDocument);
    return facts === null ? absent : inTime(() => answer(facts));
  };
  const at = ({ document }: DocumentFacts, position: Position): number => document.offsetAt(position);

  connection.onHover((request) => about(request, null, (facts) => hover(facts, at(facts, request.position))));
  connection.onDefinition((request) =>
    about(request, null, (facts) => definition(facts, at(facts, request.position))),
  );
  connection.onReferences((request) =>
    about(request, [], (facts) =>
      references(facts, at(facts, request.position), request.context.includeDeclaration),
    ),
  );
  connection.onPrepareRename((request) =>
    about(request, null, (facts) => renamableRange(facts, at(facts, request.position))),
  );
  connection.onRenameRequest((request) =>
    about(request, null, (facts) => {
      const outcome = rename(facts, at(facts, request.position), request.newName);
      if ('problem' in outcome) throw new ResponseError(REQUEST_FAILED, outcome.problem);
      return outcome;
    }),
  );
  connection.onCodeLens((request) => about(request, [], collectiveLenses));
  connection.onDocumentSymbol((request) => about(request, [], documentSymbols));
  connection.onCompletion((request) =>
    about(request, [], (facts) => completions(facts, at(facts, request.position))),
  );
  connection.onCompletionResolve((item) => completionDetails(item, proposals));
  connection.languages.inlayHint.on((request) =>
    about(request, [], (facts) => inlayHints(facts, request.range)),
  );
  connection.languages.semanticTokens.on((request) => about(request, { data: [] }, semanticTokens));
  connection.onCodeAction((request) =>
    about(request, [], (facts) => [...planActions(facts), ...runPassActions(facts)]),
  );
  connection.onExecuteCommand(async ({ command, arguments: args = [] }) => {
    const isPlan = command === PLAN_COMMAND;
    if (command !== RUN_PASS_COMMAND && !isPlan) return;
    // Arguments of commands are any JSON.
    const [uri, pipeline] = args as readonly unknown[];
    const facts = typeof uri === 'string' ? factsOf({ uri }) : null;
    if (facts === null || (typeof pipeline !== 'string' && !isPlan))
      throw new ResponseError(REQUEST_FAILED, `expected an open document${isPlan ? '' : ' and a pipeline'}`);
    // The passes change the module of the cached facts.
    cache.forget(facts.document.uri);
    const outcome = inTime(() => (isPlan ? shardAutomatically(facts) : runPassOn(facts, String(pipeline))));
    if ('problem' in outcome) throw new ResponseError(REQUEST_FAILED, outcome.problem);
    const edit = { changes: { [facts.document.uri]: [outcome.edit] } };
    try {
      await connection.workspace.applyEdit(edit);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new ResponseError(REQUEST_FAILED, `the editor did not take the edit: ${reason}`);
    }
  });
}
