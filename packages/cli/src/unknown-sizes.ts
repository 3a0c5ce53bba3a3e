import { argumentName } from '@shardform/inspect';
import { type FuncOp, programEntry } from '@shardform/dialect-func';
import { DYNAMIC, parsePipeline, RankedTensorType, runPasses, type Type } from '@shardform/ir-core';
import type { LoadedModule } from './load-module.ts';
import { ModuleError } from './module-error.ts';
import { UsageError } from './tool-io.ts';

/** The size of a dimension of an argument, or of all dimensions whose sizes are not known. */
export interface DimSize {
  /** An argument, by its name or number. */
  readonly place: { readonly argument: string; readonly dim: number } | null;
  readonly size: number;
}

/**
 * Gives dimensions of unknown size, such as those of `torch.export.Dim`, their sizes, in all of the program. Without sizes the program stays
 * as it is, with a warning that says how to give them.
 *
 * @throws UsageError for a place that there is not; ModuleError when only some are given.
 */
export function withKnownSizes(loaded: LoadedModule, sizes: readonly DimSize[]): LoadedModule {
  const { module, context, log } = loaded;
  const func = programEntry(module);
  const inputs = func?.functionType.inputs ?? [];
  if (func === null || !inputs.some(isUnknown)) {
    if (sizes.length > 0)
      throw new UsageError("flag '--dim' gives unknown sizes, but all arguments of the program have theirs");
    return loaded;
  }
  const shapes = inputs.map((type) => (type instanceof RankedTensorType ? [...type.shape] : []));
  for (const { place, size } of sizes) {
    if (place === null) for (const shape of shapes) fill(shape, size);
    else setSize(shapes[numberOf(place.argument, func)]!, place, size);
  }
  const types = inputs.map((type, i) =>
    type instanceof RankedTensorType ? type.withShape(shapes[i]!) : type,
  );
  const open = types.findIndex(isUnknown);
  if (open >= 0) {
    const at = shapes[open]!.indexOf(DYNAMIC);
    // The program as it is given can be shown.
    const isGiven = sizes.length === 0;
    context.diagnostics.emitOn(
      func,
      isGiven ? 'warning' : 'error',
      `dimension ${at} of argument ${open}, ${String(inputs[open])}, has no known size; '--dim ${nameOf(func, open)}:${at}=8' gives one, '--dim 8' gives it to all such dimensions`,
    );
    if (isGiven) return loaded;
    throw new ModuleError(log.text(), log.diagnostics);
  }
  const passes = `builtin.module(stablehlo-refine-arguments{types=${types.map(String).join(',')}},stablehlo-refine-shapes,func.func(stablehlo-canonicalize-dynamism))`;
  if (!runPasses(module, parsePipeline(passes, context), context).succeeded)
    throw new ModuleError(log.text(), log.diagnostics);
  return { ...loaded, reload: () => withKnownSizes(loaded.reload(), sizes) };
}

function isUnknown(type: Type): boolean {
  return type instanceof RankedTensorType && type.shape.includes(DYNAMIC);
}

function fill(shape: number[], size: number): void {
  for (const [d, own] of shape.entries()) if (own === DYNAMIC) shape[d] = size;
}

function setSize(shape: number[], { argument, dim }: NonNullable<DimSize['place']>, size: number): void {
  const own = shape[dim];
  if (own === undefined)
    throw new UsageError(
      `flag '--dim': argument '${argument}' has ${shape.length} dimensions, got number ${dim}`,
    );
  if (own !== DYNAMIC && own !== size)
    throw new UsageError(
      `flag '--dim': dimension ${dim} of argument '${argument}' has ${own} elements, got ${size}`,
    );
  shape[dim] = size;
}

function nameOf(func: FuncOp, index: number): string {
  return argumentName(func, index) ?? String(index);
}

function numberOf(argument: string, func: FuncOp): number {
  const names = func.functionType.inputs.map((_, i) => nameOf(func, i));
  const index = names.indexOf(argument);
  const number =
    index >= 0 ? index : /^(?:arg)?\d+$/.test(argument) ? Number(argument.replace('arg', '')) : -1;
  if (number >= 0 && number < names.length) return number;
  throw new UsageError(
    `flag '--dim': there is no argument '${argument}'; the program has ${names.join(', ')}`,
  );
}
