import type { AxisRef, DeviceArray, IotaTiling, Mesh } from '../model/sharding.ts';
import type { Scanner } from './scanner.ts';

function sizes(scanner: Scanner): number[] {
  return scanner.list('[', ']', 'sizes', () => scanner.integer('a size'));
}

/** Reads `[8]T(1,0)` behind `<=`, for a device array of some dimensions. */
export function readIota(scanner: Scanner, dimensions: readonly number[]): IotaTiling {
  const reshape = sizes(scanner);
  if (!scanner.take('T')) return { dimensions, reshape };
  const permutation = scanner.list('(', ')', 'a permutation', () => scanner.integer('a dimension'));
  return { dimensions, reshape, permutation };
}

/** Reads a device array: `[2,4]<=[8]`, `[2,2]0,1,2,3`. */
export function readDeviceArray(scanner: Scanner): DeviceArray {
  const dimensions = sizes(scanner);
  if (scanner.take('<=')) return { kind: 'iota', ...readIota(scanner, dimensions) };
  const devices: number[] = [];
  do devices.push(scanner.integer('a device'));
  while (scanner.take(','));
  return { kind: 'list', dimensions, devices };
}

function axisName(scanner: Scanner): string {
  const quote = scanner.sees("'") ? "'" : '"';
  scanner.expect(quote, 'before the name of an axis');
  const end = scanner.text.indexOf(quote, scanner.position);
  if (end < 0) scanner.fail('name of an axis without its closing quote');
  const name = scanner.text.slice(scanner.position, end);
  scanner.position = end + 1;
  return name;
}

/** Reads `'x'` or `'x':(2)4`. */
export function readAxis(scanner: Scanner): AxisRef {
  const name = axisName(scanner);
  if (!scanner.take(':')) return { name };
  scanner.expect('(', 'before the product of the more major parts of an axis');
  const preSize = scanner.integer('a size');
  scanner.expect(')', 'after the product of the more major parts of an axis');
  return { name, subAxis: { preSize, size: scanner.integer('a size') } };
}

/** Reads `{'x', 'y'}`. */
export function readAxes(scanner: Scanner): AxisRef[] {
  return scanner.list('{', '}', 'axes', () => readAxis(scanner));
}

/** Reads `mesh['x'=2,'y'=4]`, with `, device_ids=([4,2]T(1,0))` or a list of numbers. */
export function readMesh(scanner: Scanner): Mesh {
  scanner.expect('mesh', 'before a mesh');
  const axes = scanner.list('[', ']', 'axes of a mesh', () => {
    const name = axisName(scanner);
    scanner.expect('=', 'after the name of an axis');
    return { name, size: scanner.integer('the size of an axis') };
  });
  const start = scanner.position;
  if (!scanner.take(',') || !scanner.take('device_ids=')) {
    scanner.position = start;
    return { axes };
  }
  scanner.expect('(', 'before the devices of a mesh');
  if (scanner.sees('[')) {
    const tiling = readIota(
      scanner,
      axes.map(({ size }) => size),
    );
    scanner.expect(')', 'after the devices of a mesh');
    return { axes, devices: { kind: 'iota', ...tiling } };
  }
  const devices: number[] = [];
  do devices.push(scanner.integer('a device'));
  while (scanner.take(','));
  scanner.expect(')', 'after the devices of a mesh');
  return { axes, devices: { kind: 'list', dimensions: axes.map(({ size }) => size), devices } };
}
