import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  AllReduceOp,
  axisListSize,
  factorSymbol,
  getSharding,
  isCollectiveOp,
  localShape,
  MeshTable,
  ReshardOp,
  type OpShardingRuleAttr,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ringTraffic } from '@shardform/dialect-stablehlo';
import {
  bytesText,
  CallSiteLoc,
  type Context,
  elementByteWidth,
  FusedLoc,
  type Location,
  type ModuleOp,
  NameLoc,
  type Operation,
  type OpOperand,
  type PassInstance,
  type PassInstrumentation,
  product,
  RankedTensorType,
  type Value,
  zip,
  oneLine,
} from '@shardform/ir-core';
import { operationKind } from '@shardform/inspect';
import {
  attachedShardingRule,
  combiningReductions,
  registeredShardingRule,
} from '@shardform/passes-sharding';

/** Passes that insert communication for one reason. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['sdy-sharding-constraint-to-reshard', 'a sharding constraint asks for it'],
  ['sdy-resolve-single-device-sharding', 'one device computes it for all'],
]);

/** Passes that insert communication. */
const INSERTING_PASSES: ReadonlySet<string> = new Set([
  ...REASONS.keys(),
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
  /** The operations of the program as it was given, by their unique locations. */
  readonly #program = new Map<Location, Operation>();

  /** @param program with unique locations, before it is partitioned. */
  constructor(context: Context, program: ModuleOp) {
    this.#context = context;
    program.walk((op) => {
      this.#program.set(op.location, op);
    });
  }

  /** The recorded reason for an operation; `null` if there is none. */
  reasonOf({ location }: Operation): string | null {
    return foundAt(this.#reasons, location);
  }

  /** Why devices communicate for an operation; `null` if the program as it was given says so. */
  causeOf(op: Operation): string | null {
    const reason = this.reasonOf(op);
    if (reason !== null) return reason;
    const source = foundAt(this.#program, op.location);
    if (source === null) return 'inserted by a pass';
    if (source instanceof ReshardOp) return 'a reshard asks for it';
    return operationKind(source) === operationKind(op) ? null : `inserted for ${source.name}`;
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
    const given = REASONS.get(pass.name);
    // All reasons are computed before locations change, since these distinguish operands from results.
    const told = inserted.map((op) => [op, given ?? this.#reason(op)] as const);
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

  /** Why an operand's factors can't keep their axes: how the other tensors of the operation are split. */
  #conflict({ owner, index }: OpOperand, from: TensorShardingAttr | null, to: TensorShardingAttr): string {
    const rule = this.#ruleOf(owner);
    const mapping = rule?.operands[index];
    if (rule === null || mapping === undefined) return '';
    const others = this.#tensorsOf(owner, rule).filter((_, i) => i !== index);
    const conflicts: string[] = [];
    mapping.dimMappings.forEach(({ factorIndices: factors }, dim) => {
      if (from?.dims[dim]?.axes.join() === to.dims[dim]?.axes.join()) return;
      for (const factor of factors) {
        const kind = rule.needReplication.includes(factor) ? ', which has to be whole' : '';
        const own = axesText(from, dim);
        const shares = others.flatMap(({ name, sharding, dims }) => {
          const at = dims.findIndex((other) => other.factorIndices.includes(factor));
          return at < 0 ? [] : [{ name, axes: axesText(sharding, at) }];
        });
        const isShared = kind === '' && shares.every(({ axes }) => axes === own);
        const text = isShared
          ? (sharedText(own, lostAxes(from, to, dim), factor, others) ??
            (rule.reduction.includes(factor)
              ? `${own}, but ${combinedText(owner, from, to, dim, this.#context)}`
              : own))
          : [`${own} here`, ...shares.map(({ axes, name }) => `${axes} in ${name}`)].join(', ');
        conflicts.push(`factor ${factorSymbol(factor)}${kind}: ${text}`);
      }
    });
    return conflicts.length === 0 ? '' : ` (${conflicts.join('; ')})`;
  }

  /** The tensors of an operation as they were before they were resharded. */
  #tensorsOf(op: Operation, rule: OpShardingRuleAttr): readonly OpTensor[] {
    const tensor = (value: Value, name: string, dims: OpTensor['dims']): OpTensor => {
      const given = value.definingOp instanceof ReshardOp ? value.definingOp.input : value;
      return { value, name, sharding: getSharding(given, this.#context), dims };
    };
    return [
      ...op.operands.map(({ value }, i) => tensor(value, `operand ${i}`, rule.operands[i]!.dimMappings)),
      ...zip(op.results, rule.results).map(([result, own], i) =>
        tensor(result, `result ${i}`, own.dimMappings),
      ),
    ];
  }

  #ruleOf(op: Operation) {
    if (op.definition.dialect === 'sdy') return null;
    return attachedShardingRule(op) ?? registeredShardingRule(op, this.#context);
  }
}

/** A tensor of an operation, with the factors of its dimensions. */
interface OpTensor {
  readonly value: Value;
  readonly name: string;
  readonly sharding: TensorShardingAttr | null;
  readonly dims: readonly { readonly factorIndices: readonly number[] }[];
}

/** Names of the axes that a dimension loses. */
function lostAxes(from: TensorShardingAttr | null, to: TensorShardingAttr, dim: number): readonly string[] {
  const kept = new Set(to.dims[dim]?.axes.map(({ text }) => text));
  return (from?.dims[dim]?.axes ?? []).filter(({ text }) => !kept.has(text)).map(({ name }) => name);
}

/** Why a factor loses axes along which all tensors that have it are split, if another factor has them. */
function sharedText(
  axes: string,
  lost: readonly string[],
  factor: number,
  tensors: readonly OpTensor[],
): string | null {
  const elsewhere = tensors.flatMap(({ name, sharding, dims }) =>
    dims.flatMap(({ factorIndices }, at) => {
      const [other] = factorIndices;
      const own = sharding?.dims[at]?.axes.some((axis) => lost.includes(axis.name)) === true;
      return other === undefined || !own || factorIndices.includes(factor)
        ? []
        : [`factor ${factorSymbol(other)} has ${axesText(sharding, at)} in ${name}`];
    }),
  );
  const [first] = elsewhere;
  return first === undefined ? null : `${axes}, but ${first}`;
}

/** What it would take to reduce parts of a dimension, and to combine the results. */
function combinedText(
  op: Operation,
  from: TensorShardingAttr | null,
  to: TensorShardingAttr,
  dim: number,
  context: Context,
): string {
  const mesh = from === null ? null : new MeshTable(op).meshOf(from);
  if (from === null || mesh === null || combiningReductions(op) === null)
    return 'nothing combines the results of its parts';
  const parts = from.dims[dim]!.shardedSize(mesh) / to.dims[dim]!.shardedSize(mesh);
  const bytes = op.results.reduce((sum, result) => {
    const { type } = result;
    if (!(type instanceof RankedTensorType)) return sum;
    const sharding = getSharding(result, context);
    const shape = (sharding === null ? null : localShape(type.shape, sharding, mesh)) ?? type.shape;
    return sum + product(shape) * (elementByteWidth(type.elementType) ?? 0);
  }, 0);
  return `an all_reduce of the results of its parts sends ${bytesText(ringTraffic('all_reduce', parts, bytes).bytes)}`;
}

/**
 * The entry of a location, or of one that it was made of: operations are inlined, cloned and fused after they are
 * inserted.
 */
function foundAt<T>(entries: ReadonlyMap<Location, T>, location: Location): T | null {
  const own = entries.get(location);
  if (own !== undefined) return own;
  if (location instanceof CallSiteLoc) return foundAt(entries, location.callee);
  if (location instanceof NameLoc) return foundAt(entries, location.child);
  if (!(location instanceof FusedLoc)) return null;
  for (const part of location.locations) {
    const found = foundAt(entries, part);
    if (found !== null) return found;
  }
  return null;
}

function communicates(op: Operation): boolean {
  if (op.definition.dialect === 'sdy') return op instanceof ReshardOp || isCollectiveOp(op);
  return op.name === 'stablehlo.collective_permute';
}

function useText({ owner, index }: OpOperand): string {
  if (owner instanceof ReturnOp) {
    const func = owner.parentOp;
    return `result ${index} of @${func instanceof FuncOp ? oneLine(func.symName.value) : ''}`;
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
