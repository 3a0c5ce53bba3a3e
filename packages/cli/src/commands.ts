import type { CommandRun } from './command/define-command.ts';
import { asksForJson, withJsonOutput } from './command/json-output.ts';
import { colouredMlir } from './highlight/terminal.ts';
import type { JsonSchemaName } from './json-schema/schemas.ts';

/** A command that is loaded when it is run. */
export interface Command {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<CommandRun>;
  /** The schema of what it prints with `--json`; `null` for a command that serves a client or prints a script. */
  readonly json: JsonSchemaName | null;
}

/** Every command by its name, in the order of `shardform --help`. What it takes is in its own help text. */
export const commands: Readonly<Record<string, Command>> = {
  demo: {
    summary: 'write an example and tell what to do with it',
    json: 'created',
    load: async () => (await import('./demo/demo.ts')).demo,
  },
  opt: {
    summary: 'run passes on a module and print it',
    json: 'output',
    load: async () => {
      const [{ opt }, { extensions }] = await Promise.all([import('./opt/opt.ts'), import('./context.ts')]);
      const run: CommandRun = (args, input) => opt(args, input, [...extensions, ...(input.extensions ?? [])]);
      return withColours(withJsonOutput(run, ['--diagnostics-format=json']));
    },
  },
  show: {
    summary: 'draw which device holds which part of a value',
    json: 'placement',
    load: async () => (await import('./show/show.ts')).show,
  },
  explain: {
    summary: 'tell why a value has its sharding, and what that costs',
    json: 'explanation',
    load: async () => (await import('./explain/explain.ts')).explain,
  },
  partition: {
    summary: 'turn a program into the one that each device runs, and tell what that costs',
    json: 'partitioning',
    load: async () => (await import('./partition/partition-command.ts')).partitionCommand,
  },
  run: {
    summary: 'execute a program on simulated devices and check the numbers',
    json: 'execution',
    load: async () => (await import('./run/run.ts')).run,
  },
  sim: {
    summary: 'tell how long a program takes on a machine, and how much memory',
    json: 'simulated-time',
    load: async () => (await import('./sim/sim.ts')).sim,
  },
  dist: {
    summary: 'simulate distributed programs and search for the fastest strategy',
    json: 'distribution',
    load: async () => (await import('./distribution/dist.ts')).dist,
  },
  calibrate: {
    summary: 'measure what computing costs, for simulations',
    json: 'distribution',
    load: async () => (await import('./distribution/calibrate.ts')).calibrateCommand,
  },
  tt: {
    summary: 'lower a program to TTIR and TTNN, tell what each pass changed, and execute every stage',
    json: 'lowering',
    load: async () => (await import('./tt/tt.ts')).tt,
  },
  translate: {
    summary: 'write and read portable artifacts of StableHLO, and interpret programs',
    json: 'output',
    load: async () => withColours(withJsonOutput((await import('./translate/translate.ts')).translate)),
  },
  play: {
    summary: 'open a program in the playground, in the browser',
    json: null,
    load: async () => (await import('./play/play.ts')).play,
  },
  report: {
    summary: 'write one page about a program: problems, shardings, collectives and why',
    json: 'report',
    load: async () => (await import('./report/report.ts')).report,
  },
  reduce: {
    summary: 'make a program that shows a problem as small as possible',
    json: 'reduction',
    load: async () => (await import('./reduce/reduce.ts')).reduce,
  },
  new: {
    summary: 'write a package with a pass or a dialect of your own',
    json: 'created',
    load: async () => (await import('./new/new.ts')).newPackage,
  },
  lsp: {
    summary: 'serve an editor by the Language Server Protocol',
    json: null,
    load: async () => (await import('./lsp/lsp.ts')).lsp,
  },
  mcp: {
    summary: 'serve agents by the Model Context Protocol',
    json: null,
    load: async () => (await import('./mcp/mcp.ts')).mcp,
  },
  completion: {
    summary: 'print a script that makes a shell complete commands, flags and passes',
    json: null,
    load: async () => (await import('./completion/completion.ts')).completion,
  },
};

/** Colours the program that a command prints, where colours are wanted. */
function withColours(run: CommandRun): CommandRun {
  return async (args, input) => {
    const result = await run(args, input);
    const { stdout, exitCode } = result;
    if (!input.colour || typeof stdout !== 'string' || exitCode !== 0 || asksForOtherText(args))
      return result;
    return { ...result, stdout: colouredMlir(stdout) };
  };
}

function asksForOtherText(args: readonly string[]): boolean {
  return (
    asksForJson(args) || args.some((argument) => /^--?(h|help|list-passes|show-dialects)$/.test(argument))
  );
}
