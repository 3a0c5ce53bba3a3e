import type { Location } from '../ir/location.ts';

/** How bad a diagnostic is, as in MLIR. */
export type Severity = 'error' | 'warning' | 'remark' | 'note';

/** A message about the user's program. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly message: string;
  readonly location: Location;
  /** Explanations attached to an error, warning or remark. */
  readonly notes: readonly Diagnostic[];
}

/** Receives diagnostics; tools subscribe with one. */
export type DiagnosticHandler = (diagnostic: Diagnostic) => void;

/** Hands each diagnostic to the innermost subscribed handler. */
export class DiagnosticEngine {
  readonly #handlers: DiagnosticHandler[] = [];
  #errorCount = 0;

  /** Number of errors emitted so far, those that were captured left out. */
  get errorCount(): number {
    return this.#errorCount;
  }

  emit(diagnostic: Diagnostic): void {
    if (diagnostic.severity === 'error') this.#errorCount++;
    this.#handlers.at(-1)?.(diagnostic);
  }

  /** Subscribes a handler; the returned function ends the subscription. */
  subscribe(handler: DiagnosticHandler): () => void {
    this.#handlers.push(handler);
    return () => {
      const at = this.#handlers.lastIndexOf(handler);
      if (at >= 0) this.#handlers.splice(at, 1);
    };
  }

  /** Runs `body` and returns what was emitted meanwhile instead of handing it on. */
  capture<T>(body: () => T): { readonly result: T; readonly diagnostics: readonly Diagnostic[] } {
    const diagnostics: Diagnostic[] = [];
    const errorCount = this.#errorCount;
    const unsubscribe = this.subscribe((diagnostic) => diagnostics.push(diagnostic));
    try {
      return { result: body(), diagnostics };
    } finally {
      unsubscribe();
      this.#errorCount = errorCount;
    }
  }

  error(location: Location, message: string, notes: readonly Diagnostic[] = []): void {
    this.emit({ severity: 'error', message, location, notes });
  }

  warning(location: Location, message: string, notes: readonly Diagnostic[] = []): void {
    this.emit({ severity: 'warning', message, location, notes });
  }

  remark(location: Location, message: string, notes: readonly Diagnostic[] = []): void {
    this.emit({ severity: 'remark', message, location, notes });
  }
}

/** Makes a note. */
export function note(location: Location, message: string): Diagnostic {
  return { severity: 'note', message, location, notes: [] };
}

/** Stops reading the text at hand; caught by the parser, never seen by its callers. */
export class ParseFailure extends Error {
  override readonly name = 'ParseFailure';
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}
