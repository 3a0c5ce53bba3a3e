import {
  anyOpPattern,
  applyPatternsGreedily,
  definePass,
  DictionaryAttr,
  FunctionType,
  i32Attr,
  integerOption,
  IrMapping,
  listOption,
  type Operation,
  type Rewriter,
  StringAttr,
  stringOption,
  SymbolRefAttr,
  SymbolTable,
} from '@shardform/ir-core';
import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { CompositeOp } from '@shardform/dialect-stablehlo';

/** Makes composites out of operations, whose decompositions hold the operations; upstream's pass of this name. */
export const wrapInComposite = /* @__PURE__ */ definePass({
  name: 'stablehlo-wrap-in-composite',
  className: 'StablehloWrapInCompositePass',
  summary: 'Wraps a non-composite StableHLO op in a composite op.',
  description:
    'Each operation named by `op-names` becomes a composite of that name. Its attributes are those of the composite, ' +
    'and its decomposition is a private function `NAME.impl` that holds the operation alone.',
  options: {
    'op-names': listOption('The names of the ops to wrap.', stringOption('')),
    version: integerOption('The version number of the composite op.', 0, 'int'),
  },
  anchor: 'builtin.module',
  run(module, pass) {
    const names = new Set(pass.options['op-names']);
    const version = i32Attr(pass.options.version);
    const symbols = new SymbolTable(module);
    // What stands in decompositions made here is not wrapped again.
    const wrapped = new Set<Operation>();
    const wrap = anyOpPattern('wrap-in-composite', (op, rewriter) => {
      if (!names.has(op.name) || wrapped.has(op)) return false;
      const { func, inner } = decompositionOf(op, rewriter);
      inner.walk((nested) => void wrapped.add(nested));
      const decomposition = SymbolRefAttr.get(symbols.insert(func));
      const composite = CompositeOp.create(
        {
          inputs: op.operandValues(),
          name: StringAttr.get(op.name),
          compositeAttributes: DictionaryAttr.get(op.sortedAttrs()),
          decomposition,
          version,
        },
        op.resultTypes(),
        { location: op.location },
      );
      rewriter.insert(composite);
      rewriter.replaceOp(op, composite.results);
      return true;
    });
    applyPatternsGreedily(module, [wrap], pass.context);
  },
});

/** A function that does what `op` does, and the copy of `op` in it. */
function decompositionOf(
  op: Operation,
  rewriter: Rewriter,
): { readonly func: FuncOp; readonly inner: Operation } {
  const type = FunctionType.get(op.operandTypes(), op.resultTypes());
  const func = FuncOp.declaration(`${op.name}.impl`, type);
  func.location = op.location;
  return rewriter.atSavedPoint(() => {
    const block = rewriter.createBlock(func.body, type.inputs);
    const mapping = new IrMapping();
    op.operands.forEach(({ value }, i) => mapping.values.set(value, block.getArgument(i)));
    const inner = rewriter.clone(op, mapping);
    rewriter.create(ReturnOp, { operands: inner.results }, []);
    return { func, inner };
  });
}
