import { FuncOp } from '@shardform/dialect-func';
import { partition, readDocument } from '@shardform/inspect';
import type { CodeLens } from 'vscode-languageserver';
import { bytesText, type Context } from '@shardform/ir-core';
import { MeshTable } from '@shardform/dialect-sdy';
import type { CountMeaning } from '@shardform/runtime-sim';
import { collectiveTotals, functionCollectives, meaningText } from '@shardform/study';
import type { DocumentFacts } from './documents.ts';

/** Beyond this length of the text, partitioning takes longer than a person who types waits. */
const LONGEST_TEXT = 300_000;

/** The communication of a function. */
export interface FunctionCommunication {
  readonly count: number;
  /** Number of executions of the collectives when the function runs once. */
  readonly executions: number;
  /** That each device sends. */
  readonly bytes: number;
  /** The meaning of both; see {@link CountMeaning}. */
  readonly meaning: CountMeaning;
}

/** Above each function that has shardings: how many collectives it needs, and what each device sends for them. */
export function collectiveLenses({ document, model, communication }: DocumentFacts): CodeLens[] {
  const lenses: CodeLens[] = [];
  for (const { op, nameOffset } of model.operations) {
    const found = op instanceof FuncOp ? communication.get(op.symName.value) : undefined;
    if (found === undefined) continue;
    const position = document.positionAt(nameOffset);
    // The lens is informational and has no action.
    lenses.push({
      range: { start: position, end: position },
      command: { title: lensText(found), command: '' },
    });
  }
  return lenses;
}

function lensText({ count, executions, bytes, meaning }: FunctionCommunication): string {
  if (count === 0) return 'no collectives';
  const often = executions === count ? '' : `, executed ${executions} times`;
  return `${count} collective${count === 1 ? '' : 's'}${often}, ${bytesText(bytes)} per device${meaningText(meaning)}`;
}

/**
 * Partitions a text and returns the communication of each function, by name; callees are included in their callers.
 * Empty for programs without meshes and for invalid ones.
 */
export function functionCommunication(
  name: string,
  text: string,
  context: Context,
): ReadonlyMap<string, FunctionCommunication> {
  const found = new Map<string, FunctionCommunication>();
  if (text.length > LONGEST_TEXT || !text.includes('sdy.mesh')) return found;
  const { module, isValid } = readDocument(name, text, context);
  if (!isValid) return found;
  const { result } = context.diagnostics.capture(() => partition(module, context));
  const { collectives } = result;
  if (collectives === null) return found;
  const meshes = new MeshTable(collectives);
  for (const func of collectives.body) {
    if (!(func instanceof FuncOp) || func.isDeclaration) continue;
    const own = functionCollectives([func], meshes, context);
    const { bytes, executions, meaning } = collectiveTotals(own);
    found.set(func.symName.value, { count: own.length, executions, bytes, meaning });
  }
  return found;
}
