import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  type AllReduceOp,
  factorSymbol,
  getSharding,
  localShape,
  MeshTable,
  type ReshardOp,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ringTraffic } from '@shardform/dialect-stablehlo';
import {
  bytesText,
  type Context,
  elementByteWidth,
  oneLine,
  type Operation,
  type OpOperand,
  product,
  RankedTensorType,
} from '@shardform/ir-core';
import { combiningReductions } from '@shardform/passes-sharding';
import { borderReasons } from './border-reasons.ts';
import { lostAxes, type OpTensor, reducedDimensions, ruleOf, tensorsOf } from './operation-tensors.ts';

/** Returns the operands of an operation whose reduction leaves partial values, as the partitioner has them. */
export function reductionDetail({ tensor, reductionAxes }: AllReduceOp, context: Context): string {
  const producer = tensor.definingOp;
  const rule = producer === null ? null : ruleOf(producer, context);
  if (producer === null || rule === null) return 'partial values are wanted whole';
  const axes = new Set(reductionAxes.value.map(({ name }) => name));
  const reduced = reducedDimensions(producer, rule, axes, context).map(
    ([{ operand, dim }]) => `dimension ${dim} of operand ${operand}`,
  );
  if (reduced.length === 0) return `${producer.name} gives partial values, which are wanted whole`;
  return `${producer.name} reduces ${reduced.join(' and ')}, which ${reduced.length === 1 ? 'is' : 'are'} sharded`;
}

/** Returns the shardings before and after a reshard, with the factors that ask for it, as the partitioner has them. */
export function reshardDetail(op: ReshardOp, context: Context): string {
  const [from, to] = [getSharding(op.input, context), op.sharding];
  const change = `${dimsText(from, to.rank)} to ${dimsText(to, to.rank)}`;
  const use = op.result.firstUse;
  const producer = op.input.definingOp;
  const border = use === null ? [] : borderReasons(op, use, from, to);
  const borderText = border.length === 0 ? '' : ` (${border.join('; ')})`;
  if (use !== null && (producer === null || use.owner.location === op.location))
    return `${useText(use)} goes from ${change}${borderText || conflictText(use, from, to, context)}`;
  return producer === null ? change : `the result of ${producer.name} goes from ${change}${borderText}`;
}

/** Why an operand's factors can't keep their axes: how the other tensors of the operation are split. */
function conflictText(
  { owner, index }: OpOperand,
  from: TensorShardingAttr | null,
  to: TensorShardingAttr,
  context: Context,
): string {
  const rule = ruleOf(owner, context);
  const mapping = rule?.operands[index];
  if (rule === null || mapping === undefined) return '';
  const others = tensorsOf(owner, rule, context).filter((_, i) => i !== index);
  const conflicts: string[] = [];
  mapping.dimMappings.forEach(({ factorIndices: factors }, dim) => {
    if (from?.dims[dim]?.axes.join() === to.dims[dim]?.axes.join()) return;
    for (const factor of factors) {
      const kind = rule.needReplication.includes(factor) ? ', which has to be whole' : '';
      const own = axesText(from, dim);
      const shares = others.flatMap(({ place, sharding, dims }) => {
        const at = dims.findIndex((other) => other.factorIndices.includes(factor));
        return at < 0 ? [] : [{ place, axes: axesText(sharding, at) }];
      });
      const isShared = kind === '' && shares.every(({ axes }) => axes === own);
      const text = isShared
        ? (sharedText(own, lostAxes(from, to, dim), factor, others) ??
          (rule.reduction.includes(factor)
            ? `${own}, but ${combinedText(owner, from, to, dim, context)}`
            : own))
        : [`${own} here`, ...shares.map(({ axes, place }) => `${axes} in ${place}`)].join(', ');
      conflicts.push(`factor ${factorSymbol(factor)}${kind}: ${text}`);
    }
  });
  return conflicts.length === 0 ? '' : ` (${conflicts.join('; ')})`;
}

/** Why a factor loses axes along which all tensors that have it are split, if another factor has them. */
function sharedText(
  axes: string,
  lost: readonly string[],
  factor: number,
  tensors: readonly OpTensor[],
): string | null {
  const elsewhere = tensors.flatMap(({ place, sharding, dims }) =>
    dims.flatMap(({ factorIndices }, at) => {
      const [other] = factorIndices;
      const own = sharding?.dims[at]?.axes.some((axis) => lost.includes(axis.name)) === true;
      return other === undefined || !own || factorIndices.includes(factor)
        ? []
        : [`factor ${factorSymbol(other)} has ${axesText(sharding, at)} in ${place}`];
    }),
  );
  const [first] = elsewhere;
  return first === undefined ? null : `${axes}, but ${first}`;
}

/** Returns the cost of reducing parts of a dimension and combining the results, instead of resharding an operand. */
export function combinedText(
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

function dimsText(sharding: TensorShardingAttr | null, rank: number): string {
  return `[${Array.from({ length: rank }, (_, d) => axesText(sharding, d)).join(', ')}]`;
}

function axesText(sharding: TensorShardingAttr | null, dim: number): string {
  return `{${sharding?.dims[dim]?.axes.map((axis) => axis.text).join(', ') ?? ''}}`;
}
