import type { ArrayShape, Computation, Instruction } from '@shardform/hlo-module';
import type { OriginFinder } from './instruction-origin.ts';

/** The instructions of a computation by what they use. */
export class ComputationUsers {
  readonly #users = new Map<Computation, Map<Instruction, Instruction[]>>();

  /** Returns the instructions of a computation that use the result of one. */
  of(computation: Computation, instruction: Instruction): readonly Instruction[] {
    let own = this.#users.get(computation);
    if (own === undefined) this.#users.set(computation, (own = usersIn(computation)));
    return own.get(instruction) ?? [];
  }
}

function usersIn({ instructions }: Computation): Map<Instruction, Instruction[]> {
  const users = new Map<Instruction, Instruction[]>();
  for (const instruction of instructions)
    for (const operand of new Set(instruction.operands)) {
      const known = users.get(operand);
      if (known === undefined) users.set(operand, [instruction]);
      else known.push(instruction);
    }
  return users;
}

/**
 * Returns the slices that devices take of a value by their numbers; `null` where anything else is done with it, or it is a result.
 */
export function slicesOf(
  users: ComputationUsers,
  origins: OriginFinder,
  computation: Computation,
  value: Instruction,
): readonly ArrayShape[] | null {
  const { shape } = value;
  // CPUs sum up narrow numbers as wider ones, which are those that are sent.
  if (shape.kind !== 'array') return null;
  const { elementType } = shape;
  const slices: ArrayShape[] = [];
  const visit = (inside: Computation, used: Instruction): boolean => {
    if (inside.root === used) return false;
    for (const user of users.of(inside, used)) {
      const isSlice =
        user.opcode === 'dynamic-slice' &&
        user.operands.lastIndexOf(used) === 0 &&
        user.operands.slice(1).some((start) => origins.isOfDevice(start, inside));
      if (isSlice && user.shape.kind === 'array') slices.push({ ...user.shape, elementType });
      else if (RENAMES.has(user.opcode) || isConversion(user)) {
        if (!visit(inside, user)) return false;
      } else if (user.opcode !== 'fusion' || !visitFusion(user, used)) return false;
    }
    return true;
  };
  const visitFusion = ({ called, operands }: Instruction, used: Instruction): boolean => {
    const body = called[0]?.computation;
    return (
      body !== undefined &&
      operands.every((operand, i) => {
        const parameter = operand === used ? body.parameters[i] : undefined;
        return operand !== used || (parameter !== undefined && visit(body, parameter));
      })
    );
  };
  return visit(computation, value) ? slices : null;
}

/** Returns whether an instruction converts its operand, by itself or in a fusion of nothing else. */
function isConversion({ opcode, called }: Instruction): boolean {
  if (opcode !== 'fusion') return opcode === 'convert';
  const body = called[0]?.computation;
  return body?.root.opcode === 'convert' && body.instructions.length === 2;
}

/** Opcodes that change how a value is laid out, but no element. */
const RENAMES: ReadonlySet<string> = new Set(['bitcast', 'copy']);
