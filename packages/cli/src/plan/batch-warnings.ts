import { CallOp, FuncOp, programEntry } from '@shardform/dialect-func';
import { DotGeneralOp } from '@shardform/dialect-stablehlo';
import { argumentName, locationOf } from '@shardform/inspect';
import { lookupNearestSymbol, type ModuleOp, type Value } from '@shardform/ir-core';

/**
 * Returns warnings about arguments whose first dimension is called the batch, and which are used as parameters are: they are
 * the right operands of products only, one of which adds over that dimension, and none of which has it in its result for
 * the left operand, too.
 */
export function batchWarnings(module: ModuleOp, batches: ReadonlySet<number>): string[] {
  const func = programEntry(module);
  if (func === null || func.isDeclaration) return [];
  return [...batches].flatMap((index) => {
    const product = new ProductUses().productOfWeight(func.entry.getArgument(index));
    if (product === null) return [];
    const name = argumentName(func, index) ?? `arg${index}`;
    const place = locationOf(product);
    const where = place === null ? '' : ` (${place})`;
    return [
      `'--batch-args': ${name} is used as a parameter: its first dimension is no batch, since dot_general${where} adds over it, with ${name} on the right as in all products; '--param-args' is for parameters`,
    ];
  });
}

/** Operations whose result has the dimensions of their operand. */
const KEEPS_DIMENSIONS: ReadonlySet<string> = new Set([
  ...['stablehlo.convert', 'stablehlo.optimization_barrier', 'sdy.sharding_constraint'],
]);

/** The products that an argument is an operand of, as it is or converted, also in functions that it is given to. */
class ProductUses {
  readonly #seen = new Set<Value>();
  /** The newest first, as uses are. */
  readonly #adding: DotGeneralOp[] = [];
  #isElsewhere = false;

  /** Returns a product that adds over the first dimension of a value; `null` where another use says that it may be a batch. */
  productOfWeight(value: Value): DotGeneralOp | null {
    this.#follow(value);
    return this.#isElsewhere ? null : (this.#adding.at(-1) ?? null);
  }

  #follow(value: Value): void {
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    for (const { owner, index } of value.uses()) {
      if (owner instanceof DotGeneralOp) this.#multiplied(owner, index);
      else if (KEEPS_DIMENSIONS.has(owner.name)) this.#follow(owner.getResult(index));
      else if (owner instanceof CallOp) {
        const callee = lookupNearestSymbol(owner, owner.callee);
        if (callee instanceof FuncOp && !callee.isDeclaration) this.#follow(callee.entry.getArgument(index));
      }
    }
  }

  #multiplied(product: DotGeneralOp, operand: number): void {
    const { rhsBatchingDimensions, rhsContractingDimensions } = product.dotDimensionNumbers;
    if (operand === 0 || rhsBatchingDimensions.includes(0)) this.#isElsewhere = true;
    else if (rhsContractingDimensions.includes(0)) this.#adding.push(product);
  }
}
