import { tmpdir } from 'node:os';
import { runTool } from '@shardform/cli';
import { mutateBytes } from '../mutate.ts';
import type { Target } from './target.ts';

/** ONNX models, as `translate --from-onnx` reads them; one of four has several places changed. */
export const onnx: Target = {
  summary: 'ONNX models to the importer',
  inputOf(random, { models, files }) {
    const model = random.pick(models.length === 0 ? files : models);
    const changed = mutateBytes(random, model);
    return random.below(4) === 0 ? mutateBytes(random, changed) : changed;
  },
  async execute(input) {
    const args = ['translate', '--from-onnx', '--limit-time=4', '--limit-memory=64MiB', '-'];
    const { exitCode, stderr, stdout } = await runTool('shardform', args, { stdin: input, cwd: tmpdir() });
    if (/internal error|stopped after 4 s/.test(stderr)) return stderr.slice(0, 500);
    if (exitCode === 0) return stdout.length > 0 ? null : 'a model becomes no program, and nothing is said';
    return exitCode === 1 && stderr.includes('error: ')
      ? null
      : `ends with ${exitCode}: ${stderr.slice(0, 300)}`;
  },
};
