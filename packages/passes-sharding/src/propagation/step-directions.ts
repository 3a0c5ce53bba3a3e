import type { OpShardingRuleAttr } from '@shardform/dialect-sdy';
import { BACKWARD, BOTH, type Direction, FORWARD, NONE } from './direction.ts';
import type { StepDirections } from './propagation-step.ts';

/** The same direction for all factors. */
class UniformDirections implements StepDirections {
  readonly key: string;
  readonly direction: Direction;
  readonly #byCount: (readonly Direction[])[] = [];

  constructor(key: string, direction: Direction) {
    this.key = key;
    this.direction = direction;
  }

  of(rule: OpShardingRuleAttr): readonly Direction[] {
    return (this.#byCount[rule.factorCount] ??= new Array<Direction>(rule.factorCount).fill(this.direction));
  }
}

/** One direction for pass-through factors, and another one for those that need communication. */
class FactorDirections implements StepDirections {
  readonly key: string;
  readonly #passThrough: Direction;
  readonly #others: Direction;

  constructor(key: string, passThrough: Direction, others: Direction) {
    this.key = key;
    this.#passThrough = passThrough;
    this.#others = others;
  }

  of(rule: OpShardingRuleAttr): readonly Direction[] {
    return rule.factorSizes.map((_, factor) =>
      rule.isPassThrough(factor) ? this.#passThrough : this.#others,
    );
  }
}

const uniform: readonly UniformDirections[] = /* @__PURE__ */ [NONE, FORWARD, BACKWARD, BOTH].map(
  (direction, i) => new UniformDirections('.<>='.charAt(i), direction as Direction),
);

const byFactor: readonly (readonly StepDirections[])[] = /* @__PURE__ */ uniform.map((passThrough, i) =>
  uniform.map((others, j) =>
    i === j
      ? passThrough
      : new FactorDirections(passThrough.key + others.key, passThrough.direction, others.direction),
  ),
);

/** All factors in one direction. */
export function allFactors(direction: Direction): StepDirections {
  return uniform[direction]!;
}

/** Pass-through factors in one direction, other factors in another one. */
export function factorsByKind(passThrough: Direction, others: Direction): StepDirections {
  return byFactor[passThrough]![others]!;
}
