import { copyOf } from '@shardform/inspect';
import { type MeshAttr, MeshTable } from '@shardform/dialect-sdy';
import {
  type Context,
  currentBudget,
  limitMessage,
  type ModuleOp,
  parsePipeline,
  runPasses,
} from '@shardform/ir-core';
import { entryFunction } from '@shardform/runtime-sim';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import { UsageError } from '../tool-io.ts';
import type { PassChange } from './lowering-schema.ts';
import { PassChanges } from './pass-changes.ts';

/** The stages of the lowering to the target, in order. */
export const STAGES = ['stablehlo', 'ttir', 'ttnn'] as const;

/** The name of a stage. */
export type StageName = (typeof STAGES)[number];

/** A stage of the lowering to the target. */
export interface Stage {
  readonly name: StageName;
  readonly module: ModuleOp;
  readonly changes: readonly PassChange[];
}

/** What is given beside a program. */
export interface LoweringOptions {
  /** The sizes of the mesh, such as `2x4`, or `null` for the program's own. */
  readonly mesh: string | null;
  /** What the arguments are, `input,parameter`, or `null` for what the program says. */
  readonly argumentTypes: string | null;
  /** The family of chips, or `null` for Wormhole. */
  readonly arch: string | null;
}

/** What the caller says of an argument: what depends on parameters and constants alone is computed once. */
const ARGUMENT_TYPES: readonly string[] = ['input', 'parameter', 'constant', 'default'];

/** What tt-xla does before the pipeline on StableHLO: there are no collectives among groups of one device. */
const FRONT_END = 'sdy-remove-size-one-axes,drop-size-one-mesh-axes';

/** tt-xla's options unless its user requests an optimization level. */
const TTNN_OPTIONS = 'enable-erase-inverse-ops-pass=false enable-permute-matmul-fusion=true';

/**
 * Lowers a copy of a program, stage by stage.
 *
 * @throws UsageError for a mesh that is not the program's; ModuleError when a stage cannot be made.
 */
export function lower(
  { module, context, log }: LoadedModule,
  last: StageName,
  { mesh, argumentTypes, arch }: LoweringOptions,
): readonly Stage[] {
  const options = [
    'merge-mesh-axes=true',
    ...[meshOption(mesh), argumentTypesOption(argumentTypes, module)].filter((own) => own !== ''),
  ];
  checkMesh(module, mesh);
  const pipelines: Readonly<Record<StageName, string>> = {
    stablehlo: `${usesChlo(module) ? 'func.func(chlo-legalize-to-stablehlo),' : ''}${FRONT_END},stablehlo-pipeline{${options.join(' ')}}`,
    ttir: 'stablehlo-to-ttir-pipeline',
    ttnn: `ttir-to-ttnn-backend-pipeline{${TTNN_OPTIONS}${arch === null ? '' : ` mock-system-desc-arch=${arch}`}}`,
  };
  const stages: Stage[] = [];
  let current = copyOf(module);
  for (const name of STAGES.slice(0, STAGES.indexOf(last) + 1)) {
    const changes = runStage(current, pipelines[name], context);
    if (changes === null) throw new ModuleError(log.text(), log.diagnostics);
    stages.push({ name, module: current, changes });
    current = copyOf(current);
  }
  return stages;
}

/** The option that says what arguments are. @throws UsageError for another number of them than the program has. */
function argumentTypesOption(text: string | null, module: ModuleOp): string {
  if (text === null) return '';
  const { symName, functionType } = entryFunction(module);
  const { length } = functionType.inputs;
  const words = text.split(',').map((word) => word.trim());
  const wrong = words.find((word) => !ARGUMENT_TYPES.includes(word));
  if (wrong !== undefined)
    throw new UsageError(`flag '--argument-types' expects ${ARGUMENT_TYPES.join(', ')}, got '${wrong}'`);
  if (words.length !== length)
    throw new UsageError(
      `flag '--argument-types' names ${words.length} argument${words.length === 1 ? '' : 's'}, but @${symName.value} has ${length}: give one word for each`,
    );
  return `argument-types=${symName.value}=${words.join(',')}`;
}

/** The changes of a pipeline's passes; `null` when it failed. */
function runStage(module: ModuleOp, passes: string, context: Context): readonly PassChange[] | null {
  const noted = new PassChanges(module);
  const pipeline = parsePipeline(`builtin.module(${passes})`, context);
  const { succeeded } = runPasses(module, pipeline, context, { instrumentations: [noted] });
  return succeeded ? noted.changes : null;
}

/** TTIR has no counterparts of CHLO's operations. */
function usesChlo(module: ModuleOp): boolean {
  let found = false;
  module.walk(({ name }) => {
    found ||= name.startsWith('chlo.');
  });
  return found;
}

/** @throws UsageError for a mesh of other sizes than the file's, which would be left out of account. */
function checkMesh(module: ModuleOp, text: string | null): void {
  if (text === null) return;
  const meshes = [...new MeshTable(module).entries()].filter(([, mesh]) => mesh.axes.length > 0);
  const sizesOf = (mesh: MeshAttr): string => mesh.axes.map(({ size }) => size).join('x');
  // The target's meshes have two axes: a mesh of one gets a leading axis of size 1.
  const fits = (mesh: MeshAttr): boolean =>
    sizesOf(mesh) === text || (mesh.axes.length === 1 && `1x${sizesOf(mesh)}` === text);
  const other = meshes.find(([, mesh]) => !fits(mesh));
  if (other !== undefined)
    throw new UsageError(
      `flag '--mesh=${text}' does not fit the file: its mesh @${other[0]} is ${sizesOf(other[1])}; leave the flag out`,
    );
}

/** @throws UsageError */
function meshOption(text: string | null): string {
  if (text === null) return '';
  if (!/^[1-9]\d*x[1-9]\d*$/.test(text))
    throw new UsageError(`flag '--mesh' expects the two sizes of a mesh, such as 2x4, got '${text}'`);
  const devices = text.split('x').reduce((product, size) => product * Number(size), 1);
  const most = currentBudget().limits.devices;
  if (devices > most)
    throw new UsageError(limitMessage('devices', `flag '--mesh=${text}' asks for`, devices, most));
  return `mesh-shape=${text.replaceAll('x', ',')}`;
}
