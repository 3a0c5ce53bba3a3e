import {
  describeMachine,
  type Machine,
  MachineError,
  machineHint,
  machineOfJson,
  namedMachine,
} from '@shardform/cost-model';
import type { Operation, OptionFailure, PassOption, PassRun } from '@shardform/ir-core';

/**
 * An option of passes that choose by times: the name of a machine, or its JSON in braces; empty where bytes decide. A machine whose
 * links are given pair by pair prints as its name, which does not read back.
 */
export const machineOption: PassOption<Machine | null> = {
  description:
    'Machine whose times decide, and not bytes: a name such as `h100:4x8`, or the description of a machine in JSON.',
  defaultValue: null,
  valueName: 'machine',
  isList: false,
  impliedText: null,
  parse: (text, fail) => (text === '' ? null : machineOf(text, fail)),
  print: (machine) => (machine === null ? '' : textOf(machine)),
};

function machineOf(text: string, fail: OptionFailure): Machine {
  try {
    const named = namedMachine(text);
    if (named !== null) return named;
    return text.startsWith('{')
      ? machineOfJson('machine', JSON.parse(text))
      : fail(`'${text}' is not a machine; ${machineHint(text)}`);
  } catch (error) {
    if (error instanceof MachineError || error instanceof SyntaxError) return fail(error.message);
    throw error;
  }
}

function textOf(machine: Machine): string {
  const description = JSON.stringify(describeMachine(machine));
  const named = namedMachine(machine.name);
  const isNamed = named !== null && JSON.stringify(describeMachine(named)) === description;
  return isNamed || description === 'null' ? machine.name : `{${description}}`;
}

/** Runs what asks for times on a machine; a machine that does not have the devices or links is an error at the operation. */
export function reportMachineErrors(op: Operation, pass: PassRun, run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    pass.context.diagnostics.error(op.location, error.message);
    pass.fail();
  }
}
