import type { HloModule, Instruction } from '@shardform/hlo-module';
import { locationOf } from '@shardform/inspect';
import { oneLine, type Operation, type Value } from '@shardform/ir-core';
import { axesBetween } from '../time/collective-axes.ts';
import type { Study } from '../study.ts';
import type { Cause, CauseSite, ValueSite } from './cause.ts';
import { causeOf } from './causes/cause-of.ts';
import type { CompiledCollective, MovedArray } from './compiled-collective.ts';
import { type CompilerDecision, compilerDecisions } from './decisions.ts';
import type { InstructionOrigin } from './instruction-origin.ts';
import { compiledCollectives } from './list-compiled.ts';
import { MovedValues } from './moved-values.ts';
import { withoutNumbers } from './numbered-copy.ts';
import { operationNames } from './operation-names.ts';
import { PartitionedSource } from './partitioned-source.ts';
import { SourceIndex } from './source-index.ts';
import { SourceMatcher } from './source-match.ts';
import { movedWidening } from './widening.ts';

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
  /** What the cause was found in. */
  readonly site: ValueSite;
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

class Attributor {
  readonly #study: Study | null;
  readonly #source: PartitionedSource | null;
  readonly #index: SourceIndex | null;
  readonly #matcher: SourceMatcher | null;
  readonly #values: MovedValues;
  readonly #compiled: HloModule;

  constructor(compiled: HloModule, study: Study | null, numbered: readonly Operation[] | null) {
    this.#study = study;
    this.#compiled = compiled;
    this.#source = study === null ? null : new PartitionedSource(study);
    this.#matcher = this.#source === null ? null : new SourceMatcher(this.#source);
    this.#index = study === null ? null : new SourceIndex(study.module, compiled, numbered);
    this.#values = new MovedValues(compiled, study, this.#source, this.#index);
  }

  attribute(collective: CompiledCollective): AttributedCollective {
    const { computation, groups, arrays } = collective;
    const instruction = this.#values.namedOf(collective);
    const mesh = this.#source?.mesh ?? null;
    const axes = mesh === null ? [] : axesBetween(groups, mesh);
    const origins = arrays.map(({ operand }) => this.#values.origins.of(operand, computation));
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
      const isOf = (op: Operation): boolean =>
        this.#values.nearestOf(op, this.#values.wayOf(collective, array, origins[i]!)) !== null;
      const op = this.#matcher?.choose(ops, collective, axes, origins[i]!, isOf) ?? null;
      return this.#attributeArray({ collective, array, origin: origins[i]!, axes, name, op });
    });
    const values = moved.map((own) => own.value);
    return {
      ...collective,
      widening: Math.max(collective.widening, movedWidening(arrays, origins, values)),
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
        ...{ collective, origins, users: this.#values.users, finder: this.#values.origins },
        values,
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
    const place = placeOf(op) ?? this.#placeOf(this.#values.namedOf(collective));
    const title = titleOf(name === '' ? (op?.name ?? '') : name, place);
    const way = this.#values.wayOf(collective, array, origin);
    const nearest = op === null ? null : this.#values.nearestOf(op, way);
    const about = { collective, array, origin, nearest, axes, op };
    const site: CauseSite = { ...about, name, title, source: this.#source };
    const study = this.#study;
    const value = this.#values.movedBy(site, way);
    const outermost = (own: Value): Value => this.#source?.values.outermost(own) ?? own;
    const found: ValueSite = {
      ...site,
      ...(value ?? { value: null, from: null, to: null }),
      nameOf: (own) => study?.names.briefName(outermost(own)) ?? null,
      isArgument: (own) => study?.names.isArgument(outermost(own)) ?? false,
    };
    const attributed = {
      definition: value?.value ?? null,
      ...this.#valueFacts(value === null ? null : outermost(value.value), origin),
      operation: op?.name ?? null,
      op,
      from: value?.from ?? null,
      to: value?.to ?? null,
      bytes: array.bytes,
      cause: causeOf(found),
      site: found,
      shardyBytes: op === null ? null : this.#shardyBytes(op, axes),
    };
    const moved = value?.value ?? null;
    return { array: attributed, value: moved, place: placeOf(op ?? moved?.definingOp) };
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

function placeOf(op: Operation | null | undefined): string | null {
  return op == null ? null : locationOf(op);
}

/** `dot_general (model.py:14)`; empty for an operation that is not known. */
function titleOf(name: string, place: string | null): string {
  return place === null || name === '' ? name : `${name} (${place.slice(place.lastIndexOf('/') + 1)})`;
}
