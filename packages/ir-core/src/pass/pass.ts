import type { ModuleOp } from '../builtin/ops/module-op.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import type { OpPipeline } from './pipeline.ts';
import {
  type AnyOptionValues,
  type NoOptions,
  type OptionSpecs,
  type OptionValues,
  withDefaults,
} from './option.ts';

/** A transformation of an operation, of known name and options. A value: see {@link definePass}. */
export interface PassDefinition {
  /** The name in pipelines and, after a hyphen, on the command line. */
  readonly name: string;
  /** The name of upstream's class, for headings of printed IR such as `IR Dump After CSE (cse)`. */
  readonly className?: string;
  /** One line for help texts. */
  readonly summary: string;
  /** Paragraphs for the reference documentation. */
  readonly description?: string;
  readonly options: OptionSpecs;
  /** The operation that the pass runs on, such as `func.func`; `null` for any. */
  readonly anchor: string | null;
  /** Dialects whose operations the pass creates; the context has to have them. */
  readonly dependentDialects: readonly string[];
  /**
   * Why errors that the pass reports don't fail it: then only {@link PassRun.fail} does. By default errors fail it.
   */
  readonly toleratesErrors?: string;
  /** The counters of the pass: descriptions by name. Reports list all of them. */
  readonly statistics?: Readonly<Record<string, string>>;
  /** Changes `op` in place. Failure is told through `pass`. */
  run(op: Operation, pass: PassRun): void;
}

/** A pass with the values of its options. */
export interface PassInstance {
  readonly pass: PassDefinition;
  /** A value for every option. */
  readonly options: AnyOptionValues;
}

/** One execution of a pass on one operation. */
export interface PassRun<V = AnyOptionValues> {
  readonly context: Context;
  readonly options: V;
  /** Says that the pass failed; the pipeline stops after it. An error in the diagnostics does the same. */
  fail(): void;
  /** Reports `'dialect.op' op MESSAGE` and fails. */
  opError(op: Operation, message: string): void;
  /**
   * Runs passes on `op`, which has to be the pass's operation or to lie in it. Returns whether they succeeded;
   * problems are reported.
   */
  runPipeline(op: Operation, pipeline: OpPipeline): boolean;
  /** Adds to a statistic of the pass; see {@link PassDefinition.statistics}. */
  count(statistic: string, amount?: number): void;
}

/** The operation that a pass with an anchor is given. */
export type AnchorOp<A extends string | null> = A extends 'builtin.module' ? ModuleOp : Operation;

/** The declaration of a pass by a package author. */
export interface PassSpec<O extends OptionSpecs, A extends string | null = string | null> {
  readonly name: string;
  readonly className?: string;
  readonly summary: string;
  readonly description?: string;
  readonly options?: O;
  readonly anchor?: A;
  readonly dependentDialects?: readonly string[];
  readonly toleratesErrors?: string;
  readonly statistics?: Readonly<Record<string, string>>;
  run(op: AnchorOp<A>, pass: PassRun<OptionValues<O>>): void;
}

/** A pass whose options are known statically. */
export interface Pass<O extends OptionSpecs = OptionSpecs> extends PassDefinition {
  readonly options: O;
  /** The pass with these options, the others at their defaults. */
  create(options?: Partial<OptionValues<O>>): PassInstance;
}

/**
 * Declares a pass.
 *
 * ```ts
 * const countOps = definePass({ name: 'count-ops', summary: 'counts operations',
 *   options: { limit: integerOption('fail above this number', 100) },
 *   run(op, pass) { … pass.options.limit … } });
 * ```
 */
/* @__NO_SIDE_EFFECTS__ */
export function definePass<
  const O extends OptionSpecs = NoOptions,
  const A extends string | null = string | null,
>(spec: PassSpec<O, A>): Pass<O> {
  const pass: Pass<O> = {
    anchor: null,
    dependentDialects: [],
    ...spec,
    // The options of a spec without options are the empty record.
    options: spec.options ?? ({} as O),
    // Pipelines give operations with the anchor's name, and the values of exactly these options.
    run: (op, run) => spec.run(op as AnchorOp<A>, run as PassRun<OptionValues<O>>),
    create: (options = {}) => createPass(pass, options),
  };
  return pass;
}

/** Returns a pass with these options, the others at their defaults. @throws on an unknown option. */
export function createPass(pass: PassDefinition, options: AnyOptionValues = {}): PassInstance {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(pass.options, name)) throw new Error(`pass '${pass.name}' has no option '${name}'`);
  }
  return { pass, options: withDefaults(pass.options, options) };
}
