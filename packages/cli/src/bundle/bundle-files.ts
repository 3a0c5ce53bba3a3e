import { readFileSync } from 'node:fs';
import { localInputs, type ShardedFunction, type ShardedValue } from '@shardform/inspect';
import { serializePortableArtifact } from '@shardform/dialect-vhlo';
import { type Context, type ModuleOp } from '@shardform/ir-core';
import { arrayTypeOf, type NdArray, writeNpy } from '@shardform/runtime-sim';
import { launcher } from '../engine-runner.ts';
import { numpyName } from '../engine/numpy-name.ts';
import { programForXla } from '../engine/program-for-xla.ts';
import { jsonText } from '../json-text.ts';
import { UsageError } from '../tool-io.ts';
import type { ManifestJson, ShardsJson } from './bundle-schema.ts';

const PROGRAM = 'program.mlir.bc';

/** What a bundle is made of. */
export interface BundleContent {
  /** The program of each device. */
  readonly local: ModuleOp;
  readonly program: ShardedFunction;
  readonly context: Context;
  /** Names of arguments and results; theirs by number where these are `null`. */
  readonly names: Readonly<Record<'inputs' | 'results', readonly (string | null)[]>>;
  /** Whole inputs; `null` where they are for those who run the bundle. */
  readonly inputs: readonly NdArray[] | null;
  /** By device, the results to compare with; `null` for none. */
  readonly expected: readonly (readonly NdArray[])[] | null;
  /** Whether each device's results are kept, replicas, too. */
  readonly keepsReplicas: boolean;
}

/** A file of a bundle: its path with slashes, and what it holds. */
export type BundleFile = readonly [path: string, data: string | Uint8Array];

/**
 * Returns the manifest of a bundle and its files, one after the other; the manifest is the last one, so that a folder with it
 * is whole.
 *
 * @returns `null` with a diagnostic when the program has no portable artifact.
 * @throws UsageError for values without shards.
 */
export function bundleFiles(
  content: BundleContent,
): { readonly manifest: ManifestJson; readonly files: Iterable<BundleFile> } | null {
  const { local, program, context, names, inputs, expected, keepsReplicas } = content;
  const devices = program.deviceCount;
  const manifest: ManifestJson = {
    ...{ version: 1, program: PROGRAM, devices },
    arguments: program.inputs.map((own, i) =>
      shardsOf(own, names.inputs[i] ?? `argument ${i}`, devices, false),
    ),
    results: program.results.map((own, i) =>
      shardsOf(own, names.results[i] ?? `result ${i}`, devices, keepsReplicas),
    ),
    hasInputs: inputs !== null,
    hasExpected: expected !== null,
  };
  const artifact = serializePortableArtifact(programForXla(local, context), context);
  if (artifact === null) return null;
  function* files(): Generator<BundleFile> {
    if (inputs !== null) yield* shardFiles('inputs/arg', manifest.arguments, localInputs(program, inputs));
    if (expected !== null) yield* shardFiles('expected/res', manifest.results, (device) => expected[device]!);
    // `serializePortableArtifact` has not failed.
    yield [PROGRAM, artifact!];
    yield ['launch.py', readFileSync(launcher)];
    yield ['manifest.json', `${jsonText(manifest, 1)}\n`];
  }
  return { manifest, files: files() };
}

function shardsOf(
  { type, layout }: ShardedValue,
  name: string,
  devices: number,
  keepsReplicas: boolean,
): ShardsJson {
  const array = arrayTypeOf(type);
  if (array === null)
    throw new UsageError(`${name} is no tensor of static sizes but '${String(type)}': it has no shards`);
  const offsets = new Map<string, { readonly shard: number; readonly offset: readonly number[] }>();
  const shardOfDevice = Array.from({ length: devices }, (_, device) => {
    const offset = layout.offsets.get(device)!;
    const key = keepsReplicas ? String(device) : offset.join();
    const known = offsets.get(key) ?? { shard: offsets.size, offset };
    offsets.set(key, known);
    return known.shard;
  });
  return {
    name,
    dtype: numpyName(array.kind),
    shape: array.shape,
    localShape: layout.localShape,
    offsets: [...offsets.values()].map(({ offset }) => offset),
    shardOfDevice,
  };
}

/** Each shard once, that of the first device that has it. */
function* shardFiles(
  prefix: string,
  values: readonly ShardsJson[],
  arraysOf: (device: number) => readonly NdArray[],
): Generator<BundleFile> {
  const written = new Set<string>();
  const devices = values[0]?.shardOfDevice.length ?? 0;
  for (let device = 0; device < devices; device++) {
    const arrays = arraysOf(device);
    for (const [i, { shardOfDevice }] of values.entries()) {
      const file = `${prefix}${i}.${shardOfDevice[device]!}.npy`;
      if (written.has(file)) continue;
      written.add(file);
      yield [file, writeNpy(arrays[i]!)];
    }
  }
}
