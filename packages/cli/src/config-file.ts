import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { closestName } from '@shardform/ir-core';
import { flagNames } from './command/flag.ts';
import type { Command } from './command/command.ts';
import { readWholeFile } from './read-file.ts';
import { reasonOf } from './system-error.ts';
import { UsageError } from './tool-io.ts';
import { utf8Text } from './utf8-text.ts';

/** The name of the file that has defaults for a folder and the ones in it. */
export const CONFIG_FILE = 'shardform.config.json';

/** The contents of a configuration file. */
export interface Config {
  /** Its path; empty without a file. */
  readonly file: string;
  /** Paths of ES modules with extensions, absolute. */
  readonly load: readonly string[];
  /** Arguments by the command that they are put in front of. */
  readonly defaults: ReadonlyMap<string, readonly string[]>;
}

/** An empty configuration. */
export const noConfig: Config = { file: '', load: [], defaults: new Map() };

/** Returns the configuration of a folder: its own file or the nearest one above. @throws UsageError */
export function readConfig(folder: string, commands: readonly string[]): Config {
  const file = findConfig(folder);
  return file === null ? noConfig : parseConfig(file, configText(file), commands);
}

function configText(file: string): string {
  try {
    return utf8Text(file, readWholeFile(file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`cannot open '${file}': ${reasonOf(error)}; with --no-config it is not read`);
  }
}

function findConfig(folder: string): string | null {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const file = join(at, CONFIG_FILE);
    if (existsSync(file)) return file;
    if (dirname(at) === at) return null;
  }
}

/** Reads a configuration file. @throws UsageError naming the file and the member that is wrong. */
export function parseConfig(file: string, text: string, commands: readonly string[]): Config {
  const fail = (reason: string): never => {
    throw new UsageError(`'${file}': ${reason}`);
  };
  const config = object(parseJson(text, fail), 'the file', fail);
  checkNames(Object.keys(config), ['$schema', 'load', 'defaults'], 'member', fail);
  const load = config.load ?? [];
  if (!Array.isArray(load) || !load.every((name) => typeof name === 'string'))
    return fail("'load' is not a list of texts");
  const defaults = object(config.defaults ?? {}, "'defaults'", fail);
  // A command of a group follows its name: `dist search`.
  const names = Object.keys(defaults).map((name) => name.split(' ', 1)[0]!);
  checkNames(names, commands, 'command', fail);
  return {
    file,
    load: load.map((name) => modulePath(name, file, fail)),
    defaults: new Map(
      Object.entries(defaults).map(([command, flags]) => [
        command,
        Object.entries(object(flags, `'${command}'`, fail)).flatMap(([flag, value]) =>
          flagArguments(flag, value, fail),
        ),
      ]),
    ),
  };
}

/**
 * Returns the arguments that a configuration puts in front of a command's.
 *
 * @throws UsageError for a flag that the command does not have.
 */
export function configuredDefaults(command: Command, config: Config = noConfig): readonly string[] {
  const defaults = config.defaults.get(command.name) ?? [];
  if (defaults.length === 0) return defaults;
  const known = Object.entries(command.flags).flatMap(([name, flag]) => flagNames(name, flag));
  const names = defaults.map((argument) => /^--([^=]*)/.exec(argument)![1]!);
  checkNames(
    names.filter((name) => !name.startsWith('limit-')),
    known,
    `flag of '${command.name}'`,
    (reason) => {
      throw new UsageError(`'${config.file}': ${reason}`);
    },
  );
  return defaults;
}

type Fail = (reason: string) => never;

function parseJson(text: string, fail: Fail): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Only JSON.parse fails here, with a SyntaxError.
    return fail((error as Error).message);
  }
}

function object(value: unknown, what: string, fail: Fail): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail(`${what} is not an object`);
  // The condition has excluded everything but records.
  return value as Readonly<Record<string, unknown>>;
}

function checkNames(names: readonly string[], known: readonly string[], kind: string, fail: Fail): void {
  for (const name of names) {
    if (known.includes(name)) continue;
    const close = closestName(name, known);
    fail(
      `unknown ${kind} '${name}'${close === null ? `; expected ${known.join(', ')}` : `; did you mean '${close}'?`}`,
    );
  }
}

/** Paths are relative to the file; other names are packages that can be found from there. */
function modulePath(name: string, file: string, fail: Fail): string {
  if (name.startsWith('.') || isAbsolute(name)) return resolve(dirname(file), name);
  try {
    return createRequire(file).resolve(name);
  } catch {
    return fail(`cannot find the package '${name}'`);
  }
}

function flagArguments(flag: string, value: unknown, fail: Fail): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => flagArguments(flag, item, fail));
  if (value === true) return [`--${flag}`];
  if (value === false) return [`--${flag}=false`];
  if (typeof value === 'string' || typeof value === 'number') return [`--${flag}=${value}`];
  return fail(`'${flag}' is no text, number, truth value or list of them`);
}
