/** The contents of a resource. */
export interface ResourceBlob {
  /** The alignment in bytes that the data asks for. */
  readonly alignment: number;
  /** Must not be written to. */
  readonly bytes: Uint8Array;
}

/**
 * The resources of the dialects: large data beside the program, which attributes such as
 * `dense_resource<key>` mention by key. A context has one table for all its modules.
 */
export class ResourceTable {
  /** By `dialect/key`; `null` for keys that were only mentioned. */
  readonly #blobs = new Map<string, ResourceBlob | null>();

  /** Takes `key`, or with a number behind it if another module has taken it, and returns what was taken. */
  declare(dialect: string, key: string): string {
    let free = key;
    for (let i = 1; this.#blobs.has(`${dialect}/${free}`); i++) free = `${key}_${i}`;
    this.#blobs.set(`${dialect}/${free}`, null);
    return free;
  }

  set(dialect: string, key: string, blob: ResourceBlob): void {
    this.#blobs.set(`${dialect}/${key}`, blob);
  }

  /** The contents under a key; `null` when there are none. */
  get(dialect: string, key: string): ResourceBlob | null {
    return this.#blobs.get(`${dialect}/${key}`) ?? null;
  }
}
