import { type FuncOp, programEntry } from '@shardform/dialect-func';
import type { TensorShardingAttr } from '@shardform/dialect-sdy';
import { argumentName, resultName } from '@shardform/inspect';
import {
  BlockArgument,
  type FileLineColLoc,
  oneLine,
  type Operation,
  positionOf,
  type Value,
} from '@shardform/ir-core';
import { partitionSpec } from '@shardform/passes-planning';
import { givenSharding, type ProgramChange, type Study } from '@shardform/study';

/** A change in the user's terms. */
export interface ChangeText {
  readonly change: string;
  /** `file:line` that is changed; `null` for shardings of arguments and results, which are given where the function is jitted. */
  readonly place: string | null;
  /** The changed line; `null` where the file is not at hand, or the line does not tell the expression. */
  readonly code: string | null;
}

/** Returns the text of a file, by lines; `null` if it can't be read. */
export type SourceLines = (file: string) => readonly string[] | null;

/** Returns a change as the user makes it. */
export function changeText(change: ProgramChange, study: Study, linesOf: SourceLines): ChangeText {
  const func = programEntry(study.module);
  switch (change.kind) {
    case 'arguments': {
      const { args, sharding } = change.move;
      const others = args.length === 1 ? '' : ` and ${args.length - 1} alike`;
      const now = func === null ? null : givenSharding(func, 'arg_attrs', args[0]!);
      const name = argumentOf(func, args[0]!);
      return nowhere(
        `give ${name}${others} the sharding ${partitionSpec(sharding)} instead of ${partitionSpec(now)}`,
      );
    }
    case 'result': {
      const name = func === null ? null : resultName(func, change.index);
      const title = `out_shardings${name === null ? '' : ` of ${name}`}`;
      return nowhere(
        change.sharding === null ? `leave out ${title}` : `${title}=${partitionSpec(change.sharding)}`,
      );
    }
    case 'constraint':
      return at(
        change.op,
        change.sharding === null
          ? 'leave out with_sharding_constraint'
          : `ask for ${partitionSpec(change.sharding)} in with_sharding_constraint`,
      );
    case 'constrain':
      return constraintText(change.value, change.sharding, study, linesOf);
    case 'save':
      return nowhere('keep more: jax.checkpoint(..., policy=jax.checkpoint_policies.everything_saveable)');
  }
}

function nowhere(change: string): ChangeText {
  return { change, place: null, code: null };
}

function at(op: Operation, change: string): ChangeText {
  return { change, place: placeOf(positionOf(op.location)), code: null };
}

function placeOf(position: FileLineColLoc | null): string | null {
  return position === null ? null : `${oneLine(position.file)}:${position.line}`;
}

function argumentOf(func: FuncOp | null, index: number): string {
  return (func === null ? null : argumentName(func, index)) ?? `argument ${index}`;
}

function constraintText(
  value: Value,
  sharding: TensorShardingAttr,
  { names, module }: Study,
  linesOf: SourceLines,
): ChangeText {
  const spec = partitionSpec(sharding);
  const op = value.definingOp;
  const position = op === null ? null : positionOf(op.location);
  if (isNamedArgument(value, programEntry(module))) {
    const name = names.describe(value);
    const code = `${name} = jax.lax.with_sharding_constraint(${name}, ${spec})`;
    return { change: `constrain ${name} to ${spec}`, place: null, code };
  }
  const change = `constrain ${names.briefName(value) ?? names.describe(value)} to ${spec}`;
  const code = op === null || position === null ? null : constrainedLine(op, position, spec, linesOf);
  return { change, place: placeOf(position), code };
}

function isNamedArgument(value: Value, func: FuncOp | null): boolean {
  return (
    value instanceof BlockArgument && value.owner === func?.entry && argumentName(func, value.index) !== null
  );
}

/** The line of an expression that has the value of an operation, with a constraint around it. */
function constrainedLine(
  op: Operation,
  position: FileLineColLoc,
  spec: string,
  linesOf: SourceLines,
): string | null {
  // Python's columns begin with 0.
  const { file, line, column, endLine, endColumn } = position;
  // Within a larger expression, only the last operation has its value.
  const isWhole = op.results.every((result) =>
    result.users().every((user) => positionOf(user.location) !== position),
  );
  const text = isWhole && endLine === line && endColumn > column ? linesOf(file)?.[line - 1] : undefined;
  if (text === undefined || endColumn > text.length) return null;
  const [before, expression, after] = [
    text.slice(0, column),
    text.slice(column, endColumn),
    text.slice(endColumn),
  ];
  return oneLine(`${before}jax.lax.with_sharding_constraint(${expression}, ${spec})${after}`.trim());
}
