import { programEntry } from '@shardform/dialect-func';
import { deviceCount } from '@shardform/inspect';
import { printOp, StringAttr } from '@shardform/ir-core';
import { readHloText, type HloModule } from '@shardform/hlo-module';
import {
  type AttributedCollective,
  attributeCollectives,
  collectiveSums,
  numberedCopy,
  type Study,
  withoutNumbers,
} from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { clusterFlags } from '../engine/cluster-flags.ts';
import { compileByXla } from '../engine/compile-on-xla.ts';
import { pythonOf } from '../engine/python.ts';
import { XLA_TIMEOUT_SECONDS } from '../engine/xla-process.ts';
import { studiedProgram } from '../studied-program.ts';
import { type ToolInput, writeOutput } from '../tool-io.ts';
import { compiledSchema, type CompiledJson } from './compiled-schema.ts';
import { compiledText } from './compiled-text.ts';
import { readCompiled } from './read-compiled.ts';

/** `shardform compiled`. @throws UsageError or ModuleError. */
export const compiledCommand = defineCommand({
  name: 'compiled',
  description: `Reports the collectives of the program that XLA has compiled, and attributes each to its cause: the line of the user's program,
the value that is moved, its sharding before and after, the bytes that each device sends, and why. Without a dump, the
program is compiled by the jax of a Python, for virtual CPU devices.`,
  usage: ['FILE [--python PATH] [-o STEP.hlo] [--json]', 'FILE --hlo DUMP [--json]'],
  examples: [
    'shardform compiled step.mlir',
    'shardform compiled step.mlir -o step.hlo',
    'shardform compiled step.mlir --hlo /tmp/dump',
    'shardform compiled step.mlir --hlo module_0001.jit_step.sm_9.0_gpu_after_optimizations.txt --json',
  ],
  flags: {
    hlo: {
      value: 'DUMP',
      type: 'input',
      description: 'the compiled program: HLO as text or protobuf, or a folder that --xla_dump_to has filled',
    },
    python: clusterFlags.python,
    o: { value: 'OUT', type: 'output', description: 'write the compiled program there, as HLO text' },
  },
  notes: `FILE is the program before partitioning, with locations: jax.jit(f).lower(*args).as_text(debug_info=True). Bytes are those that each
device sends with the algorithm that sends the least in a ring. XLA for CPUs makes no reduce-scatter: an all-reduce of which
each device uses its part is reported as it is.`,
  tool: { name: 'compiled', flags: ['hlo'] },
  run: async ([file], flags, input) => {
    if (flags.hlo !== null) refuseIdleFlags(flags, ['python', 'o'], "beside '--hlo': nothing is compiled");
    const { study } = studiedProgram(file!, input);
    const compiled =
      flags.hlo === null ? await compile(study, flags.python, input) : dumped(study, flags.hlo, input);
    if (flags.o !== null && compiled.text !== null) writeOutput(flags.o, compiled.text, input);
    return { data: answerOf(compiled) };
  },
  text: compiledText,
  json: {
    name: 'compiled',
    get schema() {
      return compiledSchema;
    },
    of: (answer) => answer,
  },
});

interface Compiled {
  readonly module: HloModule;
  readonly compiler: string;
  readonly collectives: readonly AttributedCollective[];
  /** As XLA printed it; `null` for a program that was read. */
  readonly text: string | null;
}

async function compile(study: Study, python: string | null, input: ToolInput): Promise<Compiled> {
  const { module: copy, operations } = numberedCopy(study.module);
  const source = printOp(copy, study.context, { debugInfo: true });
  const { version, text } = await compileByXla(source, deviceCount(study.module), {
    python: pythonOf(python, process.env),
    timeoutSeconds: XLA_TIMEOUT_SECONDS,
    ownsProcess: input.program !== undefined,
  });
  const module = readHloText(text);
  const collectives = attributeCollectives(module, study, operations);
  return { module, compiler: `jaxlib ${version} for CPUs`, collectives, text: withoutNumbers(text) };
}

function dumped(study: Study, dump: string, input: ToolInput): Compiled {
  const { file, module } = readCompiled(dump, moduleName(study), input);
  return { module, compiler: file, collectives: attributeCollectives(module, study), text: null };
}

/** The name that JAX gives a module, and XLA the files of its dump. */
function moduleName({ module }: Study): string | null {
  const name = module.getAttr('sym_name');
  return name instanceof StringAttr ? name.value : (programEntry(module)?.symName.value ?? null);
}

function answerOf({ module, compiler, collectives }: Compiled): CompiledJson {
  const causes: Record<string, number> = {};
  for (const { moved } of collectives)
    for (const { cause } of moved) causes[cause.kind] = (causes[cause.kind] ?? 0) + 1;
  return {
    version: 1,
    program: module.name,
    compiler,
    devices: Math.max(module.numPartitions, module.replicaCount),
    collectives: collectives.map((own) => ({
      instruction: own.instruction.name,
      line: own.instruction.line,
      kind: own.kind,
      axes: [...own.axes],
      groupSize: own.groupSize,
      type: own.type,
      bytes: own.bytes,
      executions: own.executions,
      executionsMeaning: own.executionsMeaning,
      place: own.place,
      operation: own.name,
      moved: own.moved.map(({ userName, cause, ...array }) => ({
        ...array,
        name: userName,
        cause: { ...cause },
      })),
      decisions: own.decisions.map((decision) => ({ ...decision })),
    })),
    totals: collectiveSums(collectives),
    causes,
  };
}
