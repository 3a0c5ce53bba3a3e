import {
  deserializePortableArtifact,
  portableArtifactVersion,
  serializePortableArtifact,
  vhlo,
} from '@shardform/dialect-stablehlo';
import {
  compareDiagnostics,
  type Context,
  formatDiagnostic,
  nestImplicitly,
  printOp,
  runPasses,
  stripDebuginfo,
  verifyOp,
} from '@shardform/ir-core';
import { createContext } from '../context.ts';
import { DiagnosticLog } from '../diagnostic-log.ts';
import { type ModuleSource, moduleSource, parseModuleSource } from '../module-source.ts';
import { readInput, type ToolInput, type ToolResult, writeOutput } from '../tool-io.ts';
import { parseTranslateArguments, type TranslateArguments } from './arguments.ts';

const HELP = `Writes StableHLO programs as portable artifacts, which JAX and later versions of StableHLO read, and reads them.

Usage: shardform translate --serialize [FILE] [--target=X.Y.Z] [--strip-debuginfo] [-o ARTIFACT]
       shardform translate --deserialize [ARTIFACT] [-o FILE]

  shardform translate --serialize step.mlir --target=1.0.0 -o step.mlir.bc
  shardform translate --deserialize step.mlir.bc

  --target=X.Y.Z             the version of StableHLO to write, or 'current'; without it, the newest one that
                             programs of the last twelve weeks read
  --strip-debuginfo          leave locations out
  --allow-other-dialects     keep operations of other dialects, which later versions may not read
  --mlir-print-debuginfo     print locations
  --print-stablehlo-version  tell the version of an artifact before the program
  --verify-diagnostics       compare messages with 'expected-error {{...}}' comments
  -o FILE                    where to write, standard output unless given

Without a file, or for -, standard input is read. The flags are those of stablehlo-translate.
`;

/** `shardform translate`. @throws UsageError */
export function translate(args: readonly string[], input: ToolInput): ToolResult {
  if (args.some((argument) => /^--?h(elp)?$/.test(argument)))
    return { stdout: HELP, stderr: '', exitCode: 0 };
  const given = parseTranslateArguments(args);
  const bytes = readInput(given.file, input);
  const source = moduleSource(given.file, bytes);
  const context = createContext();
  const log = new DiagnosticLog(context, source.text);
  const translated =
    given.translation === 'serialize'
      ? serialize(source, given, context)
      : deserialize(bytes, source.text.name, given, context);
  const stdout = translated ?? '';
  if (given.verifiesDiagnostics) {
    const problems = compareDiagnostics(source.text, log.diagnostics);
    const stderr = problems.map((problem) => formatDiagnostic(problem, [source.text])).join('');
    return { stdout, stderr, exitCode: problems.length === 0 ? 0 : 1 };
  }
  if (translated === null) return { stdout, stderr: log.text(), exitCode: 1 };
  if (given.output === '-') return { stdout, stderr: log.text(), exitCode: 0 };
  writeOutput(given.output, stdout, input);
  return { stdout: '', stderr: log.text(), exitCode: 0 };
}

function serialize(source: ModuleSource, given: TranslateArguments, context: Context): Uint8Array | null {
  const module = parseModuleSource(source, context);
  if (module === null || !verifyOp(module, context)) return null;
  if (given.stripsDebugInfo)
    runPasses(module, nestImplicitly(module.name, [stripDebuginfo.create()]), context, { verify: false });
  return serializePortableArtifact(module, context, {
    allowOtherDialects: given.allowsOtherDialects,
    ...(given.target === null ? {} : { target: given.target }),
  });
}

function deserialize(
  bytes: Uint8Array,
  name: string,
  given: TranslateArguments,
  context: Context,
): string | null {
  const module = deserializePortableArtifact(bytes, context, name);
  if (module === null) return null;
  const heading = given.printsVersion ? versionLine(bytes) : '';
  return heading + printOp(module, context, { debugInfo: given.printsLocations });
}

function versionLine(bytes: Uint8Array): string {
  const version = portableArtifactVersion(bytes);
  return version === null
    ? '// Failed parsing StableHLO version from portable artifact\n'
    : `// Reading portable artifact with StableHLO version: ${vhlo.versionText(version)}\n`;
}
