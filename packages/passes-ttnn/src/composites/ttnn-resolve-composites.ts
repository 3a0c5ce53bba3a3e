import { enclosingFunction, FuncOp } from '@shardform/dialect-func';
import { CompositeOp } from '@shardform/dialect-ttcore';
import {
  Builder,
  definePass,
  enumOption,
  IrMapping,
  lookupSymbol,
  type ModuleOp,
  type Operation,
  type PassRun,
  symbolUsersIn,
  zip,
} from '@shardform/ir-core';
import { typedComposite } from './typed-composites.ts';

/** The option of the pass, which pipelines have as well. */
export const compositeResolution = enumOption(
  'what becomes of composites: their decompositions (auto, inline, validate), or the operations that they name',
  ['auto', 'inline', 'validate', 'force-promote'],
  'auto',
);

/** Puts the decompositions of composites, or the operations that they name, in their place. */
export const ttnnResolveComposites = definePass({
  name: 'ttnn-resolve-composites',
  className: 'TTNNResolveComposites',
  summary: 'replaces composites by their decompositions or by operations of the library',
  description: `A composite is replaced by the body of its decomposition. With \`force-promote\` it is replaced by the
operation that it names, \`flash_mla_prefill\`, \`indexer_score_dsa\` (Blackhole only), \`rotary_embedding\` or
\`topk_router_gpt\`, if it names one; whether the kernel takes these tensors is not asked. tt-mlir's \`validate\` asks
tt-metal's models of kernels and inlines without them, as is always done here. Decompositions that nothing refers to
any more are erased.`,
  anchor: 'builtin.module',
  options: { 'composite-resolution': compositeResolution },
  run(module, pass) {
    const isPromoting = pass.options['composite-resolution'] === 'force-promote';
    const composites = compositesIn(module).map((op) => {
      const func = enclosingFunction(op);
      return { op, inside: func === null ? [] : [func] };
    });
    const resolver = new Resolver(module, isPromoting, pass, composites);
    if (resolver.run()) resolver.eraseUnused();
  },
});

/** A composite, and the decompositions that it comes from. */
interface Work {
  readonly op: CompositeOp;
  readonly inside: readonly FuncOp[];
}

class Resolver {
  readonly #module: ModuleOp;
  readonly #isPromoting: boolean;
  readonly #pass: PassRun;
  readonly #work: Work[];
  readonly #builder: Builder;
  readonly #decompositions = new Set<FuncOp>();

  constructor(module: ModuleOp, isPromoting: boolean, pass: PassRun, work: readonly Work[]) {
    this.#module = module;
    this.#isPromoting = isPromoting;
    this.#pass = pass;
    this.#work = [...work];
    this.#builder = new Builder(pass.context);
  }

  /** @returns false when a composite can't be resolved, which is reported. */
  run(): boolean {
    for (let work = this.#work.shift(); work !== undefined; work = this.#work.shift()) {
      const problem = this.#resolve(work);
      if (problem === null) continue;
      this.#pass.opError(work.op, problem);
      return false;
    }
    return true;
  }

  eraseUnused(): void {
    const users = symbolUsersIn(this.#module);
    for (const func of this.#decompositions) if (!users.has(func.symName.value)) func.erase();
  }

  /** The problem; `null` when the composite is replaced. */
  #resolve({ op, inside }: Work): string | null {
    const name = op.decomposition.root;
    const func = lookupSymbol(this.#module, name);
    // Verified: there is a function, unless the composite stands in a module of its own.
    if (!(func instanceof FuncOp)) return `decomposition function '${name}' not found`;
    this.#decompositions.add(func);
    this.#builder.setInsertionPoint(op);
    const typed = this.#isPromoting ? typedComposite(op, this.#module) : null;
    if (typed !== null) {
      const made = typed.promote(op, this.#builder);
      if (typeof made === 'string') return `names '${op.compositeName.value}': ${made}`;
      op.replaceAllUsesWith(made.results);
      op.erase();
      return null;
    }
    if (func.isDeclaration || func.body.blocks.length !== 1)
      return `decomposition function '${name}' has no body of one block`;
    if (inside.includes(func))
      return `decomposition function '${name}' contains composites that it decomposes`;
    this.#inline(op, func, [...inside, func]);
    return null;
  }

  #inline(op: CompositeOp, func: FuncOp, inside: readonly FuncOp[]): void {
    const mapping = new IrMapping();
    for (const [argument, input] of zip(func.entry.arguments, op.operandValues()))
      mapping.values.set(argument, input);
    for (const inner of func.entry) {
      if (inner.definition.isTerminator) {
        op.replaceAllUsesWith(inner.operandValues().map((value) => mapping.value(value)));
        break;
      }
      const copy = this.#builder.clone(inner, mapping);
      this.#work.push(...compositesIn(copy).map((composite) => ({ op: composite, inside })));
    }
    op.erase();
  }
}

function compositesIn(op: Operation): CompositeOp[] {
  const composites: CompositeOp[] = [];
  op.walkOf(CompositeOp, (composite) => {
    composites.push(composite);
  });
  return composites;
}
