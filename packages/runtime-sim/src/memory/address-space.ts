/** A part of a memory that is in use. */
export interface Block {
  readonly start: number;
  readonly bytes: number;
  /** Those who use it: runs and pools, each of which counts its own references. */
  users: number;
}

/** A part of a memory that is not in use; neighbours of it are. */
interface Gap {
  readonly start: number;
  readonly bytes: number;
}

/** Blocks begin at multiples of this number of bytes, a line of the cache. */
const alignment = 64;

/** Vector code reads and writes whole vectors, up to this number of bytes beyond the last element. */
const slack = 16;

/** Which addresses of a memory are in use: blocks go to the first gap in which they fit. */
export class AddressSpace {
  /** By address, as the blocks. */
  readonly #gaps: Gap[] = [];
  readonly #blocks: Block[] = [];
  #end: number;

  /** @param start the first address that blocks may have. */
  constructor(start: number) {
    this.#end = Math.ceil(start / alignment) * alignment;
  }

  /** The address behind the last block that there ever was. */
  get end(): number {
    return this.#end;
  }

  /** How many blocks are in use. */
  get blockCount(): number {
    return this.#blocks.length;
  }

  /** @param limit the address that no block may reach. */
  take(size: number, limit: number): Block | null {
    const bytes = Math.ceil((size + slack) / alignment) * alignment;
    const at = this.#gaps.findIndex((gap) => gap.bytes >= bytes);
    const start = at >= 0 ? this.#gaps[at].start : this.#startAtEnd();
    if (at < 0) {
      if (start + bytes > limit) return null;
      if (start < this.#end) this.#gaps.pop();
      this.#end = start + bytes;
    } else {
      const rest = this.#gaps[at].bytes - bytes;
      this.#gaps.splice(at, 1, ...(rest > 0 ? [{ start: start + bytes, bytes: rest }] : []));
    }
    const block: Block = { start, bytes, users: 0 };
    this.#blocks.splice(firstFrom(this.#blocks, start), 0, block);
    return block;
  }

  give(block: Block): void {
    const at = firstFrom(this.#blocks, block.start);
    if (this.#blocks[at] !== block) throw new Error('a block is given back that is not in use');
    this.#blocks.splice(at, 1);
    let { start } = block;
    let end = start + block.bytes;
    const next = firstFrom(this.#gaps, start);
    const before = next > 0 ? this.#gaps[next - 1] : null;
    const joinsBefore = before !== null && before.start + before.bytes === start;
    const joinsNext = next < this.#gaps.length && this.#gaps[next].start === end;
    if (joinsBefore) start = before.start;
    if (joinsNext) end = this.#gaps[next].start + this.#gaps[next].bytes;
    const first = joinsBefore ? next - 1 : next;
    const replaced = (joinsBefore ? 1 : 0) + (joinsNext ? 1 : 0);
    this.#gaps.splice(first, replaced, { start, bytes: end - start });
  }

  /** The block that an address lies in, or `null`. */
  blockAt(address: number): Block | null {
    const after = firstFrom(this.#blocks, address + 1);
    if (after === 0) return null;
    const block = this.#blocks[after - 1];
    return address < block.start + block.bytes ? block : null;
  }

  /** Where a block begins that takes new addresses: in a gap at the end, if there is one. */
  #startAtEnd(): number {
    const last = this.#gaps.at(-1);
    return last !== undefined && last.start + last.bytes === this.#end ? last.start : this.#end;
  }
}

/** The index of the first of parts, which are ordered, that begins at an address or behind it. */
function firstFrom(parts: readonly Gap[], address: number): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle].start < address) low = middle + 1;
    else high = middle;
  }
  return low;
}
