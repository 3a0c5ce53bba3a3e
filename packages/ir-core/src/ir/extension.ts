import type { AnyOpClass } from '../definition/define-op.ts';
import type { PassDefinition } from '../pass/pass.ts';
import type { PipelineDefinition } from '../pass/pipeline.ts';
import type { CanonicalizationPattern } from '../rewrite/pattern.ts';
import type { Capability } from './capability.ts';
import type { AttrClass, Dialect, TypeClass } from './dialect.ts';
import type { InterfaceImplementation } from './interface.ts';

/**
 * A unit of contribution: what a package provides. Plain data; importing it registers nothing. A
 * {@link Context} is made from extensions and resolves what they require.
 */
export interface Extension {
  /** Name for messages, usually the package's. */
  readonly name: string;
  /** Extensions that this one can't do without; a getter, so that their code need not be loaded before they are needed. */
  readonly requires?: readonly Extension[];
  readonly dialects?: readonly Dialect[];
  readonly ops?: readonly AnyOpClass[];
  readonly attrs?: readonly AttrClass[];
  readonly types?: readonly TypeClass[];
  readonly interfaces?: readonly InterfaceImplementation[];
  readonly passes?: readonly PassDefinition[];
  readonly pipelines?: readonly PipelineDefinition[];
  readonly canonicalizations?: readonly CanonicalizationPattern[];
  /** The package's knowledge about operations, and the operations it leaves out. */
  readonly capabilities?: readonly Capability[];
  /** Deferred extensions have it; what they provide can be had from a context alone. */
  readonly load?: never;
}
