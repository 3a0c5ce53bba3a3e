import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Verdict } from './verdict.ts';

/** The reader that ours is compared with: a process that answers lines, replaced when a text ends it. */
export class ReferenceReader {
  readonly #python: string;
  readonly #script: string;
  #process: ChildProcessWithoutNullStreams | null = null;
  #waiting: ((verdict: Verdict) => void)[] = [];

  constructor(python: string, script: string) {
    this.#python = python;
    this.#script = script;
  }

  /** Answers in the order of the questions. */
  read(text: string): Promise<Verdict> {
    const process = (this.#process ??= this.#start());
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      process.stdin.write(`${JSON.stringify(text)}\n`);
    });
  }

  close(): void {
    this.#process?.stdin.end();
    this.#process = null;
  }

  #start(): ChildProcessWithoutNullStreams {
    const started = spawn(this.#python, [this.#script]);
    const stderr: string[] = [];
    started.stderr.on('data', (data: Buffer) => stderr.push(data.toString()));
    started.stdin.on('error', () => undefined);
    createInterface({ input: started.stdout }).on('line', (line) => {
      // The script answers with what the type says.
      this.#waiting.shift()?.(JSON.parse(line) as Verdict);
    });
    started.on('close', (code) => {
      if (this.#process === started) this.#process = null;
      const message = `ended with ${code}: ${stderr.join('').slice(-500)}`;
      for (const resolve of this.#waiting.splice(0))
        resolve({ isAccepted: false, step: 'crash', message, place: null });
    });
    return started;
  }
}
