import { isRecord, type JsonRecord } from './message-problem.ts';

/**
 * A validator of JSON values: returns the error, or `null`.
 *
 * @param path the name of the value in messages.
 */
export type Shape = (value: unknown, path: string) => string | null;

/** A string. */
export const text: Shape = (value, path) => (typeof value === 'string' ? null : `'${path}' is no text`);

/** True or false. */
export const flag: Shape = (value, path) =>
  typeof value === 'boolean' ? null : `'${path}' is neither true nor false`;

/** A number without a fraction, of either sign. */
export const integer: Shape = (value, path) => (Number.isInteger(value) ? null : `'${path}' is no integer`);

/** A number. */
export const number: Shape = (value, path) => (typeof value === 'number' ? null : `'${path}' is no number`);

/** A line or character, counted from 0. */
export const index: Shape = (value, path) =>
  Number.isInteger(value) && Number(value) >= 0 ? null : `'${path}' is no integer of at least 0`;

/** The `id` of a JSON-RPC request: a string or a number. */
export const requestId: Shape = (value, path) =>
  typeof value === 'string' || typeof value === 'number' ? null : `'${path}' is neither text nor a number`;

/** May be missing. */
export function optional(shape: Shape): Shape {
  return (value, path) => (value === undefined ? null : shape(value, path));
}

/** May be missing or null. */
export function nullable(shape: Shape): Shape {
  return (value, path) => (value === undefined || value === null ? null : shape(value, path));
}

/** A list whose elements all have a shape; the first mismatch is reported with its index. */
export function list(shape: Shape): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return `'${path}' is no list`;
    for (const [i, element] of value.entries()) {
      const problem = shape(element, `${path}[${i}]`);
      if (problem !== null) return problem;
    }
    return null;
  };
}

/** An object with members; it may have others. */
export function record(members: Readonly<Record<string, Shape>>): Shape {
  const shapes = Object.entries(members);
  return (value, path) => {
    if (!isRecord(value)) return `'${path}' is no object`;
    for (const [name, shape] of shapes) {
      const member = own(value, name);
      const memberPath = `${path}.${name}`;
      const problem = shape(member, memberPath);
      if (problem !== null) return member === undefined ? `'${memberPath}' is missing` : problem;
    }
    return null;
  };
}

function own(value: JsonRecord, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}
