import type { FuncOp } from '@shardform/dialect-func';
import type { HloModule, Shape, Sharding } from '@shardform/hlo-module';
import { hloAttributes } from '@shardform/dialect-hlo';
import { ArrayAttr, type Attribute, boolAttr, DictionaryAttr, i32Attr, StringAttr } from '@shardform/ir-core';
import { dictionaryOf } from './annotations.ts';
import { HloImportError } from './hlo-import-error.ts';
import { layoutAttr } from './layouts.ts';
import { shardingText } from './sharding-text.ts';
import { leafAt, leavesOf } from './types.ts';

type Attributes = Map<string, Attribute>;

/** Returns the attributes of the arguments and results of `@main`. */
export function entryAttributes(
  source: HloModule,
  main: FuncOp,
  shardingName: string,
): readonly (readonly [string, Attribute])[] {
  const { inputs, results } = main.functionType;
  const args = inputs.map((): Attributes => new Map());
  const outs = results.map((): Attributes => new Map());
  const { parameters, root } = source.entry;
  const offsets = parameterOffsets(parameters.map(({ shape }) => shape));
  for (const [i, parameter] of parameters.entries()) {
    const own = args.slice(offsets[i], offsets[i + 1]);
    addLayouts(own, source.entryLayout?.parameters[i] ?? parameter.shape);
    addShardings(own, parameter.sharding ?? source.parameterShardings?.[i], shardingName);
    if (parameter.frontendAttributes === undefined || parameter.frontendAttributes.size === 0) continue;
    for (const attributes of own)
      attributes.set('mhlo.frontend_attributes', dictionaryOf(parameter.frontendAttributes));
  }
  addLayouts(outs, source.entryLayout?.result ?? root.shape);
  addShardings(outs, source.outputSharding ?? root.sharding, shardingName);
  addDonations(source, args, offsets);
  const list = (all: readonly Attributes[]): ArrayAttr =>
    ArrayAttr.get(all.map((own) => DictionaryAttr.get(own)));
  return [
    ...(args.some(({ size }) => size > 0) ? [['arg_attrs', list(args)] as const] : []),
    ...(outs.some(({ size }) => size > 0) ? [['res_attrs', list(outs)] as const] : []),
  ];
}

/** The numbers of the first values of parameters, and of all. */
function parameterOffsets(shapes: readonly Shape[]): number[] {
  const offsets = [0];
  for (const shape of shapes) offsets.push(offsets.at(-1)! + leavesOf(shape).length);
  return offsets;
}

function addLayouts(own: readonly Attributes[], shape: Shape): void {
  for (const [i, leaf] of leavesOf(shape).entries()) {
    const layout = layoutAttr(leaf);
    if (layout !== null) own[i]?.set(hloAttributes.layout, layout);
  }
}

function addShardings(own: readonly Attributes[], sharding: Sharding | undefined, name: string): void {
  if (sharding === undefined) return;
  const leaves = shardingLeaves(sharding);
  for (const [i, attributes] of own.entries()) {
    const leaf = leaves.length === own.length ? leaves[i]! : leaves.length === 1 ? leaves[0]! : undefined;
    if (leaf !== undefined) attributes.set(name, StringAttr.get(shardingText(leaf)));
  }
}

function shardingLeaves(sharding: Sharding): readonly Sharding[] {
  return sharding.kind === 'tuple' ? sharding.elements.flatMap(shardingLeaves) : [sharding];
}

function addDonations(source: HloModule, args: readonly Attributes[], offsets: readonly number[]): void {
  const { parameters, root } = source.entry;
  const argument = (parameter: number, index: readonly number[]): Attributes => {
    const offset = offsets[parameter];
    const shape = parameters[parameter]?.shape;
    const leaf = shape === undefined ? null : leafAt(shape, index);
    const found = offset === undefined || leaf === null ? undefined : args[offset + leaf];
    if (found === undefined)
      throw new HloImportError(`has no element {${index.join()}} of parameter ${parameter}`);
    return found;
  };
  for (const { output, parameter, parameterIndex, kind } of source.inputOutputAliases) {
    const result = leafAt(root.shape, output);
    if (result === null) throw new HloImportError(`has no element {${output.join()}} of the result`);
    const attributes = argument(parameter, parameterIndex);
    attributes.set('tf.aliasing_output', i32Attr(result));
    if (kind === 'must-alias') attributes.set('hlo.must_alias', boolAttr(true));
  }
  for (const { parameter, parameterIndex } of source.bufferDonors)
    argument(parameter, parameterIndex).set('jax.buffer_donor', boolAttr(true));
}
