import { type Diagnostic, type DiagnosticEngine, note, type Severity } from '../diagnostic/diagnostic.ts';
import type { Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Context } from '../ir/context.ts';

/**
 * Where checks of one operation report. Methods return `false`, so that a check can end with
 * `return report.opError('...')`.
 */
export class OpReport {
  readonly op: Operation;
  readonly context: Context;

  constructor(op: Operation, context: Context) {
    this.op = op;
    this.context = context;
  }

  /** Reports of another operation to the same place. */
  on(op: Operation): OpReport {
    return new OpReport(op, this.context);
  }

  private get engine(): DiagnosticEngine {
    return this.context.diagnostics;
  }

  /** Reports `'dialect.op' op MESSAGE` at the operation. */
  opError(message: string): false {
    return this.error(`'${this.op.name}' op ${message}`);
  }

  /** Reports `MESSAGE` at the operation, without naming it. */
  error(message: string): false {
    this.engine.error(this.op.location, message);
    return false;
  }

  /** Like {@link OpReport.opError}; the error is emitted by the `note` that follows. */
  opErrorWithNotes(message: string): PendingError {
    return new PendingError(this.engine, this.op.location, `'${this.op.name}' op ${message}`);
  }

  /** Like {@link OpReport.error}; the error is emitted by the `note` that follows. */
  errorWithNotes(message: string): PendingError {
    return new PendingError(this.engine, this.op.location, message);
  }
}

/** An error that waits for its note. */
export class PendingError {
  readonly #engine: DiagnosticEngine;
  readonly #location: Location;
  readonly #message: string;

  constructor(engine: DiagnosticEngine, location: Location, message: string) {
    this.#engine = engine;
    this.#location = location;
    this.#message = message;
  }

  /** Emits the error with one note. */
  note(location: Location, message: string): false {
    return this.notes([note(location, message)]);
  }

  notes(notes: readonly Diagnostic[]): false {
    const severity: Severity = 'error';
    this.#engine.emit({ severity, message: this.#message, location: this.#location, notes });
    return false;
  }
}
