import {
  AddOp,
  CompareOp,
  ComparisonDirectionAttr,
  ConstantOp,
  DynamicUpdateSliceOp,
  ReturnOp,
  SubtractOp,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import {
  type Builder,
  DenseElementsAttr,
  i32,
  IrMapping,
  type Operation,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { effectiveOperands } from '@shardform/passes-mpmd';
import type { LayerLoop } from './layer-loops.ts';

/** The type of the number of an iteration. */
const NUMBER = RankedTensorType.get([], i32);

/** Makes loops over some of the layers of a loop; one layer is the body of the loop. */
export class LoopPart {
  readonly #loop: LayerLoop;
  readonly #builder: Builder;

  constructor(loop: LayerLoop, builder: Builder) {
    this.#loop = loop;
    this.#builder = builder;
  }

  /**
   * Makes the loop over rows `from` up to `to` at the insertion point.
   *
   * @param carriedOf returns what is carried into it, by number: of stacked tensors, those rows.
   * @param wholeOf returns what stands for a value from outside of the loop.
   * @returns what it carries out, by number.
   */
  add(
    [from, to]: readonly [number, number],
    carriedOf: (index: number) => Value,
    wholeOf: (value: Value) => Value,
  ): readonly Value[] {
    const { op, trips, isReversed, scalars } = this.#loop;
    const builder = this.#builder;
    builder.location = op.location;
    const first = isReversed ? trips - to : from;
    const known = scalars[first] ?? [];
    const carried = op.operandValues().map((value, index) => {
      const scalar = known[index] ?? null;
      return scalar === null || value.type.id !== carriedOf(index).type.id
        ? carriedOf(index)
        : this.#constant(scalar, value.type);
    });
    if (to - from === 1) return this.#addLayer(carried, wholeOf);
    const operand = [...carried, this.#constant(0, NUMBER)];
    const types = operand.map(({ type }) => type);
    const made = builder.create(WhileOp, { operand }, types, { attributes: op.discardable });
    const captured = new IrMapping();
    for (const value of effectiveOperands(op)) captured.values.set(value, wholeOf(value));
    builder.atSavedPoint(() => {
      const lhs = builder.createBlock(made.cond, types).arguments.at(-1)!;
      const rhs = this.#constant(to - from, NUMBER);
      const comparisonDirection = ComparisonDirectionAttr.get('LT');
      builder.create(ReturnOp, {
        results: [builder.create(CompareOp, { lhs, rhs, comparisonDirection }).result],
      });
    });
    builder.atSavedPoint(() => {
      const block = builder.createBlock(made.body, types);
      op.body.entry.arguments.forEach((argument, i) => captured.values.set(argument, block.getArgument(i)));
      this.#addBody(from, captured, block.arguments.at(-1)!);
    });
    return made.results.slice(0, -1);
  }

  /** The body of the loop: the rows that it takes and puts are what is carried. */
  #addLayer(carried: readonly Value[], wholeOf: (value: Value) => Value): readonly Value[] {
    const { op, read, written } = this.#loop;
    const accesses = new Set<Operation>([...read, ...written].flatMap(({ ops }) => ops));
    const mapping = new IrMapping();
    for (const value of effectiveOperands(op)) mapping.values.set(value, wholeOf(value));
    op.body.entry.arguments.forEach((argument, i) => mapping.values.set(argument, carried[i]!));
    for (const inner of op.body.entry) {
      if (inner.definition.isTerminator) continue;
      if (!accesses.has(inner)) this.#builder.clone(inner, mapping);
      else {
        const row = inner.getOperand(inner instanceof DynamicUpdateSliceOp ? 1 : 0);
        mapping.values.set(inner.getResult(), mapping.value(row));
      }
    }
    return op.body.entry
      .getTerminator()
      .operandValues()
      .map((value) => mapping.value(value));
  }

  /** The body on its rows, which count from its first one. */
  #addBody(first: number, mapping: IrMapping, number: Value): void {
    const { op, read, written } = this.#loop;
    const builder = this.#builder;
    const accesses = new Set([...read, ...written].flatMap(({ ops }) => ops));
    for (const inner of op.body.entry) {
      if (inner.definition.isTerminator) continue;
      const copy = builder.clone(inner, mapping);
      const access = [...accesses].find((own) => own === inner);
      if (access === undefined) continue;
      const at = copy.operands[access.operands.length - access.startIndices.length]!;
      builder.atSavedPoint(() => {
        builder.setInsertionPoint(copy);
        const { type } = at.value;
        const rhs = this.#constant(first, type);
        at.set(builder.create(SubtractOp, { lhs: at.value, rhs }, [type]).result);
      });
      // What a row is put into has the rows of this part.
      if (inner instanceof DynamicUpdateSliceOp) {
        copy.setResultTypes([copy.getOperand(0).type]);
        mapping.values.set(inner.getResult(), copy.getResult());
      }
    }
    const next = op.body.entry
      .getTerminator()
      .operandValues()
      .map((value) => mapping.value(value));
    const one = this.#constant(1, NUMBER);
    const following = builder.create(AddOp, { lhs: number, rhs: one }, [NUMBER]).result;
    builder.create(ReturnOp, { results: [...next, following] });
  }

  #constant(value: number, type: Value['type']): Value {
    if (!(type instanceof RankedTensorType)) throw new TypeError(`'${String(type)}' is no tensor`);
    return this.#builder.create(ConstantOp, { value: DenseElementsAttr.splat(type, value) }, [type]).output;
  }
}
