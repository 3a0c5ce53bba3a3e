import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  AllReduceOp,
  axisListSize,
  factorSymbol,
  getSharding,
  isCollectiveOp,
  MeshTable,
  ReshardOp,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  type Context,
  type Location,
  NameLoc,
  type Operation,
  type OpOperand,
  type PassInstance,
  type PassInstrumentation,
  RankedTensorType,
  type Value,
  zip,
} from '@shardform/ir-core';
import { attachedShardingRule, registeredShardingRule } from '@shardform/passes-sharding';

/** Passes that insert communication. */
const INSERTING_PASSES: ReadonlySet<string> = new Set([
  'sdy-sharding-constraint-to-reshard',
  'sdy-insert-func-call-reshards',
  'sdy-insert-explicit-reshards',
  'shardform-exchange-borders',
  'sdy-resolve-permutation-factors',
]);

/**
 * Records why communication is inserted, while passes run. The reason is attached to the location of the inserted
 * operation, which the resulting collectives inherit.
 */
export class ReasonRecorder implements PassInstrumentation {
  readonly #context: Context;
  readonly #reasons = new Map<Location, string>();
  readonly #known = new WeakSet<Operation>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Why an operation is there; `null` for one of the program. */
  reasonOf({ location }: Operation): string | null {
    return this.#reasons.get(location) ?? null;
  }

  beforePass({ pass }: PassInstance, root: Operation): void {
    if (!INSERTING_PASSES.has(pass.name)) return;
    root.walk((op) => {
      if (communicates(op)) this.#known.add(op);
    });
  }

