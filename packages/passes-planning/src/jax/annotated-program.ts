import { type FuncOp, programEntry, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import {
  getSharding,
  ManualComputationOp,
  SHARDING,
  ShardingConstraintOp,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { type Context, type ModuleOp, type Operation, RankedTensorType } from '@shardform/ir-core';
import { inlinedCopy } from '../layouts/inlined-copy.ts';
import { type CallPath, CallPaths } from './call-paths.ts';

/** A value that a JAX program can constrain: the result of an operation, or what one uses. */
export interface AnnotableValue {
  /** Of the planned program. */
  readonly op: Operation;
  readonly path: CallPath;
  /** The number of the operand; `null` for the result. */
  readonly operand: number | null;
  readonly sharding: TensorShardingAttr;
}

/**
 * A program as JAX lowers it, with the shardings of a plan on its arguments and results, and constraints on some of the
 * values inside.
 */
export class AnnotatedProgram {
  /** In the order of the program. */
  readonly values: readonly AnnotableValue[];
  readonly #module: ModuleOp;
  readonly #planned: ModuleOp;
  readonly #context: Context;

  /**
   * @param module with unique locations.
   * @param planned a copy of it with inlined calls and shardings, and with constraints on operands that are split in another
   *   way than they are made.
   */
  constructor(module: ModuleOp, planned: ModuleOp, context: Context) {
    this.#module = module;
    this.#planned = planned;
    this.#context = context;
    const paths = new CallPaths(module).ofCopies(planned);
    this.values = annotableOperations(planned).flatMap((op) => {
      const [path, sharding] = [paths.get(op), getSharding(op.getResult(), context)];
      if (path === undefined || isInsideScan(path)) return [];
      const uses = constrainedOperands(op).map((own) => ({ op, path, ...own }));
      return sharding === null ? uses : [...uses, { op, path, operand: null, sharding }];
    });
  }

  /** Returns the program with constraints on some of its {@link values}. */
  with(constrained: ReadonlySet<AnnotableValue>): ModuleOp {
    const copy = inlinedCopy(this.#module, this.#context);
    const [func, planned] = [programEntry(copy), programEntry(this.#planned)];
    if (func === null || planned === null) throw new Error('a planned program has an entry');
    annotateSignature(func, planned);
    const paths = new CallPaths(this.#module).ofCopies(copy);
    const wanted = new Map<string, AnnotableValue[]>();
    for (const value of constrained) {
      const key = pathKey(value.path);
      wanted.set(key, [...(wanted.get(key) ?? []), value]);
    }
    for (const [op, path] of paths)
      for (const { operand, sharding } of wanted.get(pathKey(path)) ?? [])
        if (operand === null) constrain(op, sharding);
        else constrainUse(op, operand, sharding);
    return copy;
  }
}

/**
 * Returns what realizes plans of a program as a JAX program can be told of them, with constraints on all values that it can
 * constrain.
 *
 * @param module with unique locations.
 */
export function forJax(module: ModuleOp, context: Context): (planned: ModuleOp) => ModuleOp {
  return (planned) => {
    const annotated = new AnnotatedProgram(module, planned, context);
    return annotated.with(new Set(annotated.values));
  };
}

function pathKey(path: CallPath): string {
  return path.map(({ name, number }) => `${name}#${number}`).join('/');
}

function annotateSignature(func: FuncOp, planned: FuncOp): void {
  const { inputs, results } = func.functionType;
  for (const [which, types] of [
    ['arg_attrs', inputs],
    ['res_attrs', results],
  ] as const)
    for (const index of types.keys()) {
      const sharding = valueAttrs(planned, which, index).get(SHARDING);
      if (sharding !== null) setValueAttr(func, which, index, SHARDING, sharding);
    }
}

function constrain(op: Operation, sharding: TensorShardingAttr): void {
  const result = op.getResult();
  const constraint = ShardingConstraintOp.create({ input: result, sharding }, [result.type], {
    location: op.location,
  });
  constraint.moveAfter(op);
  result.replaceUsesIf(constraint.getResult(), ({ owner }) => owner !== constraint);
}

function constrainUse(op: Operation, operand: number, sharding: TensorShardingAttr): void {
  const input = op.getOperand(operand);
  const constraint = ShardingConstraintOp.create({ input, sharding }, [input.type], {
    location: op.location,
  });
  constraint.moveBefore(op);
  op.operands[operand]!.set(constraint.getResult());
}

/** Operations of which the operands are those of a primitive, and of which partitioners choose how they are divided. */
const PRODUCTS: ReadonlySet<string> = new Set(['stablehlo.dot_general', 'stablehlo.convolution']);

/** Operands that a plan constrains. */
function constrainedOperands(op: Operation): Pick<AnnotableValue, 'operand' | 'sharding'>[] {
  if (!PRODUCTS.has(op.name)) return [];
  return op.operandValues().flatMap((value, operand) => {
    const { definingOp } = value;
    const isPinned = definingOp instanceof ShardingConstraintOp && definingOp.location === op.location;
    return isPinned ? [{ operand, sharding: definingOp.sharding }] : [];
  });
}

/**
 * Operations that are the whole of what JAX lowers a primitive to, so that their result is one that a program can
 * constrain.
 */
const ANNOTABLE: ReadonlySet<string> = new Set(
  [
    ...['dot_general', 'convolution', 'reduce', 'reduce_window', 'gather', 'scatter', 'dynamic_slice'],
    ...['dynamic_update_slice', 'transpose', 'reshape', 'select', 'convert', 'concatenate', 'pad', 'slice'],
    ...['add', 'subtract', 'multiply', 'divide', 'maximum', 'minimum', 'tanh', 'exponential', 'log', 'rsqrt'],
    ...['sqrt', 'logistic', 'negate', 'power', 'cosine', 'sine', 'broadcast_in_dim', 'compare', 'and', 'or'],
    ...['not', 'abs', 'sign', 'floor', 'clamp', 'sort', 'reverse', 'cbrt', 'exponential_minus_one'],
  ].map((name) => `stablehlo.${name}`),
);

/**
 * What JAX lowers `lax.scan` to beside its body: slices of what it scans, of which the last operation makes what the body gets,
 * and updates of what it stacks.
 */
function isInsideScan(path: CallPath): boolean {
  const callees = path.map(({ callee = '' }) => callee);
  if (callees.some((callee) => callee.startsWith('dynamic_update_index_in_dim'))) return true;
  const isSlice = callees.some((callee) => callee.startsWith('dynamic_index_in_dim'));
  return isSlice && path.at(-1)?.name !== 'stablehlo.reshape';
}

function annotableOperations(module: ModuleOp): Operation[] {
  const found: Operation[] = [];
  const visit = (op: Operation): void => {
    if (op instanceof ManualComputationOp) return;
    if (isAnnotable(op)) found.push(op);
    for (const region of op.regions)
      for (const block of region.blocks) for (const inner of block) visit(inner);
  };
  visit(module);
  return found;
}

function isAnnotable({ name, results: [result, ...others] }: Operation): boolean {
  if (!ANNOTABLE.has(name) || result === undefined || others.length > 0) return false;
  return result.type instanceof RankedTensorType && result.type.shape.length > 0;
}
