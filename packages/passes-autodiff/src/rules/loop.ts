import {
  ConstantOp,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  numbersAttr,
  ReturnOp,
  tensorOf,
  tripCount,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import {
  type Block,
  DenseElementsAttr,
  i32,
  type InterfaceImplementation,
  IrMapping,
  RankedTensorType,
  type Tensor,
  type Value,
  lookUp,
  zip,
} from '@shardform/ir-core';
import { activeValues, isDifferentiable } from '../activity.ts';
import type { GradientBuilder } from '../gradient-builder.ts';
import { type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';

const counterType = /* @__PURE__ */ RankedTensorType.get([], i32);

/** A value that a loop carries, with the facts that its gradient depends on. */
interface Carry {
  readonly index: number;
  readonly init: Tensor;
  /** True if each iteration passes it on unchanged. */
  readonly isInvariant: boolean;
  readonly isActive: boolean;
}

/**
 * A loop that counts down and undoes one iteration after the other: with what was carried into the iteration, which the
 * loop has saved, it computes what the body did, and from that the gradients of the carries. What a loop only hands on is
 * not carried by its gradient, and not saved: it is used from outside.
 */
function loopGradients(op: WhileOp) {
  return (input: GradientInput): Gradients => {
    const { results, captured, build } = input;
    const trips = tripCount(op);
    if (trips === null)
      return 'has no reverse-mode gradient: it runs until its condition says, not for a number of iterations that the program tells; write a loop with constant bounds, as jax.lax.scan or fori_loop do';
    if (trips === 0) return [...results, ...captured.map(() => null)];
    const operands = op.operandValues();
    const carries = carriesOf(op, captured, input.isWanted);
    if (typeof carries === 'string') return carries;
    const saved = carries.map(({ init, isInvariant }) =>
      isInvariant ? null : placeholder(init.type, trips, build),
    );
    const { carried, outer } = reverseLoop(op, carries, saved, trips, input);
    saveCarries(op, saved, build);
    const inits = carries.map(({ index, isActive, isInvariant }) => {
      if (!isActive) return null;
      return isInvariant ? results[index]! : lookUp(carried, index);
    });
    return withOuterGradients(operands, inits, captured, outer, build);
  };
}

function carriesOf(
  op: WhileOp,
  captured: readonly Tensor[],
  isWanted: readonly boolean[],
): readonly Carry[] | string {
  const { entry } = op.body;
  const next = entry.getTerminator().operandValues();
  const isActive = activeCarries(entry, next, captured, isWanted);
  const carries: Carry[] = [];
  for (const [index, init] of op.operandValues().entries()) {
    const { type } = init;
    if (!(type instanceof RankedTensorType) || !type.hasStaticShape)
      return `has no gradient: it carries a value of type '${String(type)}', and only tensors of static shapes can be saved for the way back`;
    const isInvariant = next[index] === entry.arguments[index];
    carries.push({ index, init: tensorOf(init), isInvariant, isActive: isActive[index]! });
  }
  return carries;
}

/** Returns which carries depend on values that have a gradient, after any number of iterations. */
function activeCarries(
  body: Block,
  next: readonly Value[],
  captured: readonly Tensor[],
  isWanted: readonly boolean[],
): readonly boolean[] {
  let isActive = [...isWanted];
  for (;;) {
    const sources = [...captured, ...body.arguments.filter((_, i) => isActive[i] === true)];
    const active = activeValues(body, sources);
    const following = isActive.map((own, i) => own || (active.has(next[i]!) && isDifferentiable(next[i]!)));
    if (following.every((own, i) => own === isActive[i])) return isActive;
    isActive = following;
  }
}

/** Stands for the values of a carry before each iteration, until it is known which of these are needed. */
function placeholder(type: RankedTensorType, trips: number, build: GradientBuilder): Tensor {
  const stacked = RankedTensorType.get([trips, ...type.shape], type.elementType);
  const value = DenseElementsAttr.splat(stacked, 0);
  return build.builder.create(ConstantOp, { value }, [stacked]).output;
}

interface ReverseLoop {
  /** Gradients of the initial values of the carries that change. */
  readonly carried: ReadonlyMap<number, Tensor>;
  /** Gradients of the values from outside, those of carries that don't change among them. */
  readonly outer: ReadonlyMap<Value, Tensor>;
}

function reverseLoop(
  op: WhileOp,
  carries: readonly Carry[],
  saved: readonly (Tensor | null)[],
  trips: number,
  { results, captured, build, differentiate }: GradientInput,
): ReverseLoop {
  const { builder } = build;
  const changing = carries.filter(({ isActive, isInvariant }) => isActive && !isInvariant);
  const constant = carries.filter(({ isActive, isInvariant }) => isActive && isInvariant);
  const outside = [...new Set([...captured, ...constant.map(({ init }) => init)])];
  const last = build.constant(counterType, trips - 1);
  const operand = [
    last,
    ...changing.map(({ index, init }) => results[index] ?? build.zeros(init.type)),
    ...outside.map(({ type }) => build.zeros(type)),
  ];
  const types = operand.map(({ type }) => type);
  const loop = builder.create(WhileOp, { operand }, types);
  builder.atSavedPoint(() => {
    const [counter] = builder.createBlock(loop.cond, types).arguments.map(tensorOf);
    builder.create(ReturnOp, { results: [build.compare(counter!, 'GE', build.zeros(counterType))] });
  });
  builder.atSavedPoint(() => {
    const block = builder.createBlock(loop.body, types);
    const [counter, ...gradients] = block.arguments.map(tensorOf);
    const mapping = new IrMapping();
    const from = op.body.entry;
    zip(from.arguments, carries).forEach(([argument, carry], i) => {
      const stack = saved[i] ?? null;
      mapping.values.set(argument, stack === null ? carry.init : read(stack, counter!, build));
    });
    const copies = [...from]
      .filter((inner) => inner !== from.terminator)
      .map((inner) => builder.clone(inner, mapping));
    const next = from
      .getTerminator()
      .operandValues()
      .map((value) => mapping.value(value));
    const sources = changing.map(({ index }) => tensorOf(mapping.value(from.getArgument(index))));
    const own = differentiate(
      copies,
      zip(changing, gradients).map(([{ index }, gradient]) => [next[index]!, gradient] as const),
      [...sources, ...outside],
    );
    const following = own.map((gradient, i) => {
      const before = gradients[i]!;
      if (i < changing.length) return gradient ?? build.zeros(before.type);
      return gradient === null ? before : build.add(before, gradient);
    });
    const previous = build.subtract(counter!, build.constant(counterType, 1));
    builder.create(ReturnOp, { results: [previous, ...following] });
    build.eraseDeadOps(block);
  });
  const [, ...gradients] = loop.results.map(tensorOf);
  return {
    carried: new Map(zip(changing, gradients).map(([{ index }, gradient]) => [index, gradient])),
    outer: new Map(outside.map((value, i) => [value, gradients[changing.length + i]!])),
  };
}

/** The value that was carried into an iteration. */
function read(stack: Tensor, counter: Tensor, build: GradientBuilder): Tensor {
  const [, ...shape] = stack.type.shape;
  const zero = build.zeros(counterType);
  const args = {
    operand: stack,
    startIndices: [counter, ...shape.map(() => zero)],
    sliceSizes: numbersAttr([1, ...shape]),
  };
  const slice = build.builder.create(DynamicSliceOp, args, [
    RankedTensorType.get([1, ...shape], stack.type.elementType),
  ]);
  return build.reshape(slice.result, shape);
}

/** Makes a loop save what it carries into each iteration, as far as anything reads it. */
function saveCarries(op: WhileOp, saved: readonly (Tensor | null)[], build: GradientBuilder): void {
  const { builder } = build;
  const stacks = saved.flatMap((stack, index) => (stack?.hasUses === true ? [{ stack, index }] : []));
  const count = op.operands.length;
  if (stacks.length > 0) {
    builder.atSavedPoint(() => {
      builder.setInsertionPoint(op);
      const operand = [
        ...op.operandValues(),
        build.zeros(counterType),
        ...stacks.map(({ stack }) => build.zeros(stack.type)),
      ];
      const types = operand.map(({ type }) => type);
      const loop = builder.create(WhileOp, { operand }, types, { attributes: op.discardable });
      for (const [from, to] of [
        [op.cond, loop.cond],
        [op.body, loop.body],
      ] as const) {
        to.takeBody(from);
        for (const type of types.slice(count)) to.entry.addArgument(type, op.location);
      }
      const { entry } = loop.body;
      const terminator = entry.getTerminator();
      builder.setInsertionPoint(terminator);
      const [counter, ...buffers] = entry.arguments.slice(count).map(tensorOf);
      const written = zip(stacks, buffers).map(([{ index }, buffer]) =>
        write(buffer, tensorOf(entry.arguments[index]), counter!, build),
      );
      const next = build.add(counter!, build.constant(counterType, 1));
      terminator.setOperands([...terminator.operandValues(), next, ...written]);
      op.replaceAllUsesWith(loop.results.slice(0, count));
      stacks.forEach(({ stack }, i) => stack.replaceAllUsesWith(loop.getResult(count + 1 + i)));
      op.erase();
    });
  }
  for (const stack of saved) stack?.definingOp?.erase();
}

function write(stack: Tensor, value: Tensor, counter: Tensor, build: GradientBuilder): Tensor {
  const { shape } = value.type;
  const zero = build.zeros(counterType);
  const args = {
    operand: stack,
    update: build.reshape(value, [1, ...shape]),
    startIndices: [counter, ...shape.map(() => zero)],
  };
  return build.builder.create(DynamicUpdateSliceOp, args, [stack.type]).result;
}

/** Gradients of values from outside go to the captured ones, or to the first operand that is one. */
function withOuterGradients(
  operands: readonly Value[],
  inits: readonly (Tensor | null)[],
  captured: readonly Tensor[],
  outer: ReadonlyMap<Value, Tensor>,
  build: GradientBuilder,
): readonly (Tensor | null)[] {
  const left = new Map(outer);
  const own = captured.map((value) => {
    const gradient = left.get(value) ?? null;
    left.delete(value);
    return gradient;
  });
  const all = zip(inits, operands).map(([gradient, value]) => {
    const rest = left.get(value) ?? null;
    left.delete(value);
    if (rest === null) return gradient;
    return gradient === null ? rest : build.add(gradient, rest);
  });
  return [...all, ...own];
}

/** Rules of loops. */
export const loopRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(WhileOp, loopGradients),
];