  afterPass({ pass }: PassInstance, root: Operation): void {
    if (!INSERTING_PASSES.has(pass.name)) return;
    const inserted: Operation[] = [];
    root.walk((op) => {
      if (communicates(op) && !this.#known.has(op)) inserted.push(op);
    });
    const isConstraint = pass.name === 'sdy-sharding-constraint-to-reshard';
    // All reasons are computed before locations change, since these distinguish operands from results.
    const told = inserted.map(
      (op) => [op, isConstraint ? 'a sharding constraint asks for it' : this.#reason(op)] as const,
    );
    for (const [op, reason] of told) {
      op.location = NameLoc.get(reason, op.location);
      this.#reasons.set(op.location, reason);
    }
  }

  #reason(op: Operation): string {
    if (op instanceof ReshardOp) return this.#reshardReason(op);
    if (op instanceof AllReduceOp) return this.#reductionReason(op);
    if (isCollectiveOp(op)) return 'partial values are wanted';
    return 'parts need elements of their neighbours';
  }

  #reductionReason({ tensor, reductionAxes }: AllReduceOp): string {
    const producer = tensor.definingOp;
    const rule = producer === null ? null : this.#ruleOf(producer);
    if (producer === null || rule === null) return 'partial values are wanted whole';
    const reduced: string[] = [];
    for (const factor of rule.reduction) {
      const at = rule.operands.findIndex(({ dimMappings: dims }) =>
        dims.some(({ factorIndices: factors }) => factors.includes(factor)),
      );
      const dim = rule.operands[at]?.dimMappings.findIndex(({ factorIndices: factors }) =>
        factors.includes(factor),
      );
      if (dim === undefined) continue;
      const axes = getSharding(producer.getOperand(at), this.#context)?.dims[dim]?.axes ?? [];
      if (axes.some(({ name }) => reductionAxes.value.some((axis) => axis.name === name)))
        reduced.push(`dimension ${dim} of operand ${at}`);
    }
    if (reduced.length === 0) return `${producer.name} gives partial values, which are wanted whole`;
    return `${producer.name} reduces ${reduced.join(' and ')}, which ${reduced.length === 1 ? 'is' : 'are'} sharded`;
  }

  #reshardReason(op: ReshardOp): string {
    const [from, to] = [getSharding(op.input, this.#context), op.sharding];
    const change = `${dimsText(from, to.rank)} to ${dimsText(to, to.rank)}`;
    const use = op.result.firstUse;
    const producer = op.input.definingOp;
    if (use !== null && (producer === null || use.owner.location === op.location)) {
      return `${useText(use)} goes from ${change}${borderText(op, use, from, to) || this.#conflict(use, from, to)}`;
    }
    if (producer === null) return change;
    const border = use === null ? '' : borderText(op, use, from, to);
    return `the result of ${producer.name} goes from ${change}${border}`;
  }

  /** The other tensors of the operation that are split differently along the factors that change. */
  #conflict({ owner, index }: OpOperand, from: TensorShardingAttr | null, to: TensorShardingAttr): string {
    const rule = this.#ruleOf(owner);
    const mapping = rule?.operands[index];
    if (rule === null || mapping === undefined) return '';
    const conflicts: string[] = [];
    mapping.dimMappings.forEach(({ factorIndices: factors }, dim) => {
      if (from?.dims[dim]?.axes.join() === to.dims[dim]?.axes.join()) return;
      for (const factor of factors) {
        const others: string[] = [];
        const compare = (
          value: Value,
          name: string,
          dims: readonly { readonly factorIndices: readonly number[] }[],
        ): void => {
          const at = dims.findIndex((other) => other.factorIndices.includes(factor));
          if (at < 0) return;
          const given = value.definingOp instanceof ReshardOp ? value.definingOp.input : value;
          others.push(`${axesText(getSharding(given, this.#context), at)} in ${name}`);
        };
        owner.operands.forEach(({ value }, i) => {
          if (i !== index) compare(value, `operand ${i}`, rule.operands[i]!.dimMappings);
        });
        zip(owner.results, rule.results).forEach(([result, ownResult], i) =>
          compare(result, `result ${i}`, ownResult.dimMappings),
        );
        const kind = rule.needReplication.includes(factor) ? ', which has to be whole' : '';
        conflicts.push(
          `factor ${factorSymbol(factor)}${kind}: ${[`${axesText(from, dim)} here`, ...others].join(', ')}`,
        );
      }
    });
    return conflicts.length === 0 ? '' : ` (${conflicts.join('; ')})`;
  }

  #ruleOf(op: Operation) {
    if (op.definition.dialect === 'sdy') return null;
    return attachedShardingRule(op) ?? registeredShardingRule(op, this.#context);
  }
}

function communicates(op: Operation): boolean {
  return op instanceof ReshardOp || isCollectiveOp(op) || op.name === 'stablehlo.collective_permute';
}

function useText({ owner, index }: OpOperand): string {
  if (owner instanceof ReturnOp) {
    const func = owner.parentOp;
    return `result ${index} of @${func instanceof FuncOp ? func.symName.value : ''}`;
  }
  if (owner instanceof CallOp) return `argument ${index} of a call of @${owner.callee.root}`;
  if (owner.definition.isTerminator)
    return `value ${index} that ${owner.parentOp?.name ?? owner.name} hands on`;
  return `operand ${index} of ${owner.name}`;
}

/** Why a result can't keep its sharding at the border of a function. */
function borderText(
  { input }: ReshardOp,
  { owner }: OpOperand,
  from: TensorShardingAttr | null,
  to: TensorShardingAttr,
): string {
  if (!(owner instanceof ReturnOp) || from === null || !(input.type instanceof RankedTensorType)) return '';
  const mesh = new MeshTable(owner).meshOf(from);
  const { shape } = input.type;
  const lost = from.dims.flatMap(({ axes }, d) => {
    if (mesh === null || axes.length <= (to.dims[d]?.axes.length ?? 0)) return [];
    const parts = axisListSize(axes, mesh);
    const size = shape[d] ?? 1;
    if (size % parts !== 0) return [`results are split evenly, and ${size} is not divisible by ${parts}`];
    return axes.some(({ isSubAxis }) => isSubAxis) ? ['results are split along whole axes'] : [];
  });
  return lost.length === 0 ? '' : ` (${[...new Set(lost)].join('; ')})`;
}

function dimsText(sharding: TensorShardingAttr | null, rank: number): string {
  return `[${Array.from({ length: rank }, (_, d) => axesText(sharding, d)).join(', ')}]`;
}

function axesText(sharding: TensorShardingAttr | null, dim: number): string {
  return `{${sharding?.dims[dim]?.axes.map((axis) => axis.text).join(', ') ?? ''}}`;
}
