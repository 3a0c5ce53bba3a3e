import {
  cloneOp,
  type Context,
  isBytecode,
  ModuleOp,
  nestImplicitly,
  parseModule,
  type PipelineElement,
  readBytecode,
  runPasses,
  SourceText,
  UnknownLoc,
  verifyOp,
  writeBytecode,
} from '@shardform/ir-core';
import { exportedArtifact } from './exported-artifact.ts';
import { stablehloDeserialize } from './extension.ts';
import { stablehloLegalizeToVhlo } from './stablehlo-legalize-to-vhlo.ts';
import {
  bytecodeVersionOf,
  currentVersion,
  parseVersion,
  type Version,
  versionFor,
  versionText,
} from './version.ts';
import { vhloToVersion } from './vhlo-to-version.ts';

/** Options of serialization. */
export interface SerializeOptions {
  /**
   * The version to write, `1.2.3` or `current`. Programs of that version and later ones read the artifact. Without
   * it, the newest version that readers of the last twelve weeks know.
   */
  readonly target?: string;
  /** True if operations of other dialects are kept, in forms that later versions may not read. */
  readonly allowOtherDialects?: boolean;
}

const PRODUCER = 'StableHLO_v';

/**
 * Encodes a StableHLO program so that later versions of StableHLO, also in other programs such as JAX, read it: MLIR
 * bytecode of VHLO (StableHLO, `docs/bytecode.md`).
 *
 * @param module is verified, and stays as it is.
 * @param context has `vhloPasses`; problems are reported to its diagnostics.
 * @returns `null` after an error: what the target version does not have can't be written.
 */
export function serializePortableArtifact(
  module: ModuleOp,
  context: Context,
  { target = versionText(versionFor('WEEK_12')), allowOtherDialects = false }: SerializeOptions = {},
): Uint8Array | null {
  const version = target === 'current' ? versionText(currentVersion) : target;
  const copy = cloneOp(module);
  if (!(copy instanceof ModuleOp)) throw new Error('the copy of a module is a module');
  const succeeded = run(copy, context, [
    stablehloLegalizeToVhlo.create({ 'allow-other-dialects': allowOtherDialects }),
    vhloToVersion.create({ target: version }),
  ]);
  if (!succeeded) return null;
  // The pass before has checked that it is a version.
  const bytecodeVersion = bytecodeVersionOf(parseVersion(version)!);
  return writeBytecode(copy, context, { version: bytecodeVersion, producer: `${PRODUCER}${version}` });
}

/**
 * Reads a portable artifact of any version, alone or in a file that `jax.export` wrote, or text or bytecode of a VHLO
 * or StableHLO program.
 *
 * @param context has `vhloPasses`; problems are reported to its diagnostics.
 * @param sourceName names the artifact in messages.
 * @returns the verified StableHLO program, or `null` after an error.
 */
export function deserializePortableArtifact(
  bytes: Uint8Array,
  context: Context,
  sourceName = '-',
): ModuleOp | null {
  const artifact = exportedArtifact(bytes) ?? bytes;
  const module = isBytecode(artifact)
    ? readBytecode(artifact, context, sourceName)
    : parseModule(SourceText.ofBytes(sourceName, artifact), context);
  if (module === null) {
    const message = `failed to deserialize portable artifact using ${PRODUCER}${versionText(currentVersion)}`;
    context.diagnostics.error(UnknownLoc.instance, message);
    return null;
  }
  if (!run(module, context, stablehloDeserialize.create())) return null;
  return verifyOp(module, context) ? module : null;
}

/** Returns true if a module has operations of VHLO, as one read from a portable artifact has. */
function holdsVhlo(module: ModuleOp): boolean {
  for (const op of module.body) if (op.name.startsWith('vhlo.')) return true;
  return false;
}

/**
 * Makes StableHLO of VHLO of any version in place; other modules stay as they are.
 *
 * @param context has `vhloPasses`; problems are reported to its diagnostics.
 * @returns whether that was possible.
 */
export function upgradeToStablehlo(module: ModuleOp, context: Context): boolean {
  return !holdsVhlo(module) || run(module, context, stablehloDeserialize.create());
}

/**
 * The passes take any operations, and what they make is verified in the end. In between, attributes of other dialects
 * stand on operations and types of VHLO, which those dialects don't know.
 */
function run(module: ModuleOp, context: Context, passes: readonly PipelineElement[]): boolean {
  return runPasses(module, nestImplicitly(module.name, passes), context, { verify: false }).succeeded;
}

/** Returns the version that an artifact says it was written for; `null` for other files. Cost is O(1). */
export function portableArtifactVersion(bytes: Uint8Array): Version | null {
  const artifact = exportedArtifact(bytes) ?? bytes;
  if (!isBytecode(artifact)) return null;
  const head = new TextDecoder('latin1').decode(artifact.subarray(0, 64));
  const start = head.indexOf(PRODUCER);
  const end = head.indexOf('\0', start);
  return start < 0 || end < 0 ? null : parseVersion(head.slice(start + PRODUCER.length, end));
}
