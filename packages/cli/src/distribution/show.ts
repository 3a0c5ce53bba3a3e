import { ganttRows, ganttText, kindOf } from '@shardform/runtime-dist';
import { secondsText } from '@shardform/study';
import { FILE } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import { timelineSchema } from './distribution-schemas.ts';
import { simulatedProgram } from './simulated-program.ts';
import { warningLines } from './warning-lines.ts';
import { strategyFlags, workloadFlags } from './workload.ts';

/** Default of `--columns`. */
const COLUMNS = 100;

/** `shardform dist show`. @throws UsageError or ModuleError. */
export const distShow = defineCommand({
  name: 'dist show',
  description: 'Draws the timeline of each device, one line per device.',
  usage: ['FILE.mlir [flags]', '--model NAME --batch N --degrees D/H/P/K [flags]'],
  examples: ['shardform dist show --model mlp-xs --batch 4096 --degrees 1/1/4/8 --schedule 1f1b'],
  flags: {
    ...strategyFlags,
    columns: {
      value: 'N',
      type: 'integer',
      least: 1,
      description: `width of the picture, ${COLUMNS} unless given`,
    },
    ...workloadFlags,
  },
  positionals: [{ ...FILE, optional: true }],
  run([file], flags, input) {
    const simulated = simulatedProgram(file, flags, input);
    return {
      data: { ...simulated, columns: flags.columns ?? COLUMNS },
      messages: warningLines(simulated.warnings),
    };
  },
  text({ name, simulated, program, simulation, isBackward, columns }) {
    const rows = ganttRows(program, simulation, columns, isBackward);
    const about = simulated === null ? '' : `${simulated}\n`;
    return `${name}: ${secondsText(simulation.latency)}\n${about}${ganttText(rows)}`;
  },
  json: {
    name: 'timeline',
    get schema() {
      return timelineSchema;
    },
    of: ({ name, program, simulation }) => ({
      version: 1 as const,
      name,
      latency: simulation.latency,
      events: simulation.events.map(({ op, device, start, duration }) => ({
        device,
        operation: kindOf(program, op),
        start,
        duration,
      })),
    }),
  },
});
