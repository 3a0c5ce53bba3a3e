import type { FuncOp } from '@shardform/dialect-func';
import { executeWhole, localProgram, type WholeExecution } from '@shardform/inspect';
import { checkDemand, entryFunction, ExecutionError, type NdArray } from '@shardform/runtime-sim';
import { describeExecutionError } from '../execution-error-text.ts';
import { type LoadedModule, loadStage, ModuleError } from '../load-module.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { type Signature, signatureOf, signatureProblem } from './signature.ts';

/** The program that a sharded one has to agree with. It is executed as a whole, whatever shardings it has. */
export class Reference {
  readonly file: string;
  readonly entry: FuncOp;
  readonly #loaded: LoadedModule;

  /** @throws UsageError or ModuleError. */
  constructor(file: string, input: ToolInput) {
    this.file = file;
    // Its seconds are nobody's question.
    this.#loaded = loadStage(file, { ...input, costs: [] });
    const { module } = this.#loaded;
    const devices = localProgram(module)?.whole.deviceCount ?? 1;
    if (devices > 1)
      throw new UsageError(
        `'${file}' is the program of one of ${devices} devices, but a reference is executed as a whole: give the program that it was made from`,
      );
    this.entry = this.#told(() => {
      const entry = entryFunction(module);
      checkDemand(entry.body, 1);
      return entry;
    });
  }

  /** Checks that a program takes and returns the same whole tensors. @throws UsageError that names both. */
  check(own: Signature): void {
    const problem = signatureProblem(own, signatureOf(this.entry, this.file));
    if (problem !== null) throw new UsageError(problem);
  }

  /** Executes it on whole inputs. @throws ModuleError where they can't be executed. */
  execute(inputs: readonly NdArray[]): WholeExecution {
    const { module, context } = this.#loaded;
    return this.#told(() => executeWhole(module, inputs, context));
  }

  #told<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ExecutionError)) throw error;
      const note = `shardform: note: '${this.file}', the reference, can't be executed\n`;
      throw new ModuleError(this.#loaded.log.text() + describeExecutionError(error) + note);
    }
  }
}

/** Returns the reference that a flag names; `null` without one. @throws UsageError or ModuleError. */
export function referenceOf(file: string | null, input: ToolInput): Reference | null {
  return file === null ? null : new Reference(file, input);
}
