import { defineCommandGroup } from '../command/command-group.ts';
import { distSearch } from './search.ts';
import { distShow } from './show.ts';
import { distSimulate } from './simulate.ts';
import { distTrain } from '../train/train.ts';

/** `shardform dist`. */
export const dist = defineCommandGroup({
  name: 'dist',
  description: 'Simulates distributed programs, and searches for the fastest way to distribute a model.',
  examples: [
    'shardform dist train run.json',
    'shardform dist search --model mlp-medium --batch 65536 --devices 16',
    'shardform dist show --help',
  ],
  subcommands: [
    { summary: 'simulate a training run of a transformer from its sizes', command: distTrain },
    {
      summary: 'simulate a program or a strategy: time, and memory of each device',
      command: distSimulate,
    },
    { summary: 'find the fastest strategy that fits into memory', command: distSearch },
    { summary: 'draw what each device does when', command: distShow },
  ],
  notes: "Programs are made from others by passes of 'shardform opt' whose names begin with 'dist-'.",
});
