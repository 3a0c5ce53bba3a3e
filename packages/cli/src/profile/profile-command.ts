import { profileReport } from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { hloFlag } from '../compiled/hlo-flag.ts';
import { clusterFlags } from '../engine/cluster-flags.ts';
import { machineFlagFor } from '../sim/machine-flag.ts';
import { UsageError } from '../tool-io.ts';
import { profileSchema } from './profile-schema.ts';
import { profileText } from './profile-text.ts';
import { profiledInput } from './profiled-program.ts';
import { readProfile } from './read-profile.ts';

/** `shardform profile`. @throws UsageError or ModuleError */
export const profileCommand = defineCommand({
  name: 'profile',
  description: `Reads the profile of a real run, and puts what was measured beside what is predicted: by line, value or operation, with the
communication that is exposed and hidden, idle time and its reasons, and devices that hold up others.`,
  usage: [
    'PROFILE [--program FILE] [--hlo DUMP] [--machine MACHINE] [--by line|value|operation] [--all] [--json]',
  ],
  examples: [
    'shardform profile /tmp/trace',
    'shardform profile /tmp/trace --program step.mlir --machine h100:1x8',
    'shardform profile vm.trace.json.gz --hlo /tmp/dump --by operation --all',
    'shardform profile vm.xplane.pb --json',
  ],
  flags: {
    program: {
      value: 'FILE',
      type: 'input',
      description: 'the program before partitioning, which tells values and axes',
    },
    hlo: hloFlag,
    machine: machineFlagFor('the machine that the run is predicted for'),
    module: {
      value: 'NAME',
      description: 'the program of the profile; the one with the most time unless given',
    },
    by: {
      value: 'ROW',
      choices: ['line', 'value', 'operation'],
      description: 'what rows are: lines unless given; values need --program',
    },
    all: { description: 'show all rows of each table, not the first 10' },
    python: clusterFlags.python,
  },
  positionals: [{ name: 'PROFILE', description: 'a profile: a file, or the folder of a run' }],
  notes: `PROFILE is what jax.profiler.trace has written: '*.xplane.pb' or '*.trace.json.gz', the folder of a run with a file for each host, or the
folder with 'plugins/profile', of which the newest run is read. Other Chrome traces are read as far as their events name operations of
HLO. The compiled program is that of --hlo, that of the profile, or what the jax of a Python compiles of --program.
A step takes the median over steps; an operation the median over steps and devices, without the operations that it calls. Waiting is
the part of a collective that is longer than on the device of its group that comes last.`,
  async run([path], flags, input) {
    if (flags.program === null) refuseIdleFlags(flags, ['python'], "without '--program'");
    if (flags.by === 'value' && flags.program === null)
      throw new UsageError("'--by value' needs '--program': a compiled program has no values of the user's");
    const { profile, files, run } = await readProfile(path!, input);
    const { program, source, machine, compiledBy } = await profiledInput(
      { profile, name: path! },
      flags,
      input,
    );
    const report = profileReport(profile, program, source, machine);
    return {
      data: {
        profile: { version: 1 as const, files, run, compiledBy, ...report },
        by: flags.by ?? 'line',
        all: flags.all,
      },
    };
  },
  text: profileText,
  json: {
    name: 'profile',
    get schema() {
      return profileSchema;
    },
    of: ({ profile }) => profile,
  },
});
