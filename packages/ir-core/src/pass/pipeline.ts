import {
  type AnyOptionValues,
  type NoOptions,
  type OptionSpecs,
  type OptionValues,
  withDefaults,
} from './option.ts';
import type { PassInstance } from './pass.ts';

/** Passes that run one after the other on operations of one kind. */
export interface OpPipeline {
  /** The operation that the passes run on, such as `builtin.module`; `any` for all. */
  readonly anchor: string;
  readonly elements: readonly PipelineElement[];
}

/** A pass, or a pipeline for the operations directly inside. */
export type PipelineElement = PassInstance | OpPipeline;

/** A named list of passes with options. A value: see {@link definePipeline}. */
export interface PipelineDefinition {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly options: OptionSpecs;
  /** The passes for option values, one for every option. */
  build(options: AnyOptionValues): readonly PipelineElement[];
}

/** The declaration of a pipeline by a package author. */
export interface PipelineSpec<O extends OptionSpecs> {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly options?: O;
  build(options: OptionValues<O>): readonly PipelineElement[];
}

/** A pipeline whose options are known statically. */
export interface Pipeline<O extends OptionSpecs = OptionSpecs> extends PipelineDefinition {
  readonly options: O;
  /** The passes for these options, the others at their defaults. */
  create(options?: Partial<OptionValues<O>>): readonly PipelineElement[];
}

/**
 * Declares a pipeline.
 *
 * ```ts
 * const cleanUp = definePipeline({ name: 'clean-up', summary: 'removes what nobody uses',
 *   build: () => [symbolDce.create(), nest('func.func', canonicalize.create(), cse.create())] });
 * ```
 */
/* @__NO_SIDE_EFFECTS__ */
export function definePipeline<const O extends OptionSpecs = NoOptions>(spec: PipelineSpec<O>): Pipeline<O> {
  // The options of a spec without options are the empty record.
  const options = spec.options ?? ({} as O);
  // withDefaults gives a value to each of these options.
  const build = (values: AnyOptionValues): readonly PipelineElement[] =>
    // `withDefaults` gives a value to each option.
    spec.build(values as OptionValues<O>);
  return { ...spec, options, build, create: (given = {}) => build(withDefaults(options, given)) };
}

/** Passes for each operation named `anchor` directly inside. */
export function nest(anchor: string, ...elements: readonly PipelineElement[]): OpPipeline {
  return { anchor, elements };
}

/** Returns true if an element of a pipeline is a pipeline itself. */
export function isOpPipeline(element: PipelineElement): element is OpPipeline {
  return 'elements' in element;
}

/**
 * Puts elements below `anchor`: each pass that is restricted to another operation is nested under that
 * operation, as command line flags of single passes are.
 */
export function nestImplicitly(anchor: string, elements: readonly PipelineElement[]): OpPipeline {
  return {
    anchor,
    elements: elements.map((element) => {
      if (isOpPipeline(element)) return element;
      const wanted = element.pass.anchor;
      return wanted === null || wanted === anchor ? element : nest(wanted, element);
    }),
  };
}
