import type { HloModule, Instruction } from '@shardform/hlo-module';
import { programEntry } from '@shardform/dialect-func';
import { locationOf } from '@shardform/inspect';
import { oneLine, type Operation, type Value } from '@shardform/ir-core';
import { axesBetween } from '../time/collective-axes.ts';
import type { Study } from '../study.ts';
import type { Cause, CauseSite } from './cause.ts';
import { causeOf } from './causes/cause-of.ts';
import type { CompiledCollective, MovedArray } from './compiled-collective.ts';
import { type CompilerDecision, compilerDecisions } from './decisions.ts';
import { type InstructionOrigin, OriginFinder } from './instruction-origin.ts';
import { compiledCollectives } from './list-compiled.ts';
import { movedValue } from './moved-value.ts';
import { withoutNumbers } from './numbered-copy.ts';
import { operationNames } from './operation-names.ts';
import { PartitionedSource } from './partitioned-source.ts';
import { SourceIndex } from './source-index.ts';
import { SourceMatcher } from './source-match.ts';
import { ComputationUsers } from './used-slices.ts';

/** An array that a compiled collective moves, with its value in the program. */
export interface AttributedArray {
  /** The value in the program; `null` if unknown. */
  readonly definition: Value | null;
  /** The value as the program's text calls it; `null` if unknown. */
  readonly value: string | null;
  /** Its name in the user's program; `null` if unknown. */
  readonly userName: string | null;
  /** Its line in the program's text; `null` if unknown. */
  readonly line: number | null;
  /** The operation that devices communicate for: `stablehlo.dot_general`; `null` if unknown. */
  readonly operation: string | null;
  /** That operation in the program. */
  readonly op: Operation | null;
  /** The sharding before and after: `[{x}, {}]`; `null` where that is not known. */
  readonly from: string | null;
  readonly to: string | null;
  /** That each device sends in one execution. */
  readonly bytes: number;
  readonly cause: Cause;
  /** The bytes of one execution that Shardy's partitioner sends for the operation along the same axes; `null` for none. */
  readonly shardyBytes: number | null;
}

/** A collective of a compiled program, with its origin in the user's program. */
export interface AttributedCollective extends CompiledCollective {
  /** Axes of the program's mesh along which devices communicate; empty where no mesh is known. */
  readonly axes: readonly string[];
  /** `file:line` in the user's files; `null` if unknown. */
  readonly place: string | null;
  /** The name of the operation that it was made for, with scopes; `null` if unknown. */
  readonly name: string | null;
  readonly moved: readonly AttributedArray[];
  readonly decisions: readonly CompilerDecision[];
}

/**
 * Attributes the collectives of a compiled program to operations, values and shardings of the program that it was compiled from.
 *
 * @param study of the program before partitioning; `null` if that is not at hand: then names and places are all that is known.
 * @param numbered the operations of the program by the numbers in names, if a {@link numberedCopy} was compiled.
 */
export function attributeCollectives(
  compiled: HloModule,
  study: Study | null,
  numbered: readonly Operation[] | null = null,
): readonly AttributedCollective[] {
  const attributor = new Attributor(compiled, study, numbered);
  const collectives = compiledCollectives(compiled);
  const attributed = new Map(
    inOrderMade(collectives).map((collective) => [collective, attributor.attribute(collective)]),
  );
  return collectives.map((collective) => attributed.get(collective)!);
}

/** Channels are numbered while the program is partitioned, which is in its own order; a schedule may have another. */
function inOrderMade(collectives: readonly CompiledCollective[]): readonly CompiledCollective[] {
  const channelOf = ({ instruction }: CompiledCollective): number => instruction.attributes.channelId ?? 0;
  return collectives.toSorted((a, b) => channelOf(a) - channelOf(b));
}

/** Instructions without a name that are followed. */
const MOST_UNNAMED = 8;

class Attributor {
  readonly #study: Study | null;
  readonly #source: PartitionedSource | null;
  readonly #index: SourceIndex | null;
  readonly #matcher: SourceMatcher | null;
  readonly #origins: OriginFinder;
  readonly #users = new ComputationUsers();
  readonly #compiled: HloModule;

  constructor(compiled: HloModule, study: Study | null, numbered: readonly Operation[] | null) {
    this.#study = study;
    this.#compiled = compiled;
    this.#source = study === null ? null : new PartitionedSource(study);
    this.#matcher = this.#source === null ? null : new SourceMatcher(this.#source);
    this.#index = study === null ? null : new SourceIndex(study.module, compiled, numbered);
    this.#origins = new OriginFinder(compiled);
  }

