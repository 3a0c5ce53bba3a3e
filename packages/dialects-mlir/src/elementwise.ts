import { defineTrait, DYNAMIC, ShapedType, type Trait } from '@shardform/ir-core';

/** Each element of the results is computed from the same elements of the operands (MLIR's ElementwiseMappable). */
export const elementwise: Trait = /* @__PURE__ */ defineTrait({
  name: 'ElementwiseMappable',
  verify: (op, report) => {
    const types = [...op.operands.map(({ value }) => value), ...op.results].map(({ type }) => type);
    const shaped = types.filter((type) => type instanceof ShapedType);
    const shapes = shaped.flatMap(({ shape }) => (shape === null ? [] : [shape]));
    const agree =
      shaped.every((type) => type.constructor === shaped[0]!.constructor) &&
      shapes.every((shape) => mayBeEqual(shape, shapes[0]!));
    return agree || report.opError('all non-scalar operands/results must have the same shape and base type');
  },
});

function mayBeEqual(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((size, i) => size === b[i] || size === DYNAMIC || b[i] === DYNAMIC);
}
