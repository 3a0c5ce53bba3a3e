import {
  Context,
  type Extension,
  type ModuleOp,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
  verifyOp,
} from '@shardform/ir-core';
import { elementsOf, type NdArray, runSequential } from '@shardform/runtime-sim';
import { typeOf } from './tensors.ts';

/** The elements of a result with their type. */
interface Result {
  readonly type: string;
  readonly elements: readonly unknown[];
}

/** The results of a program before passes and after them, or what the passes complain of. */
export interface Execution {
  readonly expected: readonly Result[];
  readonly actual: readonly Result[] | string;
  /** The operations after the passes, in order. */
  readonly names: readonly string[];
}

/** Runs passes on programs and executes them before and after. */
export class ProgramRunner {
  readonly #context: Context;
  readonly #messages: string[] = [];

  constructor(extensions: readonly Extension[]) {
    this.#context = new Context(extensions);
    this.#context.diagnostics.subscribe(({ message }) => this.#messages.push(message));
  }

  /** Executes a program before and after passes. @throws Error if it is no right program before. */
  execute(text: string, passes: string, inputs: readonly NdArray[]): Execution {
    const module = this.#parsed(text);
    const expected = this.#results(module, inputs);
    if (!this.#run(module, passes)) return { expected, actual: this.#complaint(), names: [] };
    const names: string[] = [];
    module.walk((op) => {
      names.push(op.name);
    });
    return { expected, actual: this.#results(module, inputs), names };
  }

  /** Returns the text of a program after passes, or what they complain of. */
  textAfter(text: string, passes: string): string {
    const module = this.#parsed(text);
    return this.#run(module, passes) ? printOp(module, this.#context) : this.#complaint();
  }

  #parsed(text: string): ModuleOp {
    this.#messages.length = 0;
    const module = parseModule(new SourceText('test.mlir', text), this.#context);
    if (module === null || !verifyOp(module, this.#context))
      throw new Error([...this.#messages, text].join('\n'));
    return module;
  }

  #run(module: ModuleOp, passes: string): boolean {
    const pipeline = parsePipeline(`builtin.module(${passes})`, this.#context);
    return runPasses(module, pipeline, this.#context).succeeded && verifyOp(module, this.#context);
  }

  #complaint(): string {
    return this.#messages[0] ?? 'failed silently';
  }

  #results(module: ModuleOp, inputs: readonly NdArray[]): readonly Result[] {
    return runSequential(module, inputs, this.#context).map((array) => ({
      type: typeOf(array.kind, array.shape),
      elements: elementsOf(array),
    }));
  }
}
