import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { CompositeOp } from '@shardform/dialect-ttcore';
import * as ttir from '@shardform/dialect-ttir';
import {
  type Attribute,
  Builder,
  type Context,
  DictionaryAttr,
  FunctionType,
  type ModuleOp,
  StringAttr,
  SymbolRefAttr,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import { freeName } from '../control-flow/outline.ts';
import { tensorsOf } from '../convert/convertible.ts';
import { indexerScore } from './indexer-score.ts';
import { latentAttention } from './latent-attention.ts';

/** What a call becomes: a composite with attributes, and a body that computes the same from its operands. */
export interface Synthesized {
  readonly name: string;
  readonly attributes: readonly (readonly [string, Attribute])[];
  body(builder: Builder, operands: readonly Tensor[]): Tensor;
}

/** Reads a call of the front end; `null` when it is none of that form. */
export type Synthesis = (op: CustomCallOp, operands: readonly Tensor[]) => Synthesized | null;

const syntheses: ReadonlyMap<string, Synthesis> = new Map([
  ['tt.flash_mla_prefill', latentAttention],
  ['tt.indexer_score_dsa', indexerScore],
]);

/** Returns true if calls of a target become composites, in some form at least. */
export function isSynthesized(target: string): boolean {
  return syntheses.has(target);
}

/**
 * Calls of attention for which TTIR has no operation, but some libraries have a function, become composites that name it,
 * beside functions that compute the same of other operations.
 */
export function synthesizeComposites(module: ModuleOp, context: Context): void {
  module.walkOf(CustomCallOp, (op) => {
    const operands = tensorsOf(op.operandValues());
    const [result, ...others] = tensorsOf(op.results);
    const isTensors =
      operands.length === op.operandValues().length && result !== undefined && others.length === 0;
    const made = isTensors ? (syntheses.get(op.callTargetName.value)?.(op, operands) ?? null) : null;
    if (made === null || result === undefined) return;
    const decomposition = appendFunction(module, op, made, operands, context);
    const composite = CompositeOp.create(
      {
        inputs: operands,
        compositeName: StringAttr.get(made.name),
        decomposition: SymbolRefAttr.get(decomposition),
        compositeAttributes: DictionaryAttr.get(made.attributes),
      },
      op.resultTypes(),
      { location: op.location },
    );
    composite.moveBefore(op);
    op.replaceAllUsesWith(composite.results);
    op.erase();
  });
}

function appendFunction(
  module: ModuleOp,
  { location, results }: CustomCallOp,
  made: Synthesized,
  operands: readonly Tensor[],
  context: Context,
): string {
  const name = freeName(module, `${made.name}_decomp`);
  const typesOf = (values: readonly Value[]) => values.map(({ type }) => type);
  const func = FuncOp.declaration(name, FunctionType.get(typesOf(operands), typesOf(results)));
  func.location = location;
  const entry = func.body.addBlock();
  const builder = new Builder(context);
  builder.setInsertionPointToEnd(entry);
  builder.location = location;
  const inputs = operands.map(({ type }) => ttir.tensorOf(entry.addArgument(type, location)));
  builder.create(ReturnOp, { operands: [made.body(builder, inputs)] }, []);
  module.body.append(func);
  return name;
}
