import {
  type Machine,
  MachineError,
  machineOfJson,
  machinePresets,
  namedMachine,
} from '@shardform/cost-model';
import { LimitError } from '@shardform/ir-core';
import type { ReadFile } from './messages.ts';

/**
 * Returns the machine of a name or of a description in JSON; that of the page's default for an unknown name, which another
 * version may have kept.
 *
 * @throws MachineError for an invalid description.
 */
export function givenMachine(text: string): Machine {
  if (text.startsWith('{')) return machineOfJson('the machine', JSON.parse(text));
  return namedMachine(text) ?? machinePresets.t3k!();
}

/** Reads the description of a machine in a file, whose name the machine has if it has none. */
export function readMachine(file: string, text: string): ReadFile {
  try {
    const json: unknown = JSON.parse(text);
    const { name } = machineOfJson(file, json);
    // Descriptions are objects, or refused.
    return { text: JSON.stringify({ ...(json as object), name }), messages: [] };
  } catch (error) {
    if (error instanceof SyntaxError)
      return { text: null, messages: [`'${file}' is not JSON: ${error.message}`] };
    if (error instanceof MachineError || error instanceof LimitError)
      return { text: null, messages: [error.message] };
    throw error;
  }
}
