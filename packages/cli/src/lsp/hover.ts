import type { Hover } from 'vscode-languageserver';
import {
  type DocumentModel,
  functionOf,
  type ReferencedValues,
  type NamedValues,
  type NameToken,
  operationNameAt,
  resultName,
  returned,
  valuesAt,
} from '@shardform/inspect';
import { bytesText, type OpDefinition, type Value } from '@shardform/ir-core';
import { partitionedText, programText, sourceId } from '@shardform/study';
import { documentationOf, opReference } from '../reference/reference-pages.ts';
import type { DocumentFacts } from './documents.ts';
import { timeOnMachine } from './time-on-machine.ts';
import type { ValueSharding } from './value-sharding.ts';

/** Returns the hover text at an offset. */
export function hover(facts: DocumentFacts, offset: number): Hover | Promise<Hover> | null {
  const { model } = facts;
  const token = model.names.at(offset);
  if (token !== null) {
    const text = aboutName(facts, token, offset);
    return text === null ? null : markdown(text, facts, token.start, token.end);
  }
  const operation = operationNameAt(model, offset);
  if (operation?.op.definition.isRegistered !== true) return null;
  const { op, nameOffset } = operation;
  return aboutOperation(op.definition, facts, nameOffset);
}

async function aboutOperation(
  definition: OpDefinition,
  facts: DocumentFacts,
  nameOffset: number,
): Promise<Hover> {
  const documentation = await documentationOf(definition, facts.model.context);
  const text = opReference(definition, documentation);
  return markdown(text, facts, nameOffset, nameOffset + definition.name.length);
}

function aboutName(facts: DocumentFacts, token: NameToken, offset: number): string | null {
  if (token.kind === 'percent') {
    const place = valuesAt(facts.model, offset);
    return place === null ? null : aboutValues(facts, place);
  }
  const definition = facts.model.names.definitionOf(token);
  return definition === null ? null : code(lineAt(facts.model, definition.start));
}

function aboutValues(facts: DocumentFacts, { values, definition, first }: ReferencedValues): string {
  const { names, missing } = facts;
  const shardings = facts.shardingsAt(definition);
  const lines = values.map(
    (value, i) =>
      code(`${names.textName(value) ?? ''}: ${String(value.type)}`) +
      aboutSharding(shardings[first + i] ?? null),
  );
  const costs = values.flatMap((_, i) => collectiveCosts(facts, definition, first + i));
  const pending = missing === null ? [] : [`Sharding: ${missing}.`];
  return [...lines, ...pending, ...costs, ...origins(values, names)].join('\n\n');
}

/** A line for each collective that moves a value. */
function collectiveCosts({ study, measured }: DocumentFacts, definition: number, index: number): string[] {
  const value = study?.model.values.get(definition)?.[index];
  const collectives = measured === undefined ? null : (study?.partitioned().collectives ?? null);
  if (study === null || value === undefined || collectives === null) return [];
  const wanted = study.identities.source.idOf(value);
  const moved = study.valuesOf(collectives);
  const machine = measured?.facts.time?.machine ?? null;
  const about = (measured?.collectives ?? [])
    .filter(({ op }) => sourceId(moved.idOf(op.getResult())) === wanted)
    .map(({ kind, axis, bytes, executions, seconds, reason }) => {
      const time = seconds === null || machine === null ? '' : ` in ${timeOnMachine(seconds, machine)}`;
      const because = reason === null ? '' : `: ${reason}`;
      return `\`${kind}\` along \`${axis}\`, each device sends ${bytesText(bytes * executions)}${time}${because}.`;
    });
  const times = machine === null ? '' : '; times are simulated';
  return about.length === 0
    ? []
    : [...about, `The program is ${partitionedText(study) ?? programText(study)}${times}.`];
}

/** Lines with the defining operation of values, and their names in the user's program. */
function origins([value, ...others]: readonly Value[], names: NamedValues): string[] {
  if (value === undefined) return [];
  const { definingOp } = value;
  const by = definingOp === null ? 'Argument of a region.' : `Result of \`${definingOp.name}\`.`;
  const own = names.userName(value);
  const returnedAs = others.length === 0 ? returnedNames(value) : [];
  return [
    ...(own === null ? [] : [`In the program it was made from: \`${own}\`.`]),
    ...(returnedAs.length === 0 ? [] : [`Returned as ${returnedAs.join(', ')}.`]),
    by,
  ];
}

/** The names of a function's results that a value is. */
function returnedNames(value: Value): string[] {
  const func = functionOf(value);
  if (func === null) return [];
  return returned(func).flatMap((result, i) => {
    const name = result === value ? resultName(func, i) : null;
    return name === null ? [] : [`\`${name}\``];
  });
}

function aboutSharding(sharding: ValueSharding | null): string {
  if (sharding === null) return '';
  const local = sharding.localShape === null ? '' : `; each device holds ${sharding.localShape}`;
  return `\n\nSharding after propagation: \`${sharding.axes}\`${local}.`;
}

function lineAt({ source }: DocumentModel, offset: number): string {
  return source.lineText(source.position(offset).line)?.trim().slice(0, 400) ?? '';
}

function code(text: string): string {
  return `\`\`\`mlir\n${text}\n\`\`\``;
}

function markdown(value: string, { document }: DocumentFacts, start: number, end: number): Hover {
  return {
    contents: { kind: 'markdown', value },
    range: { start: document.positionAt(start), end: document.positionAt(end) },
  };
}
