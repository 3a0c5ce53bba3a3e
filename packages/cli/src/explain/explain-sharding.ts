import { explainOpSharding, OpShardingError, parseOpSharding } from '@shardform/passes-sharding';
import { UsageError } from '../tool-io.ts';

/** `shardform explain --sharding`: what a text of `mhlo.sharding` means. @throws UsageError */
export function explainSharding(text: string, shape: string | null, files: readonly string[]): string {
  if (files.length > 0) throw new UsageError('--sharding explains a text; no file is read');
  return explainOpSharding(parsed(text), shape === null ? null : sizesOf(shape));
}

function parsed(text: string): ReturnType<typeof parseOpSharding> {
  try {
    return parseOpSharding(text);
  } catch (error) {
    if (!(error instanceof OpShardingError)) throw error;
    throw new UsageError(`--sharding: ${error.message}\n  ${text}\n  ${' '.repeat(error.offset)}^`);
  }
}

function sizesOf(shape: string): number[] {
  if (!/^\d+(x\d+)*$/.test(shape))
    throw new UsageError(`--shape: expected sizes such as 128x64, got '${shape}'`);
  return shape.split('x').map(Number);
}
