import type { DeferredExtension } from './deferred-extension.ts';

/**
 * What the extensions of a context provide of one kind, by name. Asking for a name loads the deferred extensions that may
 * provide it; asking for everything loads all that provide something of the kind.
 */
export class Registry<T> implements ReadonlyMap<string, T> {
  readonly #kind: string;
  readonly #nameOf: (item: T) => string;
  readonly #keyOf: (name: string) => string;
  readonly #load: (part: DeferredExtension) => void;
  readonly #items = new Map<string, T>();
  readonly #deferred = new Map<string, DeferredExtension[]>();

  /**
   * @param kind for messages: "op".
   * @param keyOf what a deferred extension says of a name: itself, or its dialect.
   * @param load adds what an extension provides.
   */
  constructor(
    kind: string,
    nameOf: (item: T) => string,
    keyOf: (name: string) => string,
    load: (part: DeferredExtension) => void,
  ) {
    this.#kind = kind;
    this.#nameOf = nameOf;
    this.#keyOf = keyOf;
    this.#load = load;
  }

  /** @throws when a name is taken. */
  add(items: readonly T[], provider: string): void {
    for (const item of items) {
      const name = this.#nameOf(item);
      if (this.#items.has(name))
        throw new Error(`${this.#kind} '${name}' is provided twice (again by ${provider})`);
      this.#items.set(name, item);
    }
  }

  /** Notes which extension to load for which names. */
  defer(keys: readonly string[], part: DeferredExtension): void {
    for (const key of keys) {
      const parts = this.#deferred.get(key);
      if (parts === undefined) this.#deferred.set(key, [part]);
      else parts.push(part);
    }
  }

  get(name: string): T | undefined {
    const item = this.#items.get(name);
    if (item !== undefined || this.#deferred.size === 0) return item;
    const key = this.#keyOf(name);
    const parts = this.#deferred.get(key);
    if (parts === undefined) return undefined;
    this.#deferred.delete(key);
    parts.forEach(this.#load);
    return this.#items.get(name);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  /** The items of extensions that are loaded by now. */
  loaded(): MapIterator<T> {
    return this.#items.values();
  }

  get size(): number {
    return this.#all().size;
  }

  keys(): MapIterator<string> {
    return this.#all().keys();
  }

  values(): MapIterator<T> {
    return this.#all().values();
  }

  entries(): MapIterator<[string, T]> {
    return this.#all().entries();
  }

  [Symbol.iterator](): MapIterator<[string, T]> {
    return this.entries();
  }

  forEach(use: (item: T, name: string, map: ReadonlyMap<string, T>) => void): void {
    this.#all().forEach((item, name) => {
      use(item, name, this);
    });
  }

  #all(): Map<string, T> {
    const parts = [...this.#deferred.values()].flat();
    this.#deferred.clear();
    parts.forEach(this.#load);
    return this.#items;
  }
}
