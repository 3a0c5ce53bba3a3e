import type { Command } from './command/command.ts';
import { hasPlayground } from './play/playground-page.ts';

/** The headings of `shardform --help`: the purposes that commands serve. */
export type CommandGroup = 'Understand' | 'Check' | 'Decide' | 'Run' | 'Tenstorrent' | 'For tool authors';

/** A command that is loaded when it is run. */
export interface CommandEntry {
  /** The heading under which it is listed. */
  readonly group: CommandGroup;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every command by its name, in the order of `shardform --help`. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  study: {
    group: 'Understand',
    summary:
      'describe a program on one page: shardings, communication, time, memory, and what would be faster',
    load: async () => (await import('./study/study-command.ts')).studyCommand,
  },
  explain: {
    group: 'Understand',
    summary: 'explain why a value has its sharding, and its cost',
    load: async () => (await import('./explain/explain.ts')).explain,
  },
  show: {
    group: 'Understand',
    summary: 'draw which device holds which shard of a value',
    load: async () => (await import('./show/show.ts')).show,
  },
  partition: {
    group: 'Understand',
    summary: 'partition a program and report its collectives',
    load: async () => (await import('./partition/partition-command.ts')).partitionCommand,
  },
  compiled: {
    group: 'Understand',
    summary: 'explain the collectives of the program that XLA has compiled',
    load: async () => (await import('./compiled/compiled-command.ts')).compiledCommand,
  },
  profile: {
    group: 'Understand',
    summary: 'put the profile of a real run beside its prediction, by line',
    load: async () => (await import('./profile/profile-command.ts')).profileCommand,
  },
  sim: {
    group: 'Understand',
    summary: 'estimate the time and memory that a program takes on a machine',
    load: async () => (await import('./sim/sim.ts')).sim,
  },
  report: {
    group: 'Understand',
    summary: 'write one page about a program: problems, shardings, collectives and why',
    load: async () => (await import('./report/report.ts')).report,
  },
  play: {
    group: 'Understand',
    get summary() {
      const where = hasPlayground()
        ? ', in the browser'
        : ': the npm package has its page, this one does not';
      return `open a program in the playground${where}`;
    },
    load: async () => (await import('./play/play.ts')).play,
  },
  export: {
    group: 'Understand',
    summary: 'write a program for Model Explorer or Perfetto',
    load: async () => (await import('./export/export.ts')).exportCommand,
  },
  demo: {
    group: 'Understand',
    summary: 'write an example and the commands to try on it',
    load: async () => (await import('./demo/demo.ts')).demo,
  },
  check: {
    group: 'Check',
    summary: 'compare a program with a budget of collectives, memory and time',
    load: async () => (await import('./check/check-command.ts')).checkCommand,
  },
  compare: {
    group: 'Check',
    summary: 'compare the cost of two programs, or of two shardings of one',
    load: async () => (await import('./partition/compare-command.ts')).compareCommand,
  },
  plan: {
    group: 'Decide',
    summary: 'choose the shardings with which a step takes the least time',
    load: async () => (await import('./plan/plan-command.ts')).planCommand,
  },
  dist: {
    group: 'Decide',
    summary: 'simulate distributed programs and search for the fastest strategy',
    load: async () => (await import('./distribution/dist.ts')).dist,
  },
  machines: {
    group: 'Decide',
    summary: 'list the machines that can be named, or describe one as JSON',
    load: async () => (await import('./machines/machines-command.ts')).machinesCommand,
  },
  calibrate: {
    group: 'Decide',
    summary: 'measure the cost of computing, for simulations',
    load: async () => (await import('./distribution/calibrate.ts')).calibrateCommand,
  },
  run: {
    group: 'Run',
    summary: 'execute a program on simulated devices and check the numbers',
    load: async () => (await import('./run/run.ts')).run,
  },
  bundle: {
    group: 'Run',
    summary: 'write a folder that runs a program on real devices, also of a cluster',
    load: async () => (await import('./bundle/bundle-command.ts')).bundleCommand,
  },
  tt: {
    group: 'Tenstorrent',
    summary: 'lower a program to TTIR and TTNN, and execute every stage',
    load: async () => (await import('./tt/tt.ts')).tt,
  },
  opt: {
    group: 'For tool authors',
    summary: 'run passes on a module and print it',
    load: async () => (await import('./opt/opt-command.ts')).optCommand,
  },
  translate: {
    group: 'For tool authors',
    summary: 'write and read portable artifacts of StableHLO, and interpret programs',
    load: async () => (await import('./translate/translate.ts')).translateCommand,
  },
  reduce: {
    group: 'For tool authors',
    summary: 'reduce a program that shows a problem',
    load: async () => (await import('./reduce/reduce.ts')).reduce,
  },
  new: {
    group: 'For tool authors',
    summary: 'write a package with a pass or a dialect of your own',
    load: async () => (await import('./new/new.ts')).newPackage,
  },
  lsp: {
    group: 'For tool authors',
    summary: 'serve an editor by the Language Server Protocol',
    load: async () => (await import('./lsp/lsp.ts')).lsp,
  },
  mcp: {
    group: 'For tool authors',
    summary: 'serve agents by the Model Context Protocol',
    load: async () => (await import('./mcp/mcp.ts')).mcp,
  },
  serve: {
    group: 'For tool authors',
    summary: 'serve the Python package and other programs by JSON-RPC',
    load: async () => (await import('./serve/serve.ts')).serve,
  },
  completion: {
    group: 'For tool authors',
    summary: 'print a script that makes a shell complete commands, flags and passes',
    load: async () => (await import('./completion/completion.ts')).completion,
  },
};
