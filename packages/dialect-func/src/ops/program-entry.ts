import { type ModuleOp, type Operation, positionOf } from '@shardform/ir-core';
import { FuncOp } from './func-op.ts';

/** As many functions are named in a message. */
const MOST_NAMED = 6;

/**
 * Returns the function that a program starts with: the one named; without a name `@main`, or else the only public
 * function with a body, or the only one at all. `null` where several could be meant; {@link entryProblem} tells them.
 */
export function programEntry(module: ModuleOp, name: string | null = null): FuncOp | null {
  const functions = functionsOf(module);
  const named = functions.find((func) => func.symName.value === (name ?? 'main'));
  if (named !== undefined || name !== null) return named ?? null;
  const defined = functions.filter((func) => !func.isDeclaration);
  const visible = defined.filter((func) => func.isPublic);
  if (visible.length === 1) return visible[0]!;
  if (defined.length === 1) return defined[0]!;
  return functions.length === 1 ? functions[0]! : null;
}

/** Why {@link programEntry} finds nothing: which functions there are, and what to do; and the operation to blame. */
export function entryProblem(
  module: ModuleOp,
  name: string | null = null,
): { readonly op: Operation; readonly message: string } {
  // Passes put functions into another order than the program's.
  const functions = functionsOf(module)
    .filter((func) => !func.isDeclaration)
    .sort((a, b) => lineOf(a) - lineOf(b));
  const message = `module must have entry func with name ${name ?? 'main'}`;
  if (functions.length === 0) {
    const inside: FuncOp[] = [];
    module.walkOf(FuncOp, (func) => {
      if (!func.isDeclaration) inside.push(func);
    });
    const [inner] = inside;
    return inner === undefined
      ? { op: module, message: `${message}; it has no function with a body: expected a func.func` }
      : {
          op: inner,
          message: `${message}; its functions stand in a module inside of it, as those of a device's program do: take the program that it was made from`,
        };
  }
  const names = functions.slice(0, MOST_NAMED).map((func) => `@${func.symName.value}`);
  const more = functions.length > MOST_NAMED ? ` and ${functions.length - MOST_NAMED} more` : '';
  return {
    op: functions[0]!,
    message: `${message}; it has ${names.join(', ')}${more}: rename the one to start with, or make the others private`,
  };
}

function lineOf(func: FuncOp): number {
  return positionOf(func.location)?.line ?? 0;
}

function functionsOf(module: ModuleOp): FuncOp[] {
  return [...module.body].filter((op: Operation): op is FuncOp => op instanceof FuncOp);
}
