import type { AnyOpClass } from '../definition/define-op.ts';
import type { OpDefinition } from '../definition/op-definition.ts';
import { DiagnosticEngine } from '../diagnostic/diagnostic.ts';
import type { PassDefinition } from '../pass/pass.ts';
import type { PipelineDefinition } from '../pass/pipeline.ts';
import type { CanonicalizationPattern } from '../rewrite/pattern.ts';
import type { Capability } from './capability.ts';
import type { AttrClass, Dialect, TypeClass } from './dialect.ts';
import type { Extension } from './extension.ts';
import type { InterfaceImplementation, OpInterface } from './interface.ts';
import type { Operation } from './operation.ts';
import { ResourceTable } from './resources.ts';
import { builtinExtension } from '../builtin/extension.ts';

/**
 * Everything that a compilation may use, resolved once from extensions and then fixed, together with the
 * diagnostics engine. Types and attributes don't belong to a context; they are interned per process.
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
  readonly canonicalizations: readonly CanonicalizationPattern[];
  readonly capabilities: readonly Capability[];
  readonly #implementations = new Map<string, Map<OpDefinition, InterfaceImplementation>>();

  /** @throws when two extensions provide the same name. */
  constructor(extensions: readonly Extension[]) {
    const ordered = resolve([builtinExtension, ...extensions]);
    this.dialects = collect(
      ordered,
      'dialect',
      (e) => e.dialects,
      (dialect) => dialect.name,
    );
    this.ops = collect(
      ordered,
      'op',
      (e) => e.ops,
      (op) => op.definition.name,
    );
    this.attrs = collect(
      ordered,
      'attribute',
      (e) => e.attrs,
      (attr) => attr.mnemonic,
    );
    this.types = collect(
      ordered,
      'type',
      (e) => e.types,
      (type) => type.mnemonic,
    );
    this.passes = collect(
      ordered,
      'pass',
      (e) => e.passes,
      (pass) => pass.name,
    );
    this.pipelines = collect(
      ordered,
      'pipeline',
      (e) => e.pipelines,
      (pipeline) => pipeline.name,
    );
    this.canonicalizations = ordered.flatMap((extension) => extension.canonicalizations ?? []);
    this.capabilities = ordered.flatMap((extension) => extension.capabilities ?? []);
    for (const extension of ordered) {
      for (const implementation of extension.interfaces ?? []) this.#implement(implementation, extension);
    }
  }

  /** The op's implementation of an interface, or `undefined` when nobody contributed one. */
  query<M>(iface: OpInterface<M>, op: Operation): M | undefined {
    // An implementation of an interface `OpInterface<M>` binds to `M`; see defineOpInterface.
    return this.#implementations.get(iface.id)?.get(op.definition)?.bind(op) as M | undefined;
  }

  /** Returns true if an implementation for the op's kind was contributed. */
  implements(iface: OpInterface<unknown>, definition: OpDefinition): boolean {
    return this.#implementations.get(iface.id)?.has(definition) ?? false;
  }

  #implement(implementation: InterfaceImplementation, extension: Extension): void {
    const { id } = implementation.interface;
    let byOp = this.#implementations.get(id);
    if (byOp === undefined)
      this.#implementations.set(id, (byOp = new Map<OpDefinition, InterfaceImplementation>()));
    if (byOp.has(implementation.definition)) {
      const op = implementation.definition.name;
      throw new Error(`interface '${id}' of op '${op}' is implemented twice (again by ${extension.name})`);
    }
    byOp.set(implementation.definition, implementation);
  }
}

/** Extensions in dependency order, each once. */
function resolve(extensions: readonly Extension[]): Extension[] {
  const ordered = new Set<Extension>();
  const add = (extension: Extension): void => {
    // Programs in JavaScript may hand over anything.
    if (typeof (extension as Partial<Extension> | null)?.name !== 'string')
      throw new TypeError(`expected extensions, got ${JSON.stringify(extension)}`);
    if (ordered.has(extension)) return;
    extension.requires?.forEach(add);
    ordered.add(extension);
  };
  extensions.forEach(add);
  return [...ordered];
}

function collect<T>(
  extensions: readonly Extension[],
  kind: string,
  provided: (extension: Extension) => readonly T[] | undefined,
  nameOf: (item: T) => string,
): ReadonlyMap<string, T> {
  const byName = new Map<string, T>();
  for (const extension of extensions) {
    for (const item of provided(extension) ?? []) {
      const name = nameOf(item);
      if (byName.has(name))
        throw new Error(`${kind} '${name}' is provided twice (again by ${extension.name})`);
      byName.set(name, item);
    }
  }
  return byName;
}
