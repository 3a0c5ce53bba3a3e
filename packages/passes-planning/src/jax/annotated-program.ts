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

/** A value that a JAX program can constrain: the result of an operation. */
export interface AnnotableValue {
  /** Of the planned program. */
  readonly op: Operation;
  readonly path: CallPath;
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
   * @param planned a copy of it with inlined calls and shardings.
   */
  constructor(module: ModuleOp, planned: ModuleOp, context: Context) {
    this.#module = module;
    this.#planned = planned;
    this.#context = context;
    const paths = new CallPaths(module).ofCopies(planned);
    this.values = annotableOperations(planned).flatMap((op) => {
      const [path, sharding] = [paths.get(op), getSharding(op.getResult(), context)];
      return path === undefined || sharding === null || isInsideScan(path) ? [] : [{ op, path, sharding }];
    });
  }

  /** Returns the program with constraints on some of its {@link values}. */
  with(constrained: ReadonlySet<AnnotableValue>): ModuleOp {
    const copy = inlinedCopy(this.#module, this.#context);
    const [func, planned] = [programEntry(copy), programEntry(this.#planned)];
    if (func === null || planned === null) throw new Error('a planned program has an entry');
    annotateSignature(func, planned);
    const paths = new CallPaths(this.#module).ofCopies(copy);
    const wanted = new Map([...constrained].map((value) => [pathKey(value.path), value.sharding]));
    for (const [op, path] of paths) {
      const sharding = wanted.get(pathKey(path));
      if (sharding !== undefined) constrain(op, sharding);
    }
    return copy;
  }
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
