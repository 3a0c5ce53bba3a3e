import { FuncOp } from '@shardform/dialect-func';
import { deviceModules, functionHash, isKind, SystemDescAttr } from '@shardform/dialect-ttcore';
import { type Context, type ModuleOp, printOp } from '@shardform/ir-core';
import type { TableValue } from '../flatbuffers/schema.ts';
import { encodeFile } from '../flatbuffers/encode.ts';
import type { EncodingContext } from '../operations/encoding.ts';
import { type FormatVersion, jaxTtPlugin013 } from '../schema/version.ts';
import { UnwritableValue } from './attribute-value.ts';
import { program, UnwritableOperation } from './program.ts';
import { systemDesc } from './system-desc.ts';
import { ValueRefs } from './value-refs.ts';

/** The identifier of `.ttnn` files. */
export const TTNN_IDENTIFIER = 'TTNN';

/** Kinds of functions that are programs of a file. */
const PROGRAM_KINDS = [
  'forward_device',
  'const_eval',
  'trace_main',
  'trace_capture',
  'trace_execute',
  'trace_run_and_capture',
  'trace_allocate_slots',
];

/**
 * Writes a TTNN module as the file that Tenstorrent's runtime loads.
 *
 * @param context of the module, which knows its resources and the names of its text.
 * @throws UnwritableOperation for what the format has no place for.
 */
export function writeTtnnBinary(
  module: ModuleOp,
  context: Context,
  version: FormatVersion = jaxTtPlugin013,
): Uint8Array {
  return encodeFile(version.schema(), 'TTNNBinary', ttnnBinary(module, context, version), TTNN_IDENTIFIER);
}

/** Returns the contents of the file that {@link writeTtnnBinary} writes. @throws UnwritableOperation */
export function ttnnBinary(
  module: ModuleOp,
  context: Context,
  version: FormatVersion = jaxTtPlugin013,
): TableValue {
  const inner = deviceModules(module)[0] ?? module;
  const system = inner.getAttr('ttcore.system_desc');
  if (!(system instanceof SystemDescAttr))
    throw new UnwritableOperation(
      inner,
      'the module names no system of devices: run the pipeline to TTNN, which registers one',
    );
  const functions = programFunctions(inner);
  const hashes = new Map<FuncOp, string>();
  const encoding: EncodingContext = {
    schema: version.schema(),
    refs: new ValueRefs(version.schema()),
    resources: context.resources,
    programIndex: (func, name) => {
      const index = func === null ? -1 : functions.indexOf(func);
      if (index === -1) throw new UnwritableValue(`'${name}' is no program of the file`);
      return index;
    },
    programHash: (func) => {
      const known = hashes.get(func) ?? functionHash(func);
      hashes.set(func, known);
      return known;
    },
  };
  const debugInfo: TableValue = { mlir_stages: [], golden_info: { golden_map: [] } };
  return {
    version: version.version,
    schema_hash: version.schemaHash,
    ttmlir_git_hash: version.gitHash,
    system_desc: systemDesc(system, version.schema()),
    mlir: { name: 'ttnn', source: printOp(module, context, { debugInfo: true }) },
    programs: functions.map((func) => program(func, encoding, debugInfo)),
  };
}

/** The functions that are programs; those that a caller starts come first. */
function programFunctions(module: ModuleOp): readonly FuncOp[] {
  const all = [...module.body].filter(
    (op): op is FuncOp => op instanceof FuncOp && !op.isDeclaration && isKind(op, ...PROGRAM_KINDS),
  );
  const isForward = (func: FuncOp): boolean => isKind(func, 'forward_device');
  return [...all.filter(isForward), ...all.filter((func) => !isForward(func))];
}
