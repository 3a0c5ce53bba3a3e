import { BroadcastInDimOp, ConstantOp } from '@shardform/dialect-stablehlo';
import {
  constantLike,
  type Context,
  DenseElementsAttr,
  haveSameElements,
  isInstance,
  isPure,
  lastOf,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import { allocate, type ArrayData } from '../array/array-kind.ts';
import { elementCount, fromDenseBytes, type NdArray } from '../array/index.ts';
import {
  type SlotUse,
  type VectorInstruction,
  vectorMachine,
  type VectorProgram,
} from '../kernels/vector-program.ts';
import type { SlotKind } from '../kernels/slot-kind.ts';
import { roundingOf } from '../kernels/vector-functions.ts';
import { resultStorage } from '../memory/result-storage.ts';
import type { Step } from './region-plan.ts';
import { splatsMadeAtUses, withSplats } from './repeated-splats.ts';
import { slotKindOf } from './slot-kind-of.ts';
import { type VectorForm, vectorizable } from './vectorizable.ts';

/** Below this many elements operations cost less one by one. */
const fewElements = 256;

/** Operations that are computed together at most; each has a chunk of memory for its result. */
const mostOperations = 48;

/** The role of a step in a chain: one of its operations, a splat, or one that can be executed before the chain. */
type Role = 'operation' | 'repeat' | 'before';

/** Consecutive elementwise operations on tensors of one shape, and the steps between them. */
interface Chain {
  readonly shape: readonly number[];
  readonly links: { readonly step: Step; readonly role: Role }[];
  /** Slots of the results of operations. */
  readonly made: Set<number>;
}

/**
 * Returns the steps with runs of elementwise operations as one step each, which goes through its tensors once, a chunk
 * at a time: what only the operations themselves use is never stored as a whole. The numbers are those of the steps one
 * by one.
 */
export function fuseSteps(steps: readonly Step[], context: Context): readonly Step[] {
  if (vectorMachine() === null) return steps;
  const isLargeSplat = (op: Step['op']): boolean =>
    splatOf(op) !== null && shapeOf(op.results[0].type) !== null;
  const splats = splatsMadeAtUses(steps, isLargeSplat, (step) => formOf(step, context) !== null);
  const result: Step[] = [];
  let chain: Chain | null = null;
  for (const step of steps) {
    if (splats.get(step.results[0]) === step) continue;
    const isOperation = formOf(step, context) !== null;
    const shape = isOperation || repeatsOne(step) ? shapeOf(step.op.results[0].type) : null;
    if (chain !== null && (chain.made.size >= mostOperations || !continues(chain, step, shape, context))) {
      result.push(...stepsOf(chain, splats, context));
      chain = null;
    }
    if (shape === null && chain === null) {
      result.push(...withSplats(step, splats));
      continue;
    }
    chain ??= { shape: shape!, links: [], made: new Set() };
    const role = isOperation ? 'operation' : shape === null ? 'before' : 'repeat';
    chain.links.push({ step, role });
    if (isOperation) chain.made.add(step.results[0]);
  }
  if (chain !== null) result.push(...stepsOf(chain, splats, context));
  return result;
}

/** @param shape that of an operation or of a repeated element, else `null`. */
function continues(chain: Chain, step: Step, shape: readonly number[] | null, context: Context): boolean {
  if (shape !== null && haveSameElements(chain.shape, shape)) return true;
  return isMovable(step.op, context) && step.operands.every((place) => !chain.made.has(place));
}

/** Returns whether an operation has no effect but its results, which take little memory or none of their own. */
function isMovable(op: Step['op'], context: Context): boolean {
  if (op.hasTrait(constantLike) || op instanceof BroadcastInDimOp) return true;
  const isSmall = op.results.every(({ type }) => isSmallTensor(type));
  return isSmall && op.regions.length === 0 && isPure(op, context);
}

/** The vector form of an operation on large tensors of one shape. */
function formOf({ op }: Step, context: Context): VectorForm | null {
  const type = op.results.length === 1 ? op.results[0].type : null;
  const shape = type === null ? null : shapeOf(type);
  if (shape === null || slotKindOf(type!) === null) return null;
  const fits = op.operands.every(({ value }) => {
    const own = shapeOf(value.type);
    return own !== null && haveSameElements(own, shape) && slotKindOf(value.type) !== null;
  });
  return fits ? (context.query(vectorizable, op) ?? null) : null;
}

/** Returns whether the result is a splat: a constant, or a broadcast scalar. */
function repeatsOne({ op, results }: Step): boolean {
  const type = results.length === 1 ? op.results[0].type : null;
  if (type === null || shapeOf(type) === null || slotKindOf(type) === null) return false;
  if (splatOf(op) !== null) return true;
  return (
    op instanceof BroadcastInDimOp &&
    isInstance(RankedTensorType, op.operand.type) &&
    op.operand.type.rank === 0
  );
}

function splatOf(op: Step['op']): ArrayData | null {
  const value = op instanceof ConstantOp ? op.value : null;
  if (!(value instanceof DenseElementsAttr) || !value.isSplat) return null;
  const kind = slotKindOf(value.type);
  return kind === null ? null : fromDenseBytes(kind, [1], value.bytes).data;
}

/** The shape of a static tensor that is large enough. */
function shapeOf(type: Type): readonly number[] | null {
  return isStaticTensor(type) && type.elementCount >= fewElements ? type.shape : null;
}

function isSmallTensor(type: Type): boolean {
  return isStaticTensor(type) && type.elementCount < fewElements;
}

function isStaticTensor(type: Type): type is RankedTensorType {
  return isInstance(RankedTensorType, type) && type.hasStaticShape;
}

/** The steps that do what a chain does. @param splats constants that are made where they are used. */
function stepsOf(chain: Chain, splats: ReadonlyMap<number, Step>, context: Context): readonly Step[] {
  const steps = chain.links.map(({ step }) => step);
  if (chain.made.size < 2) return steps.flatMap((step) => withSplats(step, splats));
  const dying = new Set(steps.flatMap((step) => step.dying));
  const before: Step[] = [];
  const members: Step[] = [];
  for (const { step, role } of chain.links) {
    // A repeated element that others use too is stored for them.
    const isMember = role === 'operation' || (role === 'repeat' && dying.has(step.results[0]));
    if (isMember) members.push(step);
    // Operations that were ahead of it need what it would let go.
    else before.push(...withSplats({ ...step, dying: [] }, splats));
  }
  return [...before, fusedStep(members, chain.shape, dying, splats, context)];
}

/**
 * @param dying slots that are dead after the chain.
 * @param splats constants of which it takes the element.
 */
function fusedStep(
  members: readonly Step[],
  shape: readonly number[],
  dying: ReadonlySet<number>,
  splats: ReadonlyMap<number, Step>,
  context: Context,
): Step {
  const build = new ProgramBuilder();
  const made = new Map<number, SlotKind>();
  for (const step of members) {
    const { op, operands, results } = step;
    const form = formOf(step, context);
    if (form === null) {
      const kind = slotKindOf(op.results[0].type)!;
      build.repeat(results[0], kind, splatOf(op) ?? operands[0]);
      made.set(results[0], kind);
      continue;
    }
    operands.forEach((place, i) => {
      const splat = splats.get(place);
      if (splat !== undefined)
        build.repeat(place, slotKindOf(op.operands[i].value.type)!, splatOf(splat.op)!);
    });
    const order = form.order ?? operands.map((_, i) => i);
    const kind = slotKindOf(op.results[0].type)!;
    build.compute(
      form.name,
      order.map((i) => build.slotOf(operands[i], slotKindOf(op.operands[i].value.type)!)),
      results[0],
      kind,
    );
    made.set(results[0], kind);
  }
  const results = [...made].filter(([place]) => !dying.has(place));
  const reusable = new Set(members.filter((step) => step.isReusable).flatMap((step) => step.results));
  const storageOf = results.map(([place]) => (reusable.has(place) ? resultStorage : allocate));
  const program = build.program(results.map(([place, kind]) => ({ slot: build.slotOf(place, kind), kind })));
  const count = elementCount(shape);
  const { operands, constants } = build;
  return {
    op: lastOf(members).op,
    operands,
    results: results.map(([place]) => place),
    dying: [...dying].filter((place) => !made.has(place) && !splats.has(place)),
    handedOver: [],
    keepsNoOperand: true,
    isReusable: reusable.size > 0,
    evaluate: (inputs: readonly NdArray[]) =>
      vectorMachine()!
        .run(program, [...inputs.map(({ data }) => data), ...constants], count, (i) => storageOf[i])
        .map((data, i) => ({ kind: results[i][1], shape, data })),
  };
}

/** Assigns the slots of a vector program to the slots of a frame. */
class ProgramBuilder {
  /** Slots that are read. */
  readonly operands: number[] = [];
  /** Single elements that are read after them. */
  readonly constants: ArrayData[] = [];
  readonly #slots = new Map<number, number>();
  readonly #operandUses: SlotUse[] = [];
  readonly #constantUses: SlotUse[] = [];
  readonly #instructions: VectorInstruction[] = [];
  #count = 0;

  /** The slot of a frame slot; one that is not computed is an input. */
  slotOf(place: number, kind: SlotKind): number {
    return this.#slots.get(place) ?? this.#read(place, place, kind);
  }

  /** Makes a slot the broadcast of a slot with one element, or of a constant with one element. */
  repeat(place: number, kind: SlotKind, source: number | ArrayData): void {
    if (this.#slots.has(place)) return;
    if (typeof source === 'number') {
      this.#read(place, source, kind);
      return;
    }
    this.#constantUses.push({ slot: this.#newSlot(place), kind });
    this.constants.push(source);
  }

  compute(name: VectorInstruction['name'], operands: readonly number[], place: number, kind: SlotKind): void {
    this.#instructions.push({ name, operands, result: this.#newSlot(place), ...roundingOf(name, kind) });
  }

  program(outputs: readonly SlotUse[]): VectorProgram {
    return {
      slots: this.#count,
      inputs: [...this.#operandUses, ...this.#constantUses],
      instructions: this.#instructions,
      outputs,
    };
  }

  #read(place: number, source: number, kind: SlotKind): number {
    const slot = this.#newSlot(place);
    this.operands.push(source);
    this.#operandUses.push({ slot, kind });
    return slot;
  }

  #newSlot(place: number): number {
    const slot = this.#count;
    this.#slots.set(place, slot);
    this.#count += 1;
    return slot;
  }
}
