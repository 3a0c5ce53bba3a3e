import { isCollectiveOp } from '@shardform/dialect-sdy';
import type { ExplainedValue } from '@shardform/study';
import { defineAnswer } from '../define-view.ts';

/** Why a value has its sharding, and why it is moved. */
export interface WhyAnswer {
  /** One for each copy of the value; none if propagation fails or removes it. */
  readonly explanations: readonly ExplainedValue[];
  /** The collective that the value is the result of; `null` for others. */
  readonly collective: WhyCollective | null;
  /** Why nothing of the program is explained; `null` if it is. */
  readonly refusal: string | null;
}

/** A collective and why it is there. */
export interface WhyCollective {
  readonly kind: string;
  readonly axis: string;
  readonly bytes: number;
  readonly executions: number;
  readonly seconds: number | null;
  readonly groupSize: number;
  /** Of a permute, in which pattern devices send; `null` for other collectives. */
  readonly pattern: string | null;
  /** Why it was inserted; `null` for collectives of the program itself. */
  readonly reason: string | null;
}

/** Explains a value from the program as it was given, whichever step is shown. */
export default defineAnswer((session, { id }: { readonly id: string }): WhyAnswer => {
  const { study } = session;
  if (study.inexplicable !== null) return { explanations: [], collective: null, refusal: study.inexplicable };
  const { collectives } = study.partitioned();
  const op = collectives === null ? null : (study.valuesOf(collectives).find(id)?.definingOp ?? null);
  const own =
    op !== null && isCollectiveOp(op)
      ? study.measured(session.machine).collectives.find((collective) => collective.op === op)
      : undefined;
  return {
    refusal: null,
    explanations: study.explain(id),
    collective:
      own === undefined
        ? null
        : {
            ...{ kind: own.kind, axis: own.axis, bytes: own.bytes, executions: own.executions },
            ...{ seconds: own.seconds, groupSize: own.groupSize, pattern: own.pattern, reason: own.reason },
          },
  };
});
