import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { FILE } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import { reasonOf, codeOf } from '../system-error.ts';
import { readInput, UsageError } from '../tool-io.ts';
import { type PlayServer, servePlayground } from './play-server.ts';
import { ELSEWHERE, hasPlayground, playgroundFolder } from './playground-page.ts';

/** `shardform play`. */
export const play = defineCommand({
  name: 'play',
  get description() {
    return `Opens a program in the playground: the compiler as a page of the browser, with diagnostics, pictures and timelines.
${hasPlayground() ? 'The page comes with the command and needs no network.' : `The pip package does not have the page: ${ELSEWHERE}.`}`;
  },
  usage: ['[FILE] [--port N] [--no-open]'],
  examples: ['shardform play step.mlir', 'shardform play --port 8080 --no-open'],
  flags: {
    port: {
      value: 'N',
      type: 'integer',
      least: 0,
      description: 'the port to serve it on; any that is free unless given',
    },
    'no-open': { description: 'print the address only, do not start the browser' },
  },
  notes: 'The server is reachable from this host only, until it is stopped with Ctrl+C.',
  positionals: [{ ...FILE, optional: true }],
  async run([file], flags, input) {
    const port = flags.port ?? 0;
    if (port > 65_535) throw new UsageError(`flag '--port' expects a port below 65536, got '${port}'`);
    const program =
      file === undefined
        ? null
        : { name: file === '-' ? 'program.mlir' : basename(file), bytes: readInput(file, input) };
    const server = await started(() => servePlayground(playgroundFolder(), port, program), port);
    try {
      await printAddress(server.address);
    } catch (error) {
      // The process would stay for it.
      server.close();
      throw error;
    }
    if (process.stdout.isTTY && !flags['no-open']) openBrowser(server.opening);
    // The server goes on until the process is ended.
    return new Promise<never>(() => undefined);
  },
  text: () => '',
});

/** Prints the address, and waits until it is written. @throws UsageError if that fails, such as on a full disk. */
function printAddress(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // Without a listener, an error passed to the callback would end the process, too.
    process.stdout.on('error', () => undefined);
    process.stdout.write(`${address}\n`, (error) => {
      if (error) reject(new UsageError(`cannot write the output: ${reasonOf(error)}`));
      else resolve();
    });
  });
}

/** @throws UsageError for a port that can't be had. */
async function started(serve: () => Promise<PlayServer>, port: number): Promise<PlayServer> {
  try {
    return await serve();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE') throw new UsageError(`port ${port} is in use; give another one with --port`);
    if (code === 'EACCES') throw new UsageError(`port ${port} is not allowed; give one above 1023`);
    throw error;
  }
}

/** Starts the browser that the system opens addresses with; where there is none the address is printed anyway. */
function openBrowser(address: string): void {
  const [command, ...before] =
    process.platform === 'darwin'
      ? ['open']
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '""']
        : ['xdg-open'];
  const child = spawn(command, [...before, address], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
