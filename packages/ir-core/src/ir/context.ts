import type { AnyOpClass } from '../definition/define-op.ts';
import type { OpDefinition } from '../definition/op-definition.ts';
import { DiagnosticEngine } from '../diagnostic/diagnostic.ts';
import type { PassDefinition } from '../pass/pass.ts';
import type { PipelineDefinition } from '../pass/pipeline.ts';
import type { CanonicalizationPattern } from '../rewrite/pattern.ts';
import type { Capability } from './capability.ts';
import {
  ALL_DIALECTS,
  type ContextPart,
  type DeferredExtension,
  dialectOfName,
  dialectOfPattern,
  type ExtensionContents,
  isDeferred,
} from './deferred-extension.ts';
import type { AttrClass, Dialect, TypeClass } from './dialect.ts';
import type { Extension } from './extension.ts';
import { Implementations } from './implementations.ts';
import type { OpInterface } from './interface.ts';
import type { Operation } from './operation.ts';
import { Registry } from './registry.ts';
import { ResourceTable } from './resources.ts';
import { builtinExtension } from '../builtin/extension.ts';

/**
 * Everything that a compilation may use, given by extensions and then fixed, together with the diagnostics engine. Deferred
 * extensions are loaded when something in them is asked for; who asks sees no difference. Types and attributes don't
 * belong to a context; they are interned per process.
 */
export class Context {
  readonly diagnostics = new DiagnosticEngine();
  /** Large data of the modules of this context. */
  readonly resources = new ResourceTable();
  /** True if operations of dialects that are not loaded may be parsed and kept. */
  allowUnregisteredDialects = false;
  /** Writes a file for a pass that is asked to, and makes its folder; without it such passes write nothing. */
  saveFile: ((path: string, text: string) => void) | null = null;
  readonly dialects: ReadonlyMap<string, Dialect>;
  readonly ops: ReadonlyMap<string, AnyOpClass>;
  readonly attrs: ReadonlyMap<string, AttrClass>;
  readonly types: ReadonlyMap<string, TypeClass>;
  readonly passes: ReadonlyMap<string, PassDefinition>;
  readonly pipelines: ReadonlyMap<string, PipelineDefinition>;
  readonly #registries: Registries;
  readonly #implementations: Implementations;
  /** In the order of their contributions, what they require before them. */
  readonly #parts: ContextPart[];
  readonly #canonicalizations = new Map<string, readonly CanonicalizationPattern[]>();
  #capabilities: readonly Capability[] | null = null;

  /** @throws when two extensions provide the same name; for deferred ones when they are loaded. */
  constructor(parts: readonly ContextPart[]) {
    const load = (part: DeferredExtension): void => {
      this.#load(part);
    };
    this.#registries = registriesOf(load);
    this.#implementations = new Implementations(load);
    ({
      dialects: this.dialects,
      ops: this.ops,
      attrs: this.attrs,
      types: this.types,
      passes: this.passes,
      pipelines: this.pipelines,
    } = this.#registries);
    this.#parts = resolve([builtinExtension, ...parts]);
    for (const part of this.#parts) {
      if (isDeferred(part)) this.#defer(part);
      else this.#add(part);
    }
  }

  /** The patterns for operations of a dialect, those for all operations among them, in the order of the extensions. */
  canonicalizationsOf(dialect: string): readonly CanonicalizationPattern[] {
    let patterns = this.#canonicalizations.get(dialect);
    if (patterns !== undefined) return patterns;
    const dialects = [dialect, ALL_DIALECTS];
    patterns = this.#loadedWith(
      ({ canonicalizations = [] }) => canonicalizations.some((name) => dialects.includes(name)),
      ({ canonicalizations = [] }) => canonicalizations,
    ).filter((pattern) => dialects.includes(dialectOfPattern(pattern)));
    this.#canonicalizations.set(dialect, patterns);
    return patterns;
  }

