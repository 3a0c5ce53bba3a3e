import type { OpDefinition } from '../definition/op-definition.ts';
import type { DeferredExtension, ExtensionContents } from './deferred-extension.ts';
import type { InterfaceImplementation } from './interface.ts';

/** How the operations of a context implement interfaces. Deferred extensions are loaded for the operations of the dialects they name. */
export class Implementations {
  readonly #load: (part: DeferredExtension) => void;
  /** By the interface's id. */
  readonly #loaded = new Map<string, Map<OpDefinition, InterfaceImplementation>>();
  /** By the interface's id and the operation's dialect. */
  readonly #deferred = new Map<string, Map<string, DeferredExtension[]>>();

  /** @param load adds what an extension provides. */
  constructor(load: (part: DeferredExtension) => void) {
    this.#load = load;
  }

  /** @throws when there is one already. */
  add(implementations: readonly InterfaceImplementation[], provider: string): void {
    for (const implementation of implementations) {
      const { id } = implementation.interface;
      let byOp = this.#loaded.get(id);
      if (byOp === undefined) this.#loaded.set(id, (byOp = new Map<OpDefinition, InterfaceImplementation>()));
      if (byOp.has(implementation.definition)) {
        const op = implementation.definition.name;
        throw new Error(`interface '${id}' of op '${op}' is implemented twice (again by ${provider})`);
      }
      byOp.set(implementation.definition, implementation);
    }
  }

  /** Notes which extension to load for which interfaces of which dialects' operations. */
  defer(interfaces: NonNullable<ExtensionContents['interfaces']>, part: DeferredExtension): void {
    for (const [id, dialects] of Object.entries(interfaces)) {
      let byDialect = this.#deferred.get(id);
      if (byDialect === undefined)
        this.#deferred.set(id, (byDialect = new Map<string, DeferredExtension[]>()));
      for (const dialect of dialects) {
        const parts = byDialect.get(dialect);
        if (parts === undefined) byDialect.set(dialect, [part]);
        else parts.push(part);
      }
    }
  }

  get(id: string, definition: OpDefinition): InterfaceImplementation | undefined {
    const found = this.#loaded.get(id)?.get(definition);
    if (found !== undefined || this.#deferred.size === 0) return found;
    const byDialect = this.#deferred.get(id);
    const parts = byDialect?.get(definition.dialect);
    if (byDialect === undefined || parts === undefined) return undefined;
    byDialect.delete(definition.dialect);
    if (byDialect.size === 0) this.#deferred.delete(id);
    parts.forEach(this.#load);
    return this.#loaded.get(id)?.get(definition);
  }
}
