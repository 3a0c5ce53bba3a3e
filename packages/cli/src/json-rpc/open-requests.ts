/** Requests of a client that are not answered yet, by their ids. */
export class OpenRequests {
  /** `1` and `"1"` are one id to libraries that keep requests by name. */
  readonly #ids = new Set<string>();

  /** Takes note of a request; the answer is false when another of the same id waits for its answer. */
  begin(id: string | number): boolean {
    if (this.#ids.has(String(id))) return false;
    this.#ids.add(String(id));
    return true;
  }

  /** Takes note of an answer, or that there will be none. */
  end(id: unknown): void {
    this.#ids.delete(String(id));
  }
}
