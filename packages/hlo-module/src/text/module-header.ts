import type { BufferDonor, FrontendAttributes, HloModule, InputOutputAlias } from '../model/module.ts';
import { readFrontendAttributes } from './frontend-attributes.ts';
import type { Mutable } from '../mutable.ts';
import type { Scanner } from './scanner.ts';
import type { ShapeReader } from './shapes.ts';

/** What the first line of a module says. */
export type ModuleHeader = Mutable<
  Omit<HloModule, 'entry' | 'computations' | 'stackFrames' | 'bufferAllocations' | 'numPartitions'>
> & {
  /** Null where the text does not say it. */
  numPartitions: number | null;
  readonly others: Map<string, string>;
};

type ReadHeader = (header: ModuleHeader, scanner: Scanner, shapes: ShapeReader) => void;

/** Reads `{ {0}: (0, {}, may-alias) }`. */
function aliases(scanner: Scanner): InputOutputAlias[] {
  return scanner.list('{', '}', 'aliases', () => {
    const output = scanner.integers('the index of a result');
    scanner.expect(':', 'after the index of a result');
    scanner.expect('(', 'before a parameter');
    const parameter = scanner.integer('the number of a parameter');
    const parameterIndex = scanner.take(',') ? scanner.integers('the index of a parameter') : [];
    const kind = scanner.take(',') ? scanner.word('a kind of alias') : 'may-alias';
    if (kind !== 'may-alias' && kind !== 'must-alias') scanner.fail(`'${kind}' is not a kind of alias`);
    scanner.expect(')', 'after a parameter');
    return { output, parameter, parameterIndex, kind };
  });
}

/** Reads `{ (0, {}) }`. */
function donors(scanner: Scanner): BufferDonor[] {
  return scanner.list('{', '}', 'donors', () => {
    scanner.expect('(', 'before a parameter');
    const parameter = scanner.integer('the number of a parameter');
    const parameterIndex = scanner.take(',') ? scanner.integers('the index of a parameter') : [];
    scanner.expect(')', 'after a parameter');
    return { parameter, parameterIndex };
  });
}

/** Reads `{true,false}` or `true`. */
function booleans(scanner: Scanner): boolean[] {
  if (!scanner.sees('{')) return [scanner.boolean('an element')];
  return scanner.list('{', '}', 'booleans', () => scanner.boolean('an element'));
}

const readers: ReadonlyMap<string, ReadHeader> = new Map<string, ReadHeader>([
  ['is_scheduled', (header, scanner) => (header.isScheduled = scanner.boolean('is_scheduled'))],
  ['input_output_alias', (header, scanner) => (header.inputOutputAliases = aliases(scanner))],
  ['buffer_donor', (header, scanner) => (header.bufferDonors = donors(scanner))],
  ['num_partitions', (header, scanner) => (header.numPartitions = scanner.integer('num_partitions'))],
  ['replica_count', (header, scanner) => (header.replicaCount = scanner.integer('replica_count'))],
  ['frontend_attributes', (header, scanner) => (header.frontendAttributes = readFrontendAttributes(scanner))],
  [
    'entry_computation_layout',
    (header, scanner, shapes) => {
      scanner.expect('{', 'before the layout of the entry');
      header.entryLayout = shapes.program();
      scanner.expect('}', 'after the layout of the entry');
    },
  ],
  [
    'allow_spmd_sharding_propagation_to_parameters',
    (header, scanner) => (header.allowSpmdShardingPropagationToParameters = booleans(scanner)),
  ],
  [
    'allow_spmd_sharding_propagation_to_output',
    (header, scanner) => (header.allowSpmdShardingPropagationToOutput = booleans(scanner)),
  ],
]);

const noAttributes: FrontendAttributes = new Map();

/** Reads `HloModule name, attribute=value`; a text without it begins with a computation and has the name given. */
export function readModuleHeader(scanner: Scanner, shapes: ShapeReader, fallback: string): ModuleHeader {
  const header: ModuleHeader = {
    name: fallback,
    isScheduled: false,
    inputOutputAliases: [],
    bufferDonors: [],
    numPartitions: null,
    replicaCount: 1,
    frontendAttributes: noAttributes,
    others: new Map(),
  };
  if (!scanner.sees('HloModule')) return header;
  const start = scanner.position;
  scanner.word('HloModule');
  // A computation of that name.
  if (scanner.sees('{') || scanner.sees('(')) {
    scanner.position = start;
    return header;
  }
  header.name = scanner.name('the name of the module');
  scanner.takeNext(':');
  const seen = new Set<string>();
  while (scanner.take(',')) {
    scanner.peek();
    const at = scanner.position;
    const name = scanner.word('an attribute of the module');
    scanner.expect('=', `after '${name}'`);
    if (seen.has(name)) scanner.fail(`attribute '${name}' stands twice`, at);
    seen.add(name);
    const read = readers.get(name);
    if (read !== undefined) read(header, scanner, shapes);
    else header.others.set(name, scanner.rawValue(`the value of '${name}'`));
  }
  return header;
}
