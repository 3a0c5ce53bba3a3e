import type { ArraySharding, AxisRef, Sharding, SubgroupKind } from '../model/sharding.ts';
import type { Metadata } from '../model/metadata.ts';
import type { MetadataReader } from './metadata.ts';
import type { Mutable } from '../mutable.ts';
import type { Scanner } from './scanner.ts';
import { readAxes, readAxis, readDeviceArray, readMesh } from './tilings.ts';

const subgroupKinds: ReadonlySet<string> = new Set<SubgroupKind>(['replicated', 'manual', 'unreduced']);

function isSubgroupKind(word: string): word is SubgroupKind {
  return subgroupKinds.has(word);
}

/** Members of one sharding, in any order. */
interface Members {
  kind?: 'replicated' | 'manual' | 'unreduced' | 'unknown' | 'maximal';
  device?: number;
  tiled?: Mutable<Extract<ArraySharding, { kind: 'tiled' }>>;
  named?: Mutable<Extract<ArraySharding, { kind: 'named' }>>;
  group?: { kind: 'as' | 'like'; id: number };
  metadata?: readonly Metadata[];
}

/** Reads shardings; equal texts give the same object. */
export class ShardingReader {
  readonly #scanner: Scanner;
  readonly #metadata: MetadataReader;
  readonly #known = new Map<string, Sharding>();

  constructor(scanner: Scanner, metadata: MetadataReader) {
    this.#scanner = scanner;
    this.#metadata = metadata;
  }

  /** Reads a sharding in braces. */
  read(): Sharding {
    const scanner = this.#scanner;
    scanner.peek();
    const start = scanner.position;
    const written = scanner.group('a sharding');
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    scanner.position = start;
    const sharding = this.#read();
    this.#known.set(written, sharding);
    return sharding;
  }

  #read(): Sharding {
    const scanner = this.#scanner;
    scanner.expect('{', 'before a sharding');
    if (scanner.sees('{') || scanner.sees('}')) {
      const elements: Sharding[] = [];
      if (!scanner.take('}')) {
        do elements.push(scanner.nested(() => this.#read()));
        while (scanner.take(','));
        scanner.expect('}', 'after shardings of a tuple');
      }
      return { kind: 'tuple', elements };
    }
    const members: Members = {};
    while (!scanner.take('}')) {
      this.#member(members);
      // Named shardings separate members by commas, others by spaces.
      scanner.take(',');
    }
    return this.#made(members);
  }

  #member(members: Members): void {
    const scanner = this.#scanner;
    if (scanner.sees('mesh')) {
      const mesh = readMesh(scanner);
      members.named = { kind: 'named', mesh, dimensions: [] };
      return;
    }
    const { named } = members;
    if (named !== undefined && scanner.sees('[')) {
      named.dimensions = scanner.list('[', ']', 'shardings of dimensions', () => this.#dimension());
      return;
    }
    const start = scanner.position;
    const word = scanner.word('a sharding');
    const hasValue = scanner.take('=');
    switch (word) {
      case 'replicated':
      case 'manual':
      case 'unreduced':
        if (hasValue && named !== undefined) named[word] = readAxes(scanner);
        else members.kind = word;
        return;
      case 'unknown':
      case 'maximal':
        members.kind = word;
        return;
      case 'device':
        members.device = scanner.integer('a device');
        return;
      case 'devices':
        members.tiled = { kind: 'tiled', devices: readDeviceArray(scanner) };
        return;
      case 'last_tile_dim_replicate':
        this.#tiled(members, word).replicatesLastDimension = true;
        return;
      case 'last_tile_dims':
        this.#tiled(members, word).lastDimensions = scanner.list('{', '}', 'kinds of subgroups', () => {
          const kind = scanner.word('a kind of subgroups');
          return isSubgroupKind(kind) ? kind : scanner.fail(`'${kind}' is not a kind of subgroups`);
        });
        return;
      case 'shard_as':
      case 'shard_like':
        members.group = {
          kind: word === 'shard_as' ? 'as' : 'like',
          id: scanner.integer('the number of a group'),
        };
        return;
      case 'metadata':
        members.metadata = this.#origins();
        return;
      default:
        scanner.fail(`'${word}' is not a part of a sharding`, start);
    }
  }

  #tiled(members: Members, word: string): NonNullable<Members['tiled']> {
    return members.tiled ?? this.#scanner.fail(`'${word}' follows 'devices='`);
  }

  /** Reads `{op_name="f"}` or a list of such. */
  #origins(): readonly Metadata[] {
    const scanner = this.#scanner;
    const start = scanner.position;
    scanner.expect('{', 'before metadata');
    const isList = scanner.sees('{');
    scanner.position = start;
    return isList ? scanner.list('{', '}', 'metadata', () => this.#metadata.read()) : [this.#metadata.read()];
  }

  /** Reads `{'x', ?}`. */
  #dimension(): { axes: AxisRef[]; isOpen?: boolean } {
    const scanner = this.#scanner;
    // An open dimension ends with `?`.
    const axes = scanner.list('{', '}', 'axes', () => (scanner.take('?') ? null : readAxis(scanner)));
    return {
      axes: axes.filter((axis): axis is AxisRef => axis !== null),
      ...(axes.includes(null) && { isOpen: true }),
    };
  }

  #made(members: Members): ArraySharding {
    const { kind, device, tiled, named, group, metadata } = members;
    const scanner = this.#scanner;
    const rest = { ...(group !== undefined && { group }), ...(metadata !== undefined && { metadata }) };
    const placed = named ?? tiled;
    if (placed !== undefined) return { ...placed, ...rest };
    // `{maximal device=0}`, or `{device=0}` alone.
    if (device !== undefined) return { kind: 'maximal', device, ...rest };
    if (kind === undefined || kind === 'maximal') return scanner.fail('a sharding without its devices');
    return { kind, ...rest };
  }
}
