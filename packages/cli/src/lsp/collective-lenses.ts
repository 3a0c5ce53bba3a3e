import { FuncOp, programEntry } from '@shardform/dialect-func';
import { bytesText } from '@shardform/ir-core';
import type { CodeLens } from 'vscode-languageserver';
import { MeshTable } from '@shardform/dialect-sdy';
import {
  collectiveTotals,
  type Facts,
  functionCollectives,
  meaningText,
  programText,
  sentText,
  type TotalMeaning,
} from '@shardform/study';
import type { DocumentFacts } from './documents.ts';
import { timeOnMachine } from './time-on-machine.ts';

/** The communication of a function. */
export interface FunctionCommunication {
  readonly count: number;
  /** Number of executions of the collectives when the function runs once. */
  readonly executions: number;
  /** That each device sends. */
  readonly bytes: number;
  /** The meaning of both; see {@link TotalMeaning}. */
  readonly meaning: TotalMeaning;
  /** Which program it is of: `as XLA would, predicted`. */
  readonly program: string;
  /** What the program costs, of the function that it begins with; `null` for others. */
  readonly facts: Facts | null;
}

/** Above each function that has shardings: how many collectives it needs, what each device sends for them, and what a step costs. */
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

function lensText(communication: FunctionCommunication): string {
  return [communicationText(communication), ...costTexts(communication.facts), communication.program].join(
    ' · ',
  );
}

function communicationText({ count, executions, bytes, meaning }: FunctionCommunication): string {
  if (count === 0) return 'no collectives';
  const often = executions === count ? '' : `, executed ${executions} times`;
  return `${count} collective${count === 1 ? '' : 's'}${often}, ${sentText({ bytes, meaning })} per device${meaningText(meaning)}`;
}

function costTexts(facts: Facts | null): string[] {
  const { time = null, memory = null } = facts ?? {};
  if (time === null || memory === null) return [];
  return [
    `step ${timeOnMachine(time.seconds, time.machine)}, simulated`,
    `peak memory of a device ${bytesText(memory.bytes)}`,
  ];
}

/**
 * Returns the communication of each function, by name; callees are included in their callers. Empty for programs without
 * meshes and for invalid ones.
 */
export function functionCommunication({
  study,
  measured,
}: DocumentFacts): ReadonlyMap<string, FunctionCommunication> {
  const found = new Map<string, FunctionCommunication>();
  const collectives = study?.partitioned().collectives ?? null;
  if (study === null || collectives === null) return found;
  const meshes = new MeshTable(collectives);
  const program = programText(study);
  const entry = programEntry(collectives);
  for (const func of collectives.body) {
    if (!(func instanceof FuncOp) || func.isDeclaration) continue;
    const own = functionCollectives([func], meshes, study.context);
    const { bytes, executions, meaning } = collectiveTotals(own);
    const facts = func === entry ? (measured?.facts ?? null) : null;
    found.set(func.symName.value, { count: own.length, executions, bytes, meaning, program, facts });
  }
  return found;
}
