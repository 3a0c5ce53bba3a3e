import type { Instruction } from '../model/module.ts';
import type { Shape } from '../model/shape.ts';

/** Opcodes whose result has the shape of the operand with a number. */
const operandOf: ReadonlyMap<string, number> = new Map([
  ...`abs acos acosh add add-dependency and asin asinh atan2 atanh cbrt ceil copy cosh cosine count-leading-zeros divide
    erf exponential exponential-minus-one floor log log-plus-one logistic maximum minimum multiply negate not opt-barrier
    or popcnt power reduce-precision remainder reverse round-nearest-afz round-nearest-even rsqrt shift-left
    shift-right-arithmetic shift-right-logical sign sine sinh sqrt subtract tan tanh while xor dynamic-update-slice
    collective-permute cholesky`
    .split(/\s+/)
    .map((opcode): [string, number] => [opcode, 0]),
  ['select', 1],
  ['clamp', 1],
]);

/** Returns the shape of an instruction whose text leaves it out; undefined where it does not follow from the operands. */
export function inferredShape({
  opcode,
  operands,
  attributes,
  called,
}: Omit<Instruction, 'shape'>): Shape | undefined {
  const operand = operandOf.get(opcode);
  if (operand !== undefined) return operands[operand]?.shape;
  const first = operands[0]?.shape;
  switch (opcode) {
    case 'tuple':
      return { kind: 'tuple', elements: operands.map(({ shape }) => shape) };
    case 'get-tuple-element':
      return first?.kind === 'tuple' ? first.elements[attributes.tupleIndex ?? 0] : undefined;
    case 'compare':
      return first?.kind === 'array' ? { ...first, elementType: 'pred' } : undefined;
    case 'after-all':
      return { kind: 'token' };
    case 'call':
    case 'fusion':
    case 'conditional': {
      // A computation that follows is not known yet.
      const callee: Instruction['called'][number]['computation'] | undefined = called[0]?.computation;
      return callee?.root.shape;
    }
    default:
      return undefined;
  }
}
