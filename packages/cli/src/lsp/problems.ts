import {
  type Diagnostic as CoreDiagnostic,
  Lexer,
  ParsedLoc,
  positionOf,
  type Severity,
} from '@shardform/ir-core';
import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  type Range,
} from 'vscode-languageserver';
import { kindOf, pageAddress } from '../diagnostics/diagnostic-kinds.ts';
import { homepage } from '../homepage.ts';
import type { DocumentFacts } from './documents.ts';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  remark: DiagnosticSeverity.Information,
  note: DiagnosticSeverity.Hint,
};

/** Returns the problems of a document. */
export function problems(facts: DocumentFacts): Diagnostic[] {
  const site = homepage();
  return facts.model.diagnostics.map((diagnostic) => {
    const related = diagnostic.notes.flatMap((note) => relatedInformation(note, facts));
    return {
      range: rangeOf(diagnostic, facts),
      severity: SEVERITIES[diagnostic.severity],
      source: 'shardform',
      message: diagnostic.message,
      ...explained(diagnostic.message, site),
      ...(related.length === 0 ? {} : { relatedInformation: related }),
    };
  });
}

/** The kind of a message, and the page about it where the site is known. */
function explained(message: string, site: string | null): Pick<Diagnostic, 'code' | 'codeDescription'> {
  const kind = kindOf(message);
  if (kind === null) return {};
  return {
    code: kind.code,
    ...(site === null ? {} : { codeDescription: { href: pageAddress(kind, site) } }),
  };
}

function relatedInformation(note: CoreDiagnostic, facts: DocumentFacts): DiagnosticRelatedInformation[] {
  if (positionOf(note.location) === null) return [];
  return [{ location: { uri: facts.document.uri, range: rangeOf(note, facts) }, message: note.message }];
}

/** The text that a message is about, at least the token that begins there. */
function rangeOf({ location }: CoreDiagnostic, { document, model }: DocumentFacts): Range {
  const start = offsetOf(location, model.source.name, model.source);
  const given = location instanceof ParsedLoc ? location.end : start;
  const end = Math.max(given, tokenEnd(model.source.text, start));
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** Problems located in other files are shown at the top. */
function offsetOf(
  location: CoreDiagnostic['location'],
  name: string,
  source: DocumentFacts['model']['source'],
): number {
  if (location instanceof ParsedLoc) return location.start;
  const position = positionOf(location);
  if (position?.file !== name) return 0;
  return Math.max(0, source.offsetOf(position.line)) + Math.max(0, position.column - 1);
}

function tokenEnd(text: string, start: number): number {
  const lexer = new Lexer(text);
  lexer.reset(start);
  return Math.max(lexer.start === start ? lexer.end : start, start);
}
