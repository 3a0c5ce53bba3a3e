import { scheduleNames } from '@shardform/passes-dist';
import type { ToolInput, ToolResult } from '../tool-io.ts';
import { picture } from './simulate.ts';
import { WORKLOAD_HELP } from './workload.ts';

const HELP = `Draws what each device does when, a line for each device.

Usage: shardform dist show FILE.mlir [flags]
       shardform dist show --model NAME --batch N --degrees D/H/P/K [flags]

  shardform dist show --model mlp-xs --batch 4096 --degrees 1/1/4/8 --schedule 1f1b

  --degrees D/H/P/K  replicas, shards, pipeline stages, microbatches
  --schedule NAME    ${scheduleNames.join(', ')}; pipedream by default
  --chunks N         parts of the model on each device with interleaved-1f1b, 2 by default
  --recompute        stages keep their inputs only
  --columns N        width of the picture, 100 by default
${WORKLOAD_HELP}`;

/** `shardform dist show`. @throws UsageError or ModuleError. */
export function distShow(args: readonly string[], input: ToolInput): ToolResult {
  const stdout = args.includes('--help') || args.includes('-h') ? HELP : picture(args, input);
  return { stdout, stderr: '', exitCode: 0 };
}
