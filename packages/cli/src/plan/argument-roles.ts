import { type FuncOp, programEntry } from '@shardform/dialect-func';
import { argumentName, isPathEnd, namePath } from '@shardform/inspect';
import type { GivenRoles } from '@shardform/passes-planning';
import { countText } from '@shardform/study';
import type { LoadedModule } from '../load-module.ts';
import { UsageError } from '../tool-io.ts';

/** The flags that give arguments a role. */
export interface RoleFlags {
  readonly 'batch-args': readonly string[];
  readonly 'param-args': readonly string[];
}

/**
 * Returns the arguments that flags give a role.
 *
 * @throws UsageError for a name that no argument has, and for an argument with two roles.
 */
export function givenRoles({ module }: LoadedModule, flags: RoleFlags): GivenRoles {
  const func = programEntry(module);
  const matching = (flag: keyof RoleFlags): Set<number> =>
    new Set(
      flags[flag].flatMap((list) => list.split(',').flatMap((name) => argumentsOf(func, name.trim(), flag))),
    );
  const [data, parameters] = [matching('batch-args'), matching('param-args')];
  for (const index of data)
    if (parameters.has(index))
      throw new UsageError(
        `${nameOf(func, index)} is in both '--batch-args' and '--param-args': an argument has one role`,
      );
  return { data, parameters };
}

/** The arguments with a name, below it, or with a path that ends so; `arg3` is a number. */
function argumentsOf(func: FuncOp | null, name: string, flag: string): number[] {
  const count = func?.functionType.inputs.length ?? 0;
  const number = /^%?arg(\d+)$/.exec(name)?.[1];
  const wanted = namePath(name);
  const found = Array.from({ length: count }, (_, index) => index).filter((index) => {
    if (Number(number) === index) return true;
    const path = namePath(argumentName(func!, index) ?? '');
    const isBelow = wanted.length > 0 && wanted.every((step, i) => step === path[i]);
    return isBelow || isPathEnd(wanted, path);
  });
  if (found.length > 0) return found;
  const roots = new Set(Array.from({ length: count }, (_, index) => namePath(nameOf(func, index))[0]!));
  const listed = [...roots].slice(0, MOST_LISTED).join(', ');
  const more = roots.size > MOST_LISTED ? `, and ${countText(roots.size - MOST_LISTED, 'other')}` : '';
  throw new UsageError(`'--${flag}': no argument is called '${name}'; the program has ${listed}${more}`);
}

const MOST_LISTED = 12;

function nameOf(func: FuncOp | null, index: number): string {
  return (func === null ? null : argumentName(func, index)) ?? `arg${index}`;
}
