import type { FuncOp } from '@shardform/dialect-func';
import type { Context, Operation, Value } from '@shardform/ir-core';
import { analyzeLayouts, type ArgumentLayouts, type Layouting } from '../layout/analyze.ts';
import { ruleOf } from '../layout/op-rule.ts';
import { Grid, type Layouts } from '../layout/layout.ts';
import { collectTo, type DeviceMap, spreadFrom, SpreadValue } from '../layout/spread-values.ts';
import {
  batchArguments,
  checkDivisible,
  devicesOf,
  dividedArguments,
  replaceFunction,
  returnedValues,
} from './dist-function.ts';
import { createLocal } from './local-op.ts';
import { placedTypeOf } from '../placed-type-of.ts';
import { lookUp, zip } from '@shardform/ir-core';

/** Options of the distribution of a program over devices. */
export interface SpreadOptions {
  /** Replicas that divide the batch. */
  readonly data: number;
  /** Shards that divide the weights. */
  readonly horizontal: number;
  /** Numbers of the arguments that are batches; by default those that no update changes. */
  readonly batch?: readonly number[];
  /** Number of the device that has the arguments and gets the results. */
  readonly host?: number;
}

/**
 * Determines the layouts of a program's values on a grid of replicas and shards. Batches are split among replicas along
 * dimension 0. Weights are split among shards by their first use: by columns if the other operand is replicated, else
 * along the contracting dimension that is split in the other operand, which makes layers alternate.
 */
export function layoutsFor(func: FuncOp, options: SpreadOptions, context: Context): Layouting {
  const grid = new Grid([
    { name: 'd', size: options.data },
    { name: 'h', size: options.horizontal },
  ]);
  const { entry } = func.body;
  const batches = batchArguments(func, options.batch ?? []);
  checkDivisible(func, batches, options.data);
  const weights = dividedArguments(func, batches);
  const layouts = entry.arguments.map((argument, i): ArgumentLayouts => [
    batches.has(i) && options.data > 1 ? 0 : 'whole',
    weights.has(argument) && options.horizontal > 1 ? null : 'whole',
  ]);
  return analyzeLayouts(entry, grid, layouts, context, (_argument, axis, op, operand) =>
    axis === 1 ? columnsOf(op, operand, context) : null,
  );
}

/**
 * Returns the dimension of an operand of a contraction that its result has, and no other operand: a matrix's columns.
 */
export function columnsOf(op: Operation, operand: number, context: Context): number | null {
  const rule = ruleOf(op, context);
  if (rule === null || operand === 0) return null;
  const others = rule.operands.filter((_, i) => i !== operand).flat();
  const results = rule.results.flat();
  const isContraction = rule.operands[operand]!.some(
    (factor) => factor !== null && others.includes(factor) && !results.includes(factor),
  );
  const column = rule.operands[operand]!.findIndex((factor) => factor !== null && !others.includes(factor));
  return isContraction && column >= 0 ? column : null;
}

/**
 * Distributes a program over `data * horizontal` devices for each of its own, numbered from 1: replica `i`, shard `j`
 * of the program's device number `k` of `n` is `1 + (i * horizontal + j) * n + k`. Arguments come from the host and
 * results are sent there. The per-device copies of an operation are adjacent, in the order of the devices.
 */
export function spread(func: FuncOp, options: SpreadOptions, context: Context): FuncOp {
  const layouting = layoutsFor(func, options, context);
  const { grid } = layouting;
  const { host = 0 } = options;
  const devices = devicesOf(func);
  const place: DeviceMap = (position, device) =>
    1 + position * devices.length + devices.indexOf(Number(device));
  const { entry } = func.body;
  const inputs = entry.arguments.map((value) => placedTypeOf(value).onDevice(host));
  return replaceFunction(func, inputs, context, (builder, args) => {
    const values = new Map<Value, SpreadValue>();
    const layoutsOf = (value: Value): Layouts => lookUp(layouting.values, value);
    zip(entry.arguments, args).forEach(([argument, arg]) => {
      const own = placedTypeOf(argument).device;
      const parts = spreadFrom(arg, layoutsOf(argument), grid, (position) => place(position, own), builder);
      values.set(argument, new SpreadValue(grid, builder, layoutsOf(argument), parts));
    });
    for (const op of entry) {
      if (op.definition.isTerminator) continue;
      const required = lookUp(layouting.required, op);
      const operands = op.operands.map(({ value }, i) => lookUp(values, value).as(required[i]!));
      const shapes = op.results.map((result) => grid.localShape(placedTypeOf(result), layoutsOf(result)));
      const parts: Value[][] = op.results.map(() => []);
      for (let position = 0; position < grid.size; position += 1) {
        const own = operands.map((operand) => operand[position]!);
        zip(
          createLocal(op, own, shapes, (device) => place(position, device), builder).results,
          parts,
        ).forEach(([value, part]) => part.push(value));
      }
      zip(op.results, parts).forEach(([result, part]) =>
        values.set(result, new SpreadValue(grid, builder, layoutsOf(result), part)),
      );
    }
    return returnedValues(func).map((value) => {
      const { layouts, parts } = lookUp(values, value).cheapest();
      return collectTo(host, parts, layouts, grid, builder);
    });
  });
}
