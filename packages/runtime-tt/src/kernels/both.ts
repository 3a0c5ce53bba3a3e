import { ttirDialect } from '@shardform/dialect-ttir';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import type { InterfaceImplementation, Operation, OpWithDefinition } from '@shardform/ir-core';
import { type Evaluate, interpretable } from '@shardform/runtime-sim';

/** Declares the interpretation of an operation that both dialects have. */
/* @__NO_SIDE_EFFECTS__ */
export function both<Ttir extends Operation, Ttnn extends Operation>(
  ttir: OpWithDefinition<Ttir>,
  ttnn: OpWithDefinition<Ttnn>,
  interpretation: (op: Ttir | Ttnn) => Evaluate,
): readonly InterfaceImplementation[] {
  return [interpretable.implementFor(ttir, interpretation), interpretable.implementFor(ttnn, interpretation)];
}

/** Returns the operations of a mnemonic: of both dialects, or of one where the other has none. */
/* @__NO_SIDE_EFFECTS__ */
export function opsNamed(mnemonic: string): readonly OpWithDefinition<Operation>[] {
  return [ttirDialect, ttnnDialect].flatMap((dialect) =>
    (dialect.ops ?? []).filter(({ definition: { name } }) => name.slice(name.indexOf('.') + 1) === mnemonic),
  );
}
