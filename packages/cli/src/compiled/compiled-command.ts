import { type CompiledStudy, collectiveTotals, type Facts, insertedCollective } from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import { clusterFlags } from '../engine/cluster-flags.ts';
import { allFlag } from '../table/length-flags.ts';
import { studiedProgram } from '../studied-program.ts';
import { writeOutput } from '../tool-io.ts';
import { compiledProgram, xlaOptions } from './compiled-program.ts';
import { type CompiledJson, compiledSchema } from './compiled-schema.ts';
import { compiledText } from './compiled-text.ts';
import { hloFlag } from './hlo-flag.ts';
import { linesOf } from './source-lines.ts';
import { type TriedRemedies, tryRemedies } from './remedies.ts';

/** `shardform compiled`. @throws UsageError or ModuleError. */
export const compiledCommand = defineCommand({
  name: 'compiled',
  description: `Reports the collectives of the program that XLA has compiled, and attributes each to its cause: the line of the user's program,
the value that is moved, its sharding before and after, the bytes that each device sends, and why. Without a dump, the
program is compiled by the jax of a Python, for virtual CPU devices.`,
  usage: [
    'FILE [--remedies] [--python PATH] [-o STEP.hlo] [--json]',
    'FILE --hlo DUMP [--remedies [--python PATH]] [-o STEP.hlo] [--json]',
  ],
  examples: [
    'shardform compiled step.mlir',
    'shardform compiled step.mlir --remedies',
    'shardform compiled step.mlir -o step.hlo',
    'shardform compiled step.mlir --hlo /tmp/dump',
    'shardform compiled step.mlir --hlo module_0001.jit_step.sm_9.0_gpu_after_optimizations.txt --json',
  ],
  flags: {
    hlo: hloFlag,
    remedies: {
      description: 'compile the program with small changes, too, and report those with which it sends less',
    },
    python: clusterFlags.python,
    'as-compiled': {
      description: 'report collectives as XLA for CPUs has them, in place of those of accelerators',
    },
    all: allFlag,
    o: { value: 'OUT', type: 'output', description: 'write the compiled program there, as HLO text' },
  },
  notes: `FILE is the program before partitioning, with locations: jax.jit(f).lower(*args).as_text(debug_info=True). Bytes are those that each
device sends with the algorithm that sends the least in a ring. Of a program that was compiled for CPUs, collectives are reported as GPUs and
TPUs execute them: a sum of which each device uses its part is a reduce-scatter, and 16-bit floats are sent as such. With --as-compiled
they are reported as they are.`,
  run: async ([file], flags, input) => {
    if (flags.hlo !== null && !flags.remedies)
      refuseIdleFlags(flags, ['python'], "beside '--hlo': nothing is compiled");
    const { study } = studiedProgram(file!, input);
    const { compiled, text } = await compiledProgram(study, flags, input);
    if (flags.o !== null) writeOutput(flags.o, text(), input);
    const tried = flags.remedies
      ? await tryRemedies(
          compiled,
          { isAsCompiled: flags['as-compiled'] },
          xlaOptions(flags.python, input),
          linesOf(input),
        )
      : null;
    const { facts } = compiled.measured(machineOfProgram(study.module, null, input));
    return { data: { answer: answerOf(compiled, flags['as-compiled'], facts, tried), isAll: flags.all } };
  },
  text: ({ answer, isAll }) => compiledText(answer, isAll),
  json: {
    name: 'compiled',
    get schema() {
      return compiledSchema;
    },
    of: ({ answer }) => answer,
  },
});

function answerOf(
  compiled: CompiledStudy,
  isAsCompiled: boolean,
  facts: Facts,
  tried: TriedRemedies | null,
): CompiledJson {
  const { module, compiler, devices } = compiled;
  const collectives = isAsCompiled ? compiled.collectives : compiled.onAccelerators;
  const causes: Record<string, number> = {};
  for (const { moved } of collectives)
    for (const { cause } of moved) causes[cause.kind] = (causes[cause.kind] ?? 0) + 1;
  return {
    version: 1,
    program: module.name,
    compiler,
    devices,
    executedBy: collectives === compiled.collectives ? 'compiled' : 'accelerators',
    collectives: collectives.map((own) => ({
      instruction: own.instruction.name,
      line: own.instruction.line,
      kind: own.kind,
      axes: [...own.axes],
      groupSize: own.groupSize,
      pattern: own.pattern,
      type: own.type,
      bytes: own.bytes,
      bytesMeaning: own.bytesMeaning,
      executions: own.executions,
      executionsMeaning: own.executionsMeaning,
      place: own.place,
      operation: own.name,
      moved: own.moved.map(({ userName, value, line, operation, from, to, bytes, cause, shardyBytes }) => ({
        ...{ value, line, operation, from, to, bytes, shardyBytes },
        name: userName,
        cause: { ...cause },
      })),
      decisions: own.decisions.map((decision) => ({ ...decision })),
    })),
    totals: collectiveTotals(collectives.map(insertedCollective)),
    facts,
    causes,
    remedies:
      tried === null
        ? null
        : {
            compiled: tried.compiled,
            bytesNow: tried.bytesNow,
            changes: tried.remedies.map(({ edits, bytes, heldBytes, heldBytesNow }) => ({
              ...{ bytes, heldBytes, heldBytesNow },
              edits: edits.map((edit) => ({ ...edit })),
            })),
          },
  };
}
