import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import { type AllReduceOp, getSharding, ReshardOp, type TensorShardingAttr } from '@shardform/dialect-sdy';
import {
  BlockArgument,
  type Context,
  oneLine,
  type Operation,
  type OpOperand,
  type Value,
} from '@shardform/ir-core';
import { type NamedValues, operationKind, resultName } from '@shardform/inspect';
import { borderReasons } from './border-reasons.ts';
import {
  type ConflictSite,
  conflictText,
  elsewhereText,
  partialText,
  sameDimensionText,
  wholeText,
} from './cause-text.ts';
import { lostAxes, type OpTensor, reducedDimensions, ruleOf, tensorsOf } from './operation-tensors.ts';
import { combinedText } from './reason-details.ts';

/** Tells why devices communicate in the words of the user's program: its values, operations and lines. */
export class PlainReasons {
  readonly #context: Context;
  readonly #names: NamedValues;
  /** The operation of the program as it was given that one was made from. */
  readonly #sourceOf: (op: Operation) => Operation | null;

  constructor(context: Context, names: NamedValues, sourceOf: (op: Operation) => Operation | null) {
    this.#context = context;
    this.#names = names;
    this.#sourceOf = sourceOf;
  }

  /** Why partial results are combined. */
  reduction({ tensor, reductionAxes }: AllReduceOp): string {
    const producer = tensor.definingOp;
    if (producer === null) return 'partial values are wanted whole';
    const axes = reductionAxes.value.map(({ name }) => name);
    const rule = ruleOf(producer, this.#context);
    const [found = []] = rule === null ? [] : reducedDimensions(producer, rule, new Set(axes), this.#context);
    const isGiven = (operand: number): boolean => this.#names.isArgument(producer.getOperand(operand));
    const reduced = found.find(({ operand }) => isGiven(operand)) ?? found[0];
    const split =
      reduced === undefined
        ? null
        : {
            operand: this.#nameOf(
              unmoved(producer.getOperand(reduced.operand)),
              `operand ${reduced.operand}`,
            ),
            dim: reduced.dim,
          };
    return partialText(this.title(producer), operationKind(producer), split, axes);
  }

  /** Why a value gets another sharding. */
  reshard(op: ReshardOp): string {
    const [from, to] = [getSharding(op.input, this.#context), op.sharding];
    const use = op.result.firstUse;
    const producer = op.input.definingOp;
    if (use !== null && (producer === null || use.owner.location === op.location))
      return this.#use(op, use, from, to);
    const border = use === null ? [] : borderReasons(op, use, from, to);
    const moved =
      producer === null
        ? `${this.#nameOf(op.input, 'a value')} is`
        : `the result of ${this.title(producer)} is computed`;
    return `${moved} ${splitText(from)}, and used ${splitText(to)}${noteText(border)}`;
  }

  /** An operation with its line, `dot_general (model.py:14)`. */
  title(op: Operation): string {
    const source = this.#sourceOf(op);
    return source === null ? operationKind(op) : this.#names.operationTitle(op, source);
  }

  #use(op: ReshardOp, use: OpOperand, from: TensorShardingAttr | null, to: TensorShardingAttr): string {
    const { owner, index } = use;
    const moved = this.#nameOf(op.input, `operand ${index}`);
    const [before, after] = [splitText(from), splitText(to)];
    if (owner instanceof ReturnOp)
      return `${resultText(owner, index)} is computed ${before}, and wanted ${after}${noteText(borderReasons(op, use, from, to))}`;
    if (owner instanceof CallOp)
      return `${moved} is ${before}, and @${oneLine(owner.callee.root)} takes it ${after}`;
    if (owner.definition.isTerminator) {
      const around = owner.parentOp;
      return `${moved} is ${before}, and ${around === null ? 'a region' : this.title(around)} hands it on ${after}`;
    }
    return this.#conflict(owner, index, moved, from, to);
  }

  /** Why an operand can't keep its axes: how the other tensors of the operation are split. */
  #conflict(
    owner: Operation,
    index: number,
    moved: string,
    from: TensorShardingAttr | null,
    to: TensorShardingAttr,
  ): string {
    const title = this.title(owner);
    const rule = ruleOf(owner, this.#context);
    const dim = from?.dims.findIndex((_, d) => lostAxes(from, to, d).length > 0) ?? -1;
    if (rule === null || dim < 0)
      return `${moved} is ${splitText(from)}, and ${title} takes it ${splitText(to)}`;
    const along = [...lostAxes(from, to, dim)];
    const split = { title, moved, dim, along };
    const factors = rule.operands[index]?.dimMappings[dim]?.factorIndices ?? [];
    if (factors.some((factor) => rule.needReplication.includes(factor))) return wholeText(split);
    const others = tensorsOf(owner, rule, this.#context).filter((_, i) => i !== index);
    const other = this.#otherSplit(factors, along, others, textOfAxes(from, dim));
    if (other !== null) return `${title}: ${conflictText(split)}, ${other}`;
    const elsewhere = this.#elsewhere(factors, split, owner.name, others);
    if (elsewhere !== null) return `${title}: ${elsewhere}`;
    const isReduced = factors.some((factor) => rule.reduction.includes(factor));
    return isReduced
      ? `${title}: ${conflictText(split)}, but ${this.#combined(owner, from, to, dim)}`
      : wholeText(split);
  }

  #combined(owner: Operation, from: TensorShardingAttr | null, to: TensorShardingAttr, dim: number): string {
    return combinedText(owner, from, to, dim, this.#context);
  }

  /** A tensor whose dimension of the same factor is split otherwise. */
  #otherSplit(
    factors: readonly number[],
    along: readonly string[],
    others: readonly OpTensor[],
    own: string,
  ): string | null {
    for (const { value, place, sharding, dims } of others) {
      const at = dims.findIndex(({ factorIndices }) =>
        factorIndices.some((factor) => factors.includes(factor)),
      );
      const axes = at < 0 ? own : textOfAxes(sharding, at);
      if (axes === own) continue;
      const name = this.#tensorName(value, place);
      const isSplit = (d: number): boolean =>
        sharding?.dims[d]?.axes.some((axis) => along.includes(axis.name)) === true;
      const instead = sharding?.dims.findIndex((_, d) => d !== at && isSplit(d)) ?? -1;
      const how = axes === '' ? 'not' : `split along ${axes}`;
      const its = instead < 0 ? '' : `; its dimension ${instead} is`;
      return `but ${sameDimensionText(name, at)} is ${how}${axes === '' ? its : ''}`;
    }
    return null;
  }

  /** A dimension of another factor that is split along the same axes. */
  #elsewhere(
    factors: readonly number[],
    split: ConflictSite,
    op: string,
    others: readonly OpTensor[],
  ): string | null {
    for (const { value, place, sharding, dims } of others) {
      const at = dims.findIndex(
        ({ factorIndices }, d) =>
          factorIndices.length > 0 &&
          !factorIndices.some((factor) => factors.includes(factor)) &&
          sharding?.dims[d]?.axes.some((axis) => split.along.includes(axis.name)) === true,
      );
      if (at >= 0) return elsewhereText(split, op, this.#tensorName(value, place), at);
    }
    return null;
  }

  #tensorName(value: Value, place: string): string {
    return place.startsWith('result')
      ? place === 'result 0'
        ? 'the result'
        : place
      : this.#nameOf(value, place);
  }

  #nameOf(value: Value, otherwise: string): string {
    return this.#names.briefName(value) ?? otherwise;
  }
}

