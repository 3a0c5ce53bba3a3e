import type { FlagValues } from '../command/flag.ts';
import { flagText } from '../command/flag.ts';
import { UsageError } from '../tool-io.ts';

/** Flags for the devices that jax has, of this machine or of a cluster. */
export const clusterFlags = {
  python: { value: 'PATH', description: 'that Python; otherwise SHARDFORM_PYTHON, or python3' },
  platform: { value: 'NAME', choices: ['cpu', 'cuda', 'rocm', 'tpu'], description: 'which of its platforms' },
  coordinator: { value: 'HOST:PORT', description: 'of a cluster: where process 0 listens' },
  'process-id': {
    value: 'I',
    type: 'integer',
    least: 0,
    description: 'which process of the cluster this is',
  },
  'num-processes': { value: 'N', type: 'integer', least: 1, description: 'how many there are' },
} as const;

const CLUSTER = ['coordinator', 'process-id', 'num-processes'] as const;

/** Returns the flags for the engine's programs in Python, which call them the same. @throws UsageError */
export function clusterArguments(flags: Omit<FlagValues<typeof clusterFlags>, 'python'>): string[] {
  const given = CLUSTER.filter((name) => flags[name] !== null);
  if (given.length !== 0 && given.length !== CLUSTER.length)
    throw new UsageError(
      `${CLUSTER.map((name) => `'${flagText(name)}'`)
        .join(', ')
        .replace(/, (?=[^,]*$)/, ' and ')} belong together`,
    );
  const [id, count] = [flags['process-id'], flags['num-processes']];
  if (id !== null && count !== null && id >= count)
    throw new UsageError(`there is no process ${id} of ${count}: they are numbered from 0`);
  return (['platform', ...CLUSTER] as const).flatMap((name) =>
    flags[name] === null ? [] : [`--${name}`, String(flags[name])],
  );
}
