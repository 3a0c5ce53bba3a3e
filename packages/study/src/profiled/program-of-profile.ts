import { programEntry } from '@shardform/dialect-func';
import { countText } from '../text/units.ts';
import { oneLine, StringAttr } from '@shardform/ir-core';
import type { Profile, ProfiledProgram } from '@shardform/profile-reader';
import type { Study } from '../study.ts';

/** Programs that a problem lists. */
const MOST_LISTED = 5;

/** Why a profile has no run of a program. */
export interface MissingProgram {
  readonly problem: string;
  /** Names of programs that it has runs of; empty for none. */
  readonly programs: string;
}

/** Returns the name that JAX gives a module, and XLA its compiled form; `null` if unknown. */
export function moduleName({ module }: Study): string | null {
  const name = module.getAttr('sym_name');
  return name instanceof StringAttr ? name.value : (programEntry(module)?.symName.value ?? null);
}

/**
 * Returns the program of a profile that has a name, or why there is none.
 *
 * @param name `null` for the program with the most time.
 * @param isGiven whether somebody has given the name: one that is only expected may differ where the profile has one program.
 */
export function programOfProfile(
  { programs, unnamed, devices }: Profile,
  name: string | null,
  isGiven: boolean,
): ProfiledProgram | MissingProgram {
  const [first] = programs;
  if (first === undefined) {
    const kernels =
      unnamed.length === 0
        ? ''
        : `, of ${countText(unnamed.length, 'kind')} on ${countText(devices.length, 'device')}`;
    return {
      problem: `no event names an operation of HLO${kernels}`,
      programs: '',
    };
  }
  if (name === null) return first;
  const found = programs.find((own) => own.name === name);
  if (found !== undefined) return found;
  // Older programs are called otherwise than their modules.
  if (!isGiven && programs.length === 1) return first;
  const listed = programs.slice(0, MOST_LISTED).map((own) => `'${oneLine(own.name)}'`);
  const more = programs.length > MOST_LISTED ? ` and ${programs.length - MOST_LISTED} more` : '';
  return { problem: `it has no run of '${oneLine(name)}'`, programs: `${listed.join(', ')}${more}` };
}
