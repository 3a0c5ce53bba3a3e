import type { OutputAlias } from '../model/attributes.ts';
import type { ReplicaGroups } from '../model/sharding.ts';
import type { Scanner } from './scanner.ts';
import { readAxes, readIota, readMesh } from './tilings.ts';

/** Reads groups of devices: `{{0,1},{2,3}}`, `[2,4]<=[8]`, `mesh['x'=2,'y'=4] {'x'}`. */
export function readReplicaGroups(scanner: Scanner): ReplicaGroups {
  if (scanner.sees('mesh')) {
    const mesh = readMesh(scanner);
    // Some versions separate the axes by a comma.
    scanner.take(',');
    return { kind: 'mesh', mesh, axes: readAxes(scanner) };
  }
  if (scanner.sees('[')) {
    const dimensions = scanner.list('[', ']', 'sizes of groups', () => scanner.integer('a size'));
    scanner.expect('<=', 'after the sizes of groups');
    return { kind: 'iota', ...readIota(scanner, dimensions) };
  }
  return {
    kind: 'list',
    groups: scanner.list('{', '}', 'groups', () => scanner.integers('devices of a group')),
  };
}

/** Reads `{{0,1},{1,0}}`. */
export function readPairs(scanner: Scanner): [number, number][] {
  return scanner.list('{', '}', 'pairs of devices', () => {
    const start = scanner.position;
    const [source, target, ...more] = scanner.integers('a pair of devices');
    return source === undefined || target === undefined || more.length > 0
      ? scanner.fail('expected a source and a target', start)
      : [source, target];
  });
}

/** Reads `{{0}: (1, {}), {}: (0, {1})}`. */
export function readOutputAliases(scanner: Scanner): OutputAlias[] {
  return scanner.list('{', '}', 'aliases', () => {
    const output = scanner.integers('the index of a result');
    scanner.expect(':', 'after the index of a result');
    scanner.expect('(', 'before an operand');
    const operand = scanner.integer('the number of an operand');
    const operandIndex = scanner.take(',') ? scanner.integers('the index of an operand') : [];
    scanner.expect(')', 'after an operand');
    return { output, operand, operandIndex };
  });
}
