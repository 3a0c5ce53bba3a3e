import { ErrorCodes } from 'vscode-jsonrpc/node';
import { isNestedDeeperThan } from './nesting.ts';

/** Why something is not served: a code of JSON-RPC and a sentence. */
export interface MessageProblem {
  readonly code: number;
  readonly message: string;
}

/** An object of JSON. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Ids that begin so are those of requests that a server makes to itself. */
export const OWN_IDS = 'shardform/';

/** Levels of lists and objects in each other; protocols use about ten. */
const DEEPEST = 200;

/** Why JSON is no message of JSON-RPC 2.0 whose parameters have names, or `null`. */
export function messageProblem(message: unknown): MessageProblem | null {
  if (!isRecord(message)) return invalid('a message is an object');
  if (isNestedDeeperThan(DEEPEST, message))
    return invalid(`lists and objects lie in each other deeper than ${DEEPEST} levels`);
  const { jsonrpc, id, method, params = {} } = message;
  if (jsonrpc !== '2.0') return invalid("'jsonrpc' has to be '2.0'");
  if (method === undefined) {
    if (!('result' in message || 'error' in message)) return invalid("'method' is missing");
    // Libraries take a falsy error for none, and then miss the result.
    const isWhole = isRecord(message.error) ? !('result' in message) : !('error' in message);
    if (!isWhole) return invalid("a response has either a 'result' or an 'error', which is an object");
    return id === null || isId(id) ? null : invalid("'id' is neither text nor a number");
  }
  if (typeof method !== 'string') return invalid("'method' is no text");
  if (id !== undefined && !isId(id)) return invalid("'id' is neither text nor a number");
  if (typeof id === 'string' && id.startsWith(OWN_IDS))
    return invalid(`ids that begin with '${OWN_IDS}' are those of the server`);
  if (isRecord(params)) return null;
  return { code: ErrorCodes.InvalidParams, message: "'params' is no object" };
}

/** Returns the id that a response to a message has: `null` for what has none. */
export function idOf(message: unknown): string | number | null {
  const id = isRecord(message) ? message.id : null;
  return isId(id) ? id : null;
}

/** Returns whether a value of JSON is an object, which lists are not. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isFinite(id);
}

function invalid(message: string): MessageProblem {
  return { code: ErrorCodes.InvalidRequest, message };
}