/** The argument that was brought into another sharding; other values stay, which are called by what they are computed of. */
function unmoved(value: Value): Value {
  let own = value;
  while (own.definingOp instanceof ReshardOp) own = own.definingOp.input;
  return own instanceof BlockArgument ? own : value;
}

/** `out_shardings` has no name for what a function returns alone. */
function resultText(owner: ReturnOp, index: number): string {
  const func = owner.parentOp;
  if (!(func instanceof FuncOp)) return `result ${index}`;
  return resultName(func, index) ?? `result ${index} of @${oneLine(func.symName.value)}`;
}

/** `split along x in dimension 0 and along y in dimension 1`, or `whole`. */
function splitText(sharding: TensorShardingAttr | null): string {
  const dims = (sharding?.dims ?? []).flatMap(({ axes }, d) =>
    axes.length === 0 ? [] : [`along ${textOfAxes(sharding, d)} in dimension ${d}`],
  );
  return dims.length === 0 ? 'whole' : `split ${dims.join(' and ')}`;
}

function textOfAxes(sharding: TensorShardingAttr | null, dim: number): string {
  return sharding?.dims[dim]?.axes.map(({ text }) => text.replaceAll('"', '')).join(', ') ?? '';
}

function noteText(notes: readonly string[]): string {
  return notes.length === 0 ? '' : `: ${notes.join('; ')}`;
}
