import { FuncOp } from '@shardform/dialect-func';
import {
  copyOf,
  type ExplanationJson,
  explanationJson,
  explanationText,
  NamedValues,
  partition,
} from '@shardform/inspect';
import type { ModuleOp, Value } from '@shardform/ir-core';
import { explainShardings } from '@shardform/passes-sharding';
import { defineCommand } from '../command/define-command.ts';
import { jsonLine } from '../command/json-output.ts';
import { type LoadedModule, loadModule, ModuleError } from '../load-module.ts';
import { namedValues, placesOf } from '../named-value.ts';
import { ReasonRecorder } from '../partition/reasons.ts';
import { type ToolResult, UsageError } from '../tool-io.ts';
import {
  communicationLines,
  type CommunicationJson,
  communicationOf,
  type Program,
} from './communication.ts';
import { ShardingTrials } from './cheaper-sharding.ts';
import { explainSharding } from './explain-sharding.ts';

/** What `shardform explain --json` prints of a value. */
interface ExplainedValueJson extends ExplanationJson {
  readonly communication: readonly CommunicationJson[];
}

/** `shardform explain`. @throws UsageError or ModuleError. */
export const explain = defineCommand({
  name: 'explain',
  description: `Propagates the shardings of a program and tells why values have theirs: the operations and factors that brought
each axis from where the program says it, and what was not taken and why. Of collectives around a value it tells the
reason, the bytes, and another sharding of an argument that makes devices send less, if there is one.`,
  usage: ['FILE [VALUE] [--function NAME] [--json]', '--sharding TEXT [--shape SIZES]'],
  examples: [
    'shardform explain step.mlir %12',
    "shardform explain step.mlir '%0#1' --function main --json",
    "shardform explain --sharding '{devices=[2,1,4]<=[8] last_tile_dim_replicate}' --shape 4x3",
  ],
  flags: {
    function: { value: 'NAME', description: 'where several functions have a value of the name' },
    sharding: {
      value: 'TEXT',
      description: 'tell what a text of mhlo.sharding means, instead of reading a file',
    },
    shape: { value: 'SIZES', description: 'of a tensor that has that sharding, such as 128x64' },
    json: { description: 'print one JSON object a line for each value' },
  },
  notes: 'VALUE is called as the file calls it; without one, what @main returns is explained.',
  positionals: [0, 2],
  run(positionals, flags, input): ToolResult {
    if (flags.sharding !== null) return explainSharding(flags.sharding, flags.shape, positionals);
    const [file, name] = positionals;
    if (file === undefined) throw new UsageError('expected a file; use - for standard input');
    const names = new NamedValues();
    const offsets = new Map<Value, number>();
    const loaded = loadModule(file, input, (given, values, offset) => {
      names.add(given, values);
      for (const value of values) offsets.set(value, offset);
    });
    const wanted = name === undefined ? returned(loaded.module) : namedValues(name, flags.function, names);
    const explanations = explained(wanted, loaded, names, offsets);
    const stdout = explanations
      .map((explanation) =>
        flags.json
          ? jsonLine(explanation)
          : `${explanationText(explanation)}${communicationLines(explanation.communication)
              .map((line) => `${line}\n`)
              .join('')}`,
      )
      .join(flags.json ? '' : '\n');
    return { stdout, stderr: loaded.log.text(), exitCode: 0 };
  },
});

function explained(
  wanted: readonly Value[],
  { module, context, log, source }: LoadedModule,
  names: NamedValues,
  offsets: ReadonlyMap<Value, number>,
): ExplainedValueJson[] {
  const given = copyOf(module);
  const reasons = new ReasonRecorder(context);
  const { collectives } = partition(module, context, { instrumentations: [reasons] });
  if (collectives === null) throw new ModuleError(log.text(), log.diagnostics);
  const explainValue = explainShardings(module, context);
  if (explainValue === null) throw new ModuleError(log.text(), log.diagnostics);
  const program: Program = {
    ...{ module: given, collectives, reasons, context, names },
    trials: new ShardingTrials(given, context),
    placeOfName(value) {
      const offset = offsets.get(value);
      return offset === undefined ? null : `${source.name}:${source.position(offset).line}`;
    },
  };
  return wanted.flatMap((value) =>
    placesOf(value, module).map((place) => ({
      ...explanationJson(place, explainValue(place), names),
      communication: communicationOf(
        value,
        place.definingOp?.operandValues() ?? [place],
        explainValue,
        program,
      ),
    })),
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
