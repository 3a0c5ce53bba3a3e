import { parseArgs } from 'node:util';
import { FuncOp } from '@shardform/dialect-func';
import { closestName, type ModuleOp, type Operation, type Value } from '@shardform/ir-core';
import { explainShardings } from '@shardform/passes-sharding';
import { explanationJson, explanationText, NamedValues } from '@shardform/inspect';
import { loadModule, ModuleError } from '../load-module.ts';
import { type ToolInput, type ToolResult, UsageError } from '../tool-io.ts';
import { explainSharding } from './explain-sharding.ts';

const HELP = `Propagates the shardings of a program and tells why values have theirs: the operations and factors that brought
each axis from where the program says it, and what was not taken and why.

Usage: shardform explain FILE [--value NAME] [--function NAME] [--json]
       shardform explain --sharding TEXT [--shape SIZES]

  shardform explain step.mlir --value %12
  shardform explain step.mlir --value '%0#1' --function main --json
  shardform explain --sharding '{devices=[2,1,4]<=[8] last_tile_dim_replicate}' --shape 4x3

  --value NAME     the value, as the file names it; what @main returns unless given
  --function NAME  where several functions have the name
  --json           one object per value, for programs
  --sharding TEXT  tell what a text of mhlo.sharding means, instead of reading a file
  --shape SIZES    of a tensor that has that sharding, such as 128x64
`;

/** `shardform explain`. @throws UsageError or ModuleError. */
export function explain(args: readonly string[], input: ToolInput): ToolResult {
  const { values: flags, positionals } = readArguments(args);
  if (flags.help === true) return { stdout: HELP, stderr: '', exitCode: 0 };
  if (flags.sharding !== undefined) return explainSharding(flags.sharding, flags.shape, positionals);
  const [file] = positionals;
  if (file === undefined) throw new UsageError('expected a file; use - for standard input');
  if (positionals.length > 1)
    throw new UsageError(`too many input files: '${file}' and '${positionals[1]!}'`);
  const names = new NamedValues();
  const { module, context, log } = loadModule(file, input, (name, values) => {
    names.add(name, values);
  });
  const wanted =
    flags.value === undefined ? returned(module) : named(flags.value, flags.function ?? null, names);
  const explainValue = explainShardings(module, context);
  if (explainValue === null) throw new ModuleError(log.text());
  const explanations = wanted
    .flatMap((value) => placesOf(value, module))
    .map((value) => explanationJson(value, explainValue(value), names));
  const stdout =
    flags.json === true
      ? explanations.map((explanation) => `${JSON.stringify(explanation)}\n`).join('')
      : explanations.map(explanationText).join('\n');
  return { stdout, stderr: log.text(), exitCode: 0 };
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        value: { type: 'string' },
        function: { type: 'string' },
        json: { type: 'boolean' },
        sharding: { type: 'string' },
        shape: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function named(name: string, functionName: string | null, names: NamedValues): readonly Value[] {
  const values = names.find(name, functionName);
  if (values.length > 0) return values;
  const close = closestName(name, names.names);
  const place = functionName === null ? '' : ` in @${functionName.replace(/^@/, '')}`;
  throw new UsageError(
    `the file has no value '${name}'${place}${close === null ? '' : `; did you mean '${close}'?`}`,
  );
}

/** What the main function returns, or else all functions. */
function returned(module: ModuleOp): Value[] {
  const functions: FuncOp[] = [];
  for (const op of module.body) if (op instanceof FuncOp && !op.isDeclaration) functions.push(op);
  const main = functions.find((func) => func.symName.value === 'main');
  return (main === undefined ? functions : [main]).flatMap(
    (func) => func.body.blocks.at(-1)?.lastOp?.operandValues() ?? [],
  );
}

/** The value itself, or, where its function was copied into its callers, what stands for it there. */
function placesOf(value: Value, module: ModuleOp): Value[] {
  const { definingOp } = value;
  const holder: Operation | null = definingOp ?? value.parentBlock?.parentOp ?? null;
  if (holder?.isInside(module) === true) return [value];
  const found: Value[] = [];
  if (definingOp === null) return found;
  const index = definingOp.results.findIndex((result) => result === value);
  module.walk((op) => {
    if (op.location === definingOp.location && op.name === definingOp.name && index < op.results.length)
      found.push(op.getResult(Math.max(0, index)));
  });
  return found;
}
