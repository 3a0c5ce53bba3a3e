import type { Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';

/** The severity of a diagnostic, as in MLIR. */
export type Severity = 'error' | 'warning' | 'remark' | 'note';

/** A part of the text that a diagnostic's location points into: offsets of the first and after the last character. */
export interface SourceRange {
  readonly start: number;
  readonly end: number;
}

/** A message about the user's program. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly message: string;
  readonly location: Location;
  /** Explanations attached to an error, warning or remark. */
  readonly notes: readonly Diagnostic[];
  /** The ranges to underline beside the location itself. */
  readonly ranges?: readonly SourceRange[];
}

/** Receives diagnostics; tools subscribe with one. */
export type DiagnosticHandler = (diagnostic: Diagnostic) => void;

/** Hands each diagnostic to the innermost subscribed handler. */
export class DiagnosticEngine {
  /**
   * Shows the operation that a diagnostic is about in a note, as `--mlir-print-op-on-diagnostic` does; `null`
   * adds none. See `currentOperationNote`.
   */
  describeOp: ((op: Operation) => Diagnostic) | null = null;
  /** True if a note tells who emitted a diagnostic, as `--mlir-print-stacktrace-on-diagnostic` does. */
  printStackTrace = false;
  /** The keys that {@link DiagnosticEngine.isFirst} was asked for; the engines of one run may share the set. */
  told = new Set<string>();
  readonly #handlers: DiagnosticHandler[] = [];
  #errorCount = 0;

  /** Number of errors emitted so far, those that were captured left out. */
  get errorCount(): number {
    return this.#errorCount;
  }

  emit(diagnostic: Diagnostic): void {
    if (diagnostic.severity === 'error') this.#errorCount++;
    this.#handlers.at(-1)?.(this.printStackTrace ? withStackTrace(diagnostic) : diagnostic);
  }

  /** Emits a diagnostic about an operation: at its location, showing it where that is asked for. */
  emitOn(op: Operation, severity: Severity, message: string, notes: readonly Diagnostic[] = []): void {
    const all = this.describeOp === null ? notes : [this.describeOp(op), ...notes];
    this.emit({ severity, message, location: op.location, notes: all });
  }

  /** Returns true if nobody asked for this key before: for what users need to hear once, however often it holds. */
  isFirst(key: string): boolean {
    if (this.told.has(key)) return false;
    this.told.add(key);
    return true;
  }

  /** Subscribes a handler; the returned function ends the subscription. */
  subscribe(handler: DiagnosticHandler): () => void {
    this.#handlers.push(handler);
    return () => {
      const at = this.#handlers.lastIndexOf(handler);
      if (at >= 0) this.#handlers.splice(at, 1);
    };
  }

  /**
   * Runs `body` and returns what was emitted meanwhile instead of handing it on. Whoever gets it has heard nothing before, and
   * others have not heard it: {@link isFirst} begins anew.
   *
   * @param body gets the list of what was emitted so far, which grows.
   */
  capture<T>(body: (emitted: readonly Diagnostic[]) => T): {
    readonly result: T;
    readonly diagnostics: readonly Diagnostic[];
  } {
    const diagnostics: Diagnostic[] = [];
    const errorCount = this.#errorCount;
    const told = this.told;
    this.told = new Set();
    const unsubscribe = this.subscribe((diagnostic) => diagnostics.push(diagnostic));
    try {
      return { result: body(diagnostics), diagnostics };
    } finally {
      unsubscribe();
      this.told = told;
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

function withStackTrace(diagnostic: Diagnostic): Diagnostic {
  // The first two lines are the name of the error and this function.
  const frames = new Error().stack?.split('\n').slice(2).join('\n') ?? '';
  const trace = note(diagnostic.location, `diagnostic emitted with trace:\n${frames}\n`);
  return { ...diagnostic, notes: [trace, ...diagnostic.notes] };
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