  get capabilities(): readonly Capability[] {
    return (this.#capabilities ??= this.#loadedWith(
      ({ hasCapabilities = false }) => hasCapabilities,
      ({ capabilities = [] }) => capabilities,
    ));
  }

  /** The op's implementation of an interface, or `undefined` when nobody contributed one. */
  query<M>(iface: OpInterface<M>, op: Operation): M | undefined {
    // An implementation of an interface `OpInterface<M>` binds to `M`; see defineOpInterface.
    return this.#implementations.get(iface.id, op.definition)?.bind(op) as M | undefined;
  }

  /** Returns true if an implementation for the op's kind was contributed. */
  implements(iface: OpInterface<unknown>, definition: OpDefinition): boolean {
    return this.#implementations.get(iface.id, definition) !== undefined;
  }

  /** The dialects that may name an attribute: its own, and those that were loaded for other reasons. */
  dialectsNaming(dialect: string): Iterable<Dialect> {
    this.dialects.get(dialect);
    return this.#registries.dialects.loaded();
  }

  #add(extension: Extension): void {
    const { name } = extension;
    this.#registries.dialects.add(extension.dialects ?? [], name);
    this.#registries.ops.add(extension.ops ?? [], name);
    this.#registries.attrs.add(extension.attrs ?? [], name);
    this.#registries.types.add(extension.types ?? [], name);
    this.#registries.passes.add(extension.passes ?? [], name);
    this.#registries.pipelines.add(extension.pipelines ?? [], name);
    this.#implementations.add(extension.interfaces ?? [], name);
  }

  #defer(part: DeferredExtension): void {
    const { contents } = part;
    this.#registries.dialects.defer(contents.dialects ?? [], part);
    this.#registries.ops.defer(contents.ops ?? [], part);
    this.#registries.attrs.defer(contents.attrs ?? [], part);
    this.#registries.types.defer(contents.types ?? [], part);
    this.#registries.passes.defer(contents.passes ?? [], part);
    this.#registries.pipelines.defer(contents.pipelines ?? [], part);
    this.#implementations.defer(contents.interfaces ?? {}, part);
  }

  /** Puts an extension in the place of its deferred form, and before it what it requires and isn't there. */
  #load(part: DeferredExtension): void {
    const at = this.#parts.indexOf(part);
    if (at < 0) return;
    const loaded = part.load();
    const names = new Set(this.#parts.map(({ name }) => name));
    if (part.contents.requires?.every((name) => names.has(name)) === true) {
      this.#parts.splice(at, 1, loaded);
      this.#add(loaded);
      return;
    }
    const known = new Set(this.#parts);
    const deferred = new Set(this.#parts.filter(isDeferred).map(({ name }) => name));
    const added = resolve([loaded]).filter(
      (extension) => !known.has(extension) && (extension === loaded || !deferred.has(extension.name)),
    );
    this.#parts.splice(at, 1, ...added);
    for (const extension of added) if (!isDeferred(extension)) this.#add(extension);
  }

  /** What all extensions have of a kind, after those were loaded of which `has` is true. */
  #loadedWith<T>(
    has: (contents: ExtensionContents) => boolean,
    itemsOf: (extension: Extension) => readonly T[],
  ): readonly T[] {
    for (const part of [...this.#parts]) if (isDeferred(part) && has(part.contents)) this.#load(part);
    return this.#parts.flatMap((part) => (isDeferred(part) ? [] : itemsOf(part)));
  }
}

interface Registries {
  readonly dialects: Registry<Dialect>;
  readonly ops: Registry<AnyOpClass>;
  readonly attrs: Registry<AttrClass>;
  readonly types: Registry<TypeClass>;
  readonly passes: Registry<PassDefinition>;
  readonly pipelines: Registry<PipelineDefinition>;
}

function registriesOf(load: (part: DeferredExtension) => void): Registries {
  const itself = (name: string): string => name;
  return {
    dialects: new Registry<Dialect>('dialect', (dialect) => dialect.name, itself, load),
    ops: new Registry<AnyOpClass>('op', (op) => op.definition.name, dialectOfName, load),
    attrs: new Registry<AttrClass>('attribute', (attr) => attr.mnemonic, dialectOfName, load),
    types: new Registry<TypeClass>('type', (type) => type.mnemonic, dialectOfName, load),
    passes: new Registry<PassDefinition>('pass', (pass) => pass.name, itself, load),
    pipelines: new Registry<PipelineDefinition>('pipeline', (pipeline) => pipeline.name, itself, load),
  };
}

/** Extensions in dependency order, each once. */
function resolve(parts: readonly ContextPart[]): ContextPart[] {
  const ordered = new Set<ContextPart>();
  const add = (part: ContextPart): void => {
    // Programs in JavaScript may hand over anything.
    if (typeof (part as Partial<ContextPart> | null)?.name !== 'string')
      throw new TypeError(`expected extensions, got ${JSON.stringify(part)}`);
    if (ordered.has(part)) return;
    if (!isDeferred(part)) part.requires?.forEach(add);
    ordered.add(part);
  };
  parts.forEach(add);
  return [...ordered];
}
