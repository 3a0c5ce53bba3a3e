import type { Context, Diagnostic, Severity, SourceText } from '@shardform/ir-core';
import { diagnosticText, MOST_ERRORS_SHOWN, restOfErrors } from '../diagnostic-output.ts';
import type { OptFlags } from './flags.ts';

const SHOWN: Readonly<Record<OptFlags['mlir-diagnostic-verbosity-level'], readonly Severity[]>> = {
  errors: ['error'],
  warnings: ['error', 'warning'],
  remarks: ['error', 'warning', 'remark'],
};

/** The standard error output of one module of the input, in order. */
export class PartOutput {
  /** The diagnostics to report, according to the flags. */
  readonly diagnostics: Diagnostic[] = [];
  readonly #source: SourceText;
  readonly #flags: OptFlags;
  readonly #columns: number | undefined;
  #text = '';
  /** Errors that were reported as text. */
  #errors = 0;
  #messages = '';

  constructor(source: SourceText, flags: OptFlags, columns?: number) {
    this.#columns = columns;
    this.#source = source;
    this.#flags = flags;
  }

  get text(): string {
    return this.#text + restOfErrors(this.#errors);
  }

  /** Output other than diagnostics. */
  get messages(): string {
    return this.#messages;
  }

  write(text: string): void {
    this.#text += text;
    this.#messages += text;
  }

  /** Prints the diagnostics of the context. */
  listen(context: Context): void {
    const isQuiet = this.#flags['verify-diagnostics'] !== 'off';
    const shown = SHOWN[this.#flags['mlir-diagnostic-verbosity-level']];
    context.diagnostics.subscribe((diagnostic) => {
      if (!shown.includes(diagnostic.severity)) return;
      const hasNotes = !this.#flags['mlir-disable-diagnostic-notes'];
      const told = hasNotes ? diagnostic : { ...diagnostic, notes: [] };
      this.diagnostics.push(told);
      if (!isQuiet) this.tell(told);
    });
  }

  /** Of errors as text only the first are told one by one. */
  tell(diagnostic: Diagnostic): void {
    const isText = this.#flags['diagnostics-format'] === 'text';
    if (isText && diagnostic.severity === 'error' && ++this.#errors > MOST_ERRORS_SHOWN) return;
    this.#text += diagnosticText(
      diagnostic,
      this.#flags['diagnostics-format'],
      [this.#source],
      this.#columns,
    );
  }
}