  attribute(collective: CompiledCollective): AttributedCollective {
    const { computation, groups, arrays } = collective;
    const instruction = this.#namedOf(collective);
    const mesh = this.#source?.mesh ?? null;
    const axes = mesh === null ? [] : axesBetween(groups, mesh);
    const origins = arrays.map(({ operand }) => this.#origins.of(operand, computation));
    const names = operationNames(withoutNumbers(instruction.metadata?.opName ?? ''));
    const found = this.#index?.find(instruction) ?? [];
    const moved = arrays.map((array, i) => {
      // Of several collectives that were combined, each has a name, in order, unless names are left out.
      const isNamed = names.length === arrays.length;
      const ops = isNamed
        ? (found[i] ?? [])
        : (this.#index?.find(origins[i]!.instruction)[0] ?? found[0] ?? []);
      const name =
        (isNamed ? names[i] : undefined) ?? origins[i]!.instruction.metadata?.opName ?? names[0] ?? '';
      const op = this.#matcher?.choose(ops, collective, axes, origins[i]!) ?? null;
      return this.#attributeArray({ collective, array, origin: origins[i]!, axes, name, op });
    });
    return {
      ...collective,
      axes,
      place:
        this.#placeOf(instruction) ??
        this.#placeOf(origins[0]?.instruction) ??
        moved.find((own) => own.place !== null)?.place ??
        null,
      name:
        instruction.metadata?.opName === undefined
          ? null
          : oneLine(withoutNumbers(instruction.metadata.opName)),
      moved: moved.map((own) => own.array),
      decisions: compilerDecisions({
        ...{ collective, origins, users: this.#users },
        values: moved.map((own) => own.value),
      }),
    };
  }

  #attributeArray(given: {
    readonly collective: CompiledCollective;
    readonly array: MovedArray;
    readonly origin: InstructionOrigin;
    readonly axes: readonly string[];
    readonly name: string;
    readonly op: Operation | null;
  }): { readonly array: AttributedArray; readonly value: Value | null; readonly place: string | null } {
    const { collective, array, origin, axes, op } = given;
    const name = withoutNumbers(given.name).split('/').at(-1)!.replace(/:$/, '');
    const place = (op === null ? null : locationOf(op)) ?? this.#placeOf(this.#namedOf(collective));
    const title = titleOf(name === '' ? (op?.name ?? '') : name, place);
    const site: CauseSite = { collective, array, origin, axes, op, name, title, source: this.#source };
    const study = this.#study;
    const value =
      study === null
        ? null
        : movedValue(site, this.#originOf(origin) ?? this.#returnedAfter(collective), study.module);
    const attributed = {
      definition: value?.value ?? null,
      ...this.#valueFacts(value?.value ?? null, origin),
      operation: op?.name ?? null,
      op,
      from: value?.from ?? null,
      to: value?.to ?? null,
      bytes: array.bytes,
      cause: causeOf({
        ...site,
        value: value?.value ?? null,
        nameOf: (own) => study?.names.describe(own) ?? null,
      }),
      shardyBytes: op === null ? null : this.#shardyBytes(op, axes),
    };
    const defining = op ?? value?.value.definingOp ?? null;
    return {
      array: attributed,
      value: value?.value ?? null,
      place: defining === null ? null : locationOf(defining),
    };
  }

  #valueFacts(
    value: Value | null,
    origin: InstructionOrigin,
  ): Pick<AttributedArray, 'value' | 'userName' | 'line'> {
    const study = this.#study;
    if (study === null || value === null)
      return { value: null, userName: this.#argumentName(origin), line: null };
    const { names } = study;
    return { value: names.reference(value), userName: names.userName(value), line: study.lineOf(value) };
  }

  /** A collective, or the first instruction after it that has a name, if it has none itself. */
  #namedOf({ instruction, computation }: CompiledCollective): Instruction {
    let named: Instruction | undefined = instruction;
    for (let steps = 0; steps < MOST_UNNAMED && named !== undefined; steps++) {
      if (named.metadata?.opName !== undefined) return named;
      named = this.#users.of(computation, named)[0];
    }
    return instruction;
  }

  /** The operation that computes the elements of a value, or the number of the argument that they are of. */
  #originOf({ instruction, computation }: InstructionOrigin): Operation | number | null {
    if (instruction.opcode === 'parameter' && computation === this.#compiled.entry)
      return instruction.attributes.parameterNumber ?? null;
    return this.#index?.find(instruction)[0]?.[0] ?? null;
  }

  /** The value that the program returns after a collective; `null` if something else is done with it. */
  #returnedAfter({ instruction, computation }: CompiledCollective): Value | null {
    if (this.#study === null || computation !== this.#compiled.entry) return null;
    const { root } = computation;
    const results = programEntry(this.#study.module)?.entry.getTerminator().operandValues() ?? [];
    let at: Instruction | undefined = instruction;
    for (let steps = 0; steps < MOST_UNNAMED && at !== undefined; steps++) {
      if (at === root) return results.length === 1 ? results[0]! : null;
      const users = this.#users.of(computation, at);
      if (users.includes(root) && root.opcode === 'tuple') return results[root.operands.indexOf(at)] ?? null;
      at = users[0];
    }
    return null;
  }

  /** JAX names parameters as the user's program does. */
  #argumentName({ instruction, computation }: InstructionOrigin): string | null {
    const isArgument = instruction.opcode === 'parameter' && computation === this.#compiled.entry;
    return isArgument && instruction.metadata?.opName !== undefined
      ? oneLine(instruction.metadata.opName)
      : null;
  }

  #shardyBytes(op: Operation, axes: readonly string[]): number | null {
    const own =
      this.#source
        ?.collectivesOf(op)
        .filter(({ axisNames }) => axisNames.some((axis) => axes.includes(axis))) ?? [];
    return own.length === 0 ? null : own.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #placeOf(instruction: Instruction | undefined): string | null {
    const metadata = instruction?.metadata;
    if (metadata === undefined) return null;
    const frame = this.#compiled.stackFrames[(metadata.stackFrameId ?? 0) - 1]?.location;
    if (frame !== undefined) return oneLine(`${frame.fileName}:${frame.line}`);
    return metadata.sourceFile === undefined
      ? null
      : oneLine(`${metadata.sourceFile}:${metadata.sourceLine ?? 0}`);
  }
}

/** `dot_general (model.py:14)`; empty for an operation that is not known. */
function titleOf(name: string, place: string | null): string {
  return place === null || name === '' ? name : `${name} (${place.slice(place.lastIndexOf('/') + 1)})`;
}
