import { currentBudget, limitMessage, product } from '@shardform/ir-core';
import {
  type LeafOpSharding,
  type OpSharding,
  type OpShardingGroup,
  type SubgroupType,
  tiledOpSharding,
} from './op-sharding.ts';
import { TileAssignment, transposedPositions } from './tile-assignment.ts';

/** The fields between the braces of a non-tuple sharding. */
interface LeafFields {
  kind: 'replicated' | 'manual' | 'unknown' | 'unreduced' | 'maximal' | null;
  device: number | null;
  assignment: TileAssignment | null;
  subgroups: readonly SubgroupType[];
  group: OpShardingGroup | null;
}

/** A text that is no sharding, and where. */
export class OpShardingError extends Error {
  override readonly name = 'OpShardingError';
  /** Offset of the character that is wrong. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const BLANKS = /(?:\s|\/\*.*?\*\/)*/sy;
const WORD = /[a-z_]+/y;
const DIGITS = /\d+/y;
const METADATA = /"(?:[^"\\]|\\.)*"|[{}]|[^"{}]+/sy;

/** The most devices that a text may speak of. */
const MOST_DEVICES = 1 << 24;

/**
 * Reads XLA's text of a sharding, such as `{devices=[2,1,4]<=[8] last_tile_dim_replicate}`, and puts it into normal form.
 *
 * Grammar and messages are those of XLA's HLO parser. It takes some texts that mean nothing, which are errors here:
 * device lists of another length than their shape, or with a device twice, and transpositions that are none.
 *
 * @throws OpShardingError
 */
export function parseOpSharding(text: string): OpSharding {
  const reader = new Reader(text);
  const sharding = reader.sharding();
  reader.expectEnd();
  return sharding;
}

