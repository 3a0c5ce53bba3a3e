import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { distinctParts, partOf } from '@shardform/dialect-sdy';
import { interpreter, TensorBuilder, tensorOf } from '@shardform/dialect-stablehlo';
import {
  ArrayAttr,
  Builder,
  type Context,
  FunctionType,
  StringAttr,
  SymbolRefAttr,
} from '@shardform/ir-core';
import type { DeviceFunctions } from './device-functions.ts';
import { cutPart, joinParts } from './parts.ts';

/** Adds the function that a program of devices begins with: it splits the arguments, runs the devices, and puts their results together. */
export function addDeviceEntry(
  { module, devices, functions, inputs, results }: DeviceFunctions,
  given: FuncOp,
  context: Context,
): void {
  const types = FunctionType.get(
    inputs.map(({ type }) => type.globalType),
    results.map(({ type }) => type.globalType),
  );
  const entry = FuncOp.declaration(given.symName.value, types);
  entry.location = given.location;
  const builder = new Builder(context);
  builder.location = given.location;
  const { arguments: args } = builder.createBlock(entry.body, types.inputs);
  const build = new TensorBuilder(builder);
  const operands = functions.flatMap((_, device) =>
    inputs.flatMap(({ type, layout }, i) => {
      if (type.meshName !== devices.meshOf(device).name) return [];
      const whole = { device, offsets: type.shape.map(() => 0), sizes: type.shape };
      return [cutPart(build, tensorOf(args[i]), whole, partOf(layout, device))];
    }),
  );
  const run = builder.create(
    interpreter.RunParallelOp,
    {
      inputs: operands,
      programs: ArrayAttr.get([
        ArrayAttr.get(functions.map(({ symName }) => SymbolRefAttr.get(symName.value))),
      ]),
    },
    functions.flatMap(({ functionType }) => functionType.results),
  );
  const indexOf = new Map<string, number>();
  let next = 0;
  for (const device of functions.keys())
    for (const [i, { type }] of results.entries())
      if (type.meshName === devices.meshOf(device).name) indexOf.set(`${device} ${i}`, next++);
  const returned = results.map(({ layout }, i) =>
    joinParts(
      build,
      distinctParts(layout).map((part) => ({
        part,
        tensor: tensorOf(run.results[indexOf.get(`${part.device} ${i}`)!]),
      })),
    ),
  );
  builder.create(ReturnOp, { operands: returned });
  entry.symVisibility = given.symVisibility ?? StringAttr.get('public');
  module.body.prepend(entry);
}
