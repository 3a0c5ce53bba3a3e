import { DenseArrayAttr } from '../builtin/attrs/dense-array-attr.ts';
import { i32 } from '../builtin/types/integer-type.ts';
import type { Operation } from '../ir/operation.ts';
import { attrWhere } from './constraint.ts';
import type { DefinedAttr } from './op-definition.ts';
import { attrSizedOperandSegments, attrSizedResultSegments } from './traits.ts';

/** Returns the inherent attribute that stores the sizes of operand or result groups. */
export function segmentSizesAttr(name: 'operandSegmentSizes' | 'resultSegmentSizes'): DefinedAttr {
  return {
    name,
    accessor: name,
    constraint: attrWhere(DenseArrayAttr, 'i32 dense array attribute', (a) => a.elementType === i32),
    isOptional: false,
    defaultValue: null,
  };
}

/** Returns the value of a segment sizes attribute. */
export function segmentSizes(sizes: readonly number[]): DenseArrayAttr {
  return DenseArrayAttr.get(i32, sizes);
}

/**
 * Start and length of the `index`-th declared operand or result group, from the segment sizes or from the
 * number of values: several variadic groups without sizes share the values evenly, as in MLIR's
 * SameVariadicOperandSize.
 */
export function groupOf(op: Operation, kind: 'operand' | 'result', index: number): readonly [number, number] {
  const { definition } = op;
  const groups = kind === 'operand' ? definition.operands : definition.results;
  const total = kind === 'operand' ? op.operands.length : op.resultCount;
  const trait = kind === 'operand' ? attrSizedOperandSegments : attrSizedResultSegments;
  if (definition.traits.has(trait)) {
    const sizes = op.getAttr(`${kind}SegmentSizes`);
    if (!(sizes instanceof DenseArrayAttr)) return [0, 0];
    const numbers = sizes.numbers();
    let start = 0;
    for (let i = 0; i < index; i++) start += numbers[i] ?? 0;
    return [start, numbers[index] ?? 0];
  }
  let fixed = 0;
  for (const group of groups) if (group.arity === 'one') fixed++;
  const flexible = groups.length - fixed;
  const share = flexible === 0 ? 0 : Math.max(0, Math.floor((total - fixed) / flexible));
  let start = 0;
  for (let i = 0; i < index; i++) start += groups[i]!.arity === 'one' ? 1 : share;
  return [start, groups[index]!.arity === 'one' ? 1 : share];
}