class Reader {
  readonly #text: string;
  #offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** @param depth of the tuples around it. */
  sharding(depth = 0): OpSharding {
    const { nesting } = currentBudget().limits;
    if (depth > nesting) this.#fail(limitMessage('nesting', 'tuples nest', null, nesting));
    this.#expect('{', "expected '{' to start sharding attribute");
    this.#skipBlanks();
    if (!/[{}]/.test(this.#text[this.#offset] ?? '')) return this.#leaf();
    const elements: OpSharding[] = [];
    while (!this.#accept('}')) {
      if (elements.length > 0) this.#expect(',', "expected '}' to end sharding attribute");
      elements.push(this.sharding(depth + 1));
    }
    return { kind: 'tuple', elements };
  }

  expectEnd(): void {
    if (!this.#isAtEnd()) this.#fail('Extra content after sharding');
  }

  /** Parses a sharding after its opening brace, up to the closing one. */
  #leaf(): LeafOpSharding {
    const start = this.#offset;
    const { kind, device, assignment, subgroups, group } = this.#leafFields();
    if (kind === 'maximal') {
      if (device === null || assignment !== null)
        this.#fail('maximal shardings should have exactly one device assigned', start);
      return { kind, device, group };
    }
    if (kind !== null) {
      if (device !== null || assignment?.iota === null)
        this.#fail(`${kind} shardings should not have any devices assigned`, start);
      return { kind, group };
    }
    if (assignment === null)
      this.#fail('non-maximal shardings must have a tile assignment list including dimensions', start);
    if (assignment.iota === null && assignment.devices.length <= 1)
      this.#fail('non-maximal shardings must have more than one device assigned', start);
    if (subgroups.length > assignment.dims.length)
      this.#fail('there are more subgroups than tile assignment dimensions', start);
    return tiledOpSharding(assignment, subgroups, group);
  }

  /** The fields up to the closing brace, in any order; the last of a kind counts. */
  #leafFields(): LeafFields {
    const fields: LeafFields = { kind: null, device: null, assignment: null, subgroups: [], group: null };
    while (!this.#accept('}')) {
      const word = this.#match(WORD);
      switch (word) {
        case 'replicated':
        case 'manual':
        case 'unknown':
        case 'unreduced':
        case 'maximal':
          fields.kind = word;
          break;
        case 'device':
          this.#expect('=', 'unexpected token');
          fields.device = this.#number('device= attribute must be an integer');
          break;
        case 'devices':
          fields.assignment = this.#assignment();
          break;
        case 'last_tile_dim_replicate':
          fields.subgroups = ['replicated'];
          break;
        case 'last_tile_dims':
          fields.subgroups = this.#subgroups();
          break;
        case 'shard_as':
        case 'shard_like':
          fields.group = { kind: word, id: this.#number('unexpected token') };
          break;
        case 'metadata':
          this.#skipMetadata();
          break;
        default:
          this.#fail(this.#isAtEnd() ? "expected '}' to end sharding attribute" : 'unexpected token');
      }
    }
    return fields;
  }

  /** `=[2,4]0,1,2,3,4,5,6,7` or `=[2,4]<=[4,2]T(1,0)`. */
  #assignment(): TileAssignment {
    const start = this.#offset;
    this.#expect('=', 'unexpected token');
    const dims = this.#sizes("expected '[' to start sharding devices shape");
    const count = product(dims);
    const devices = this.#accept('<=') ? this.#iota() : null;
    const list = devices ?? this.#numbers();
    if (list.length === 0) this.#fail('non-maximal shardings must have more than one device assigned', start);
    if (list.length !== count)
      this.#fail(`the tile assignment has ${count} places for ${list.length} devices`, start);
    if (new Set(list).size < list.length) this.#fail('a device is assigned more than once', start);
    return TileAssignment.of(dims, list, devices === null ? 'list' : 'iota');
  }

  #iota(): number[] {
    const reshape = this.#sizes("expected '[' to start sharding iota_reshape_dims");
    const count = product(reshape);
    if (count > MOST_DEVICES) this.#fail(`${count} devices are more than this reads`);
    const start = this.#offset;
    if (!this.#accept('T(')) {
      if (reshape.length > 1) this.#fail("expected 'T(' to start sharding devices iota_transpose_perm");
      return Array.from({ length: count }, (_, i) => i);
    }
    const order = this.#numbers();
    this.#expect(')', 'unexpected token');
    if (order.length !== reshape.length)
      this.#fail(
        `iota_transpose_perm should have the same rank as iota_reshape_dims : expected ${reshape.length}, saw ${order.length}.`,
        start,
      );
    if (order.toSorted((a, b) => a - b).some((position, i) => position !== i))
      this.#fail('iota_transpose_perm should be a permutation', start);
    return transposedPositions(reshape, order);
  }

  #subgroups(): SubgroupType[] {
    this.#expect('=', 'unexpected token');
    this.#expect('{', 'unexpected token');
    const types: SubgroupType[] = [];
    while (!this.#accept('}')) {
      if (types.length > 0) this.#expect(',', 'unexpected token');
      const word = this.#match(WORD);
      if (word !== 'manual' && word !== 'unreduced' && word !== 'replicated') this.#fail('unexpected token');
      types.push(word);
    }
    return types;
  }

  /** Notes of compilers, in braces, which may hold strings and braces. */
  #skipMetadata(): void {
    this.#expect('=', 'unexpected token');
    let depth = 0;
    do {
      const token = this.#match(METADATA);
      if (token === null) this.#fail("expected '}' to end sharding attribute");
      if (token === '{') depth++;
      if (token === '}') depth--;
    } while (depth > 0);
  }

  #sizes(message: string): number[] {
    this.#expect('[', message);
    const start = this.#offset;
    const sizes = this.#numbers();
    this.#expect(']', 'unexpected token');
    if (sizes.length === 0 || sizes.includes(0)) this.#fail('sizes should be at least 1', start);
    return sizes;
  }

  #numbers(): number[] {
    const numbers: number[] = [];
    this.#skipBlanks();
    if (!/\d/.test(this.#text[this.#offset] ?? '')) return numbers;
    do numbers.push(this.#number('unexpected token'));
    while (this.#accept(','));
    return numbers;
  }

  #number(message: string): number {
    const number = Number(this.#match(DIGITS) ?? NaN);
    return Number.isSafeInteger(number) ? number : this.#fail(message);
  }

  // ---- characters

  #skipBlanks(): void {
    BLANKS.lastIndex = this.#offset;
    this.#offset += BLANKS.exec(this.#text)?.[0].length ?? 0;
  }

  #isAtEnd(): boolean {
    this.#skipBlanks();
    return this.#offset === this.#text.length;
  }

  #accept(token: string): boolean {
    this.#skipBlanks();
    if (!this.#text.startsWith(token, this.#offset)) return false;
    this.#offset += token.length;
    return true;
  }

  #expect(token: string, message: string): void {
    if (!this.#accept(token)) this.#fail(message);
  }

  /** @param pattern a sticky one. */
  #match(pattern: RegExp): string | null {
    this.#skipBlanks();
    pattern.lastIndex = this.#offset;
    const found = pattern.exec(this.#text)?.[0] ?? null;
    this.#offset += found?.length ?? 0;
    return found;
  }

  #fail(message: string, offset: number = this.#offset): never {
    throw new OpShardingError(message, offset);
  }
}
