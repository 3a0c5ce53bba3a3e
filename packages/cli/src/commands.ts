import type { Command } from './command/command.ts';

/** A command that is loaded when it is run. */
export interface CommandEntry {
  /** One line for the list of commands. */
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every command by its name, in the order of `shardform --help`. */
export const commands: Readonly<Record<string, CommandEntry>> = {
  demo: {
    summary: 'write an example and the commands to try on it',
    load: async () => (await import('./demo/demo.ts')).demo,
  },
  opt: {
    summary: 'run passes on a module and print it',
    load: async () => (await import('./opt/opt-command.ts')).optCommand,
  },
  show: {
    summary: 'draw which device holds which shard of a value',
    load: async () => (await import('./show/show.ts')).show,
  },
  explain: {
    summary: 'explain why a value has its sharding, and its cost',
    load: async () => (await import('./explain/explain.ts')).explain,
  },
  partition: {
    summary: 'partition a program and report its collectives',
    load: async () => (await import('./partition/partition-command.ts')).partitionCommand,
  },
  compiled: {
    summary: 'explain the collectives of the program that XLA has compiled',
    load: async () => (await import('./compiled/compiled-command.ts')).compiledCommand,
  },
  profile: {
    summary: 'put the profile of a real run beside its prediction, by line',
    load: async () => (await import('./profile/profile-command.ts')).profileCommand,
  },
  compare: {
    summary: 'compare the cost of two programs, or of two shardings of one',
    load: async () => (await import('./partition/compare-command.ts')).compareCommand,
  },
  check: {
    summary: 'compare a program with a budget of collectives, memory and time',
    load: async () => (await import('./check/check-command.ts')).checkCommand,
  },
  plan: {
    summary: 'choose the shardings with which a step takes the least time',
    load: async () => (await import('./plan/plan-command.ts')).planCommand,
  },
  run: {
    summary: 'execute a program on simulated devices and check the numbers',
    load: async () => (await import('./run/run.ts')).run,
  },
  bundle: {
    summary: 'write a folder that runs a program on real devices, also of a cluster',
    load: async () => (await import('./bundle/bundle-command.ts')).bundleCommand,
  },
  sim: {
    summary: 'estimate the time and memory that a program takes on a machine',
    load: async () => (await import('./sim/sim.ts')).sim,
  },
  dist: {
    summary: 'simulate distributed programs and search for the fastest strategy',
    load: async () => (await import('./distribution/dist.ts')).dist,
  },
  machines: {
    summary: 'list the machines that can be named, or describe one as JSON',
    load: async () => (await import('./machines/machines-command.ts')).machinesCommand,
  },
  calibrate: {
    summary: 'measure the cost of computing, for simulations',
    load: async () => (await import('./distribution/calibrate.ts')).calibrateCommand,
  },
  tt: {
    summary: 'lower a program to TTIR and TTNN, and execute every stage',
    load: async () => (await import('./tt/tt.ts')).tt,
  },
  translate: {
    summary: 'write and read portable artifacts of StableHLO, and interpret programs',
    load: async () => (await import('./translate/translate.ts')).translateCommand,
  },
  play: {
    summary: 'open a program in the playground, in the browser',
    load: async () => (await import('./play/play.ts')).play,
  },
  report: {
    summary: 'write one page about a program: problems, shardings, collectives and why',
    load: async () => (await import('./report/report.ts')).report,
  },
  export: {
    summary: 'write a program for Model Explorer or Perfetto',
    load: async () => (await import('./export/export.ts')).exportCommand,
  },
  reduce: {
    summary: 'reduce a program that shows a problem',
    load: async () => (await import('./reduce/reduce.ts')).reduce,
  },
  new: {
    summary: 'write a package with a pass or a dialect of your own',
    load: async () => (await import('./new/new.ts')).newPackage,
  },
  lsp: {
    summary: 'serve an editor by the Language Server Protocol',
    load: async () => (await import('./lsp/lsp.ts')).lsp,
  },
  mcp: {
    summary: 'serve agents by the Model Context Protocol',
    load: async () => (await import('./mcp/mcp.ts')).mcp,
  },
  serve: {
    summary: 'serve the Python package and other programs by JSON-RPC',
    load: async () => (await import('./serve/serve.ts')).serve,
  },
  completion: {
    summary: 'print a script that makes a shell complete commands, flags and passes',
    load: async () => (await import('./completion/completion.ts')).completion,
  },
};
