import { GetDeviceOp } from '@shardform/dialect-ttnn';
import { type ModuleOp, product } from '@shardform/ir-core';
import { STANDARD_INPUT } from './module-source.ts';
import { UsageError } from './tool-io.ts';

/** The stages of the lowering for Tenstorrent, the last first: a program of one may have operations of those before. */
const STAGES = [
  { dialect: 'ttnn', title: 'TTNN', command: ['--profile', 'tells its time and memory'] },
  { dialect: 'ttir', title: 'TTIR', command: ['--golden', 'compares the numbers of its operations'] },
] as const;

/** A program with what its file is. */
interface FileOfProgram {
  readonly module: ModuleOp;
  /** True of a binary for Tenstorrent's runtime. */
  readonly isBinary: boolean;
}

/** Returns whether a program has operations of TTIR or TTNN. */
export function isLowered(module: ModuleOp): boolean {
  return stageOf(module) !== null;
}

/** Refuses a program that was lowered for Tenstorrent, for commands that take the program before. @throws UsageError */
export function refuseLowered(file: string, { module, isBinary }: FileOfProgram): void {
  const stage = stageOf(module);
  if (stage === null) return;
  const what = isBinary
    ? "a binary for Tenstorrent's runtime"
    : `a program in ${stage.title}, lowered for devices of Tenstorrent`;
  const shown = isBinary ? 'lists its operations' : 'draws its tensors';
  const [flag, answer] = stage.command;
  throw new UsageError(
    `${quoted(file)} is ${what}: 'shardform tt ${file} ${flag}' ${answer}, and 'shardform show ${file}' ${shown}; this command takes the program that it was lowered from`,
  );
}

/** Refuses to execute a binary for several devices, each of which has tensors of its own. @throws UsageError */
export function refuseBinaryOfMesh(file: string, { module, isBinary }: FileOfProgram): void {
  if (!isBinary) return;
  module.walkOf(GetDeviceOp, (op) => {
    const shape = op.meshShape?.shape ?? [];
    if (product(shape) > 1)
      throw new UsageError(
        `${quoted(file)} is a binary for Tenstorrent's runtime on a mesh of ${shape.join('x')} devices: 'shardform run' executes the stage that it was written from, 3-ttnn.mlir in the folder of 'shardform tt PROGRAM -o FOLDER', and 'shardform tt ${file} --golden' compares the numbers of its operations`,
      );
  });
}

function quoted(file: string): string {
  return `'${file === '-' ? STANDARD_INPUT : file}'`;
}

function stageOf(module: ModuleOp): (typeof STAGES)[number] | null {
  const dialects = new Set<string>();
  module.walk(({ name }) => void dialects.add(name.slice(0, name.indexOf('.'))));
  return STAGES.find(({ dialect }) => dialects.has(dialect)) ?? null;
}
