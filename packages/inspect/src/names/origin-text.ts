import type { CallOp } from '@shardform/dialect-func';
import { bytesText, type FileLineColLoc, oneLine, type Operation } from '@shardform/ir-core';
import { scopeOf } from './location-names.ts';
import { isInBackwardPass, isRecomputed, nameTitles } from './name-scopes.ts';
import { operationKind } from './operation-tags.ts';
import { isOfUser, writtenPositionOf } from './source-place.ts';
import type { LoopNoun, ValueOrigin } from './value-origin.ts';

/** The name of a value in the words of the user's program. */
export interface ValueName {
  /** `params['layers']['wg'], layer i of 32`, `saved for backward: silu, model.py:36`. */
  readonly text: string;
  /** The values of iterations that a stack of them consists of; `null` for one value. */
  readonly parts: { readonly count: number; readonly noun: LoopNoun } | null;
}

/** Returns a name with the parts of its value. @param bytes of the value, for the size of a part; `null` leaves that out. */
export function nameText({ text, parts }: ValueName, bytes: number | null = null): string {
  if (parts === null) return text;
  const size = bytes === null ? '' : ` × ${bytesText(bytes / parts.count)}`;
  return `${text}, ${counted(parts.count, parts.noun)}${size}`;
}

/**
 * Returns the name of what a value was made by.
 *
 * @param textFile the file of the program's own text, whose lines are no lines of the user's program.
 * @returns `null` where the program says neither a name nor a line.
 */
export function originName(origin: ValueOrigin, textFile: string | null): ValueName | null {
  const named = (of: ValueOrigin, around: (text: string) => string): ValueName | null => {
    const name = originName(of, textFile);
    return name === null ? null : { text: around(nameText(name)), parts: null };
  };
  switch (origin.kind) {
    case 'argument':
      return { text: oneLine(origin.name), parts: null };
    case 'either':
      return named(origin.first, (text) => `${text} and ${origin.others} more`);
    case 'computed': {
      const weights = new Set(origin.weights.flatMap((own) => originName(own, textFile)?.text ?? []));
      const text = computedText(origin.op, origin.calls, [...weights], textFile);
      return text === null ? null : { text, parts: null };
    }
    case 'slice': {
      const name = originName(origin.of, textFile);
      if (name === null) return null;
      return { text: `${name.text}, ${origin.noun} i of ${origin.count}`, parts: null };
    }
    case 'element':
      return named(origin.of, (text) => `${text}[${origin.index}]`);
    case 'converted':
      return named(origin.of, (text) => `${text}, as ${origin.type}`);
    case 'stacked': {
      const { count, noun, isSaved } = origin;
      const name = originName(origin.of, textFile);
      if (name === null) return null;
      const text = nameText(name);
      return { text: isSaved ? savedText(text) : text, parts: { count, noun } };
    }
    case 'summed': {
      const over = origin.count === null ? 'in a loop' : `over ${counted(origin.count, origin.noun)}`;
      return named(origin.of, (text) => `summed ${over}: ${text}`);
    }
    case 'carried':
      return named(origin.of, (text) => `carried: ${text}`);
    case 'counter':
      return { text: 'loop counter', parts: null };
  }
}

/**
 * Returns the name of a value inside of a sentence: the path of an argument, whole or in parts, or the operation that computes it with
 * its line, `mul (model.py:36)`; `null` where the program says neither a name nor a line.
 */
export function briefName(origin: ValueOrigin, textFile: string | null): string | null {
  switch (origin.kind) {
    case 'argument':
      return oneLine(origin.name);
    case 'either':
      return briefName(origin.first, textFile);
    case 'element': {
      const name = briefName(origin.of, textFile);
      return name === null ? null : `${name}[${origin.index}]`;
    }
    case 'computed': {
      const around = [origin.op, ...origin.calls];
      const isNamed = scopeOf(origin.op) !== null || placeText(around, textFile) !== null;
      return isNamed ? operationTitle(origin.op, origin.calls, textFile) : null;
    }
    case 'counter':
      return 'loop counter';
    default:
      return briefName(origin.of, textFile);
  }
}

/**
 * Returns an operation with its line: `dot_general (model.py:14)`; without a line where the program says none.
 *
 * @param calls that it is inside of, the innermost first.
 */
export function operationTitle(op: Operation, calls: readonly CallOp[], textFile: string | null): string {
  const scope = scopeOf(op);
  const name = (scope === null ? [] : nameTitles(scope.split('/').at(-1)!)).at(-1) ?? operationKind(op);
  const place = placeText([op, ...calls], textFile);
  return place === null ? name : `${name} (${place})`;
}

/** Returns the name of a value that is kept until the backward pass uses it. */
export function savedText(text: string): string {
  return text.startsWith(SAVED) ? text : `${SAVED}${text}`;
}

const SAVED = 'saved for backward: ';

function counted(count: number, noun: LoopNoun): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `Encoder/mlp/dot_general with params['w'], backward, model.py:36`. */
function computedText(
  op: Operation,
  calls: readonly CallOp[],
  weights: readonly string[],
  textFile: string | null,
): string | null {
  const scope = scopeOf(op);
  const scopes = [...calls.map(scopeOf).reverse(), scope].filter((own) => own !== null);
  const place = placeText([op, ...calls], textFile);
  if (scope === null && place === null) return null;
  const titles = scopes.flatMap((own) => nameTitles(own));
  // A loop or call of JAX's own is told by its operation.
  if (scope === null || nameTitles(scope.split('/').at(-1)!).length === 0) titles.push(operationKind(op));
  const passes = [
    ...(scopes.some(isInBackwardPass) ? ['backward'] : []),
    ...(scopes.some(isRecomputed) ? ['recomputed'] : []),
  ];
  const path = titles.filter((title, i) => title !== titles[i - 1]).join('/');
  const made = weights.length === 0 ? path : `${path} with ${weights.join(' and ')}`;
  return [made, ...passes, ...(place === null ? [] : [place])].join(', ');
}

/** The innermost line of the user's own files, or else of others. */
function placeText(around: readonly Operation[], textFile: string | null): string | null {
  const positions = around
    .map(({ location }) => writtenPositionOf(location, textFile))
    .filter((position) => position !== null);
  const position: FileLineColLoc | undefined = positions.find(isOfUser) ?? positions[0];
  if (position === undefined) return null;
  return `${oneLine(position.file.replace(/^.*[\\/]/, ''))}:${position.line}`;
}
