import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  axesInDims,
  type AxisList,
  axisListsOverlap,
  dataFlowOf,
  type DataFlowOp,
  functionArgumentSharding,
  functionResultSharding,
  getSharding,
  isCollectiveOp,
  MeshTable,
  type OpShardingRuleAttr,
  rankOf,
  ReshardOp,
  setSharding,
  skipPropagationBarriers,
  TensorShardingAttr,
  truncateWithoutOverlap,
  wholeAxes,
} from '@shardform/dialect-sdy';
import { ConcatenateOp, ReshapeOp } from '@shardform/dialect-stablehlo';
import {
  booleanOption,
  definePass,
  type Operation,
  OpResult,
  UnitAttr,
  type Value,
  zip,
} from '@shardform/ir-core';
import { completeFunctionShardings } from '../../module/func-shardings.ts';
import { attachedShardingRule, registeredShardingRule } from '../../rules/sharding-rule.ts';
import { Recomputations } from '../recompute/recomputation.ts';
import { insertAllReduces, reduceOperand } from './all-reduces.ts';
import { combiningReductions, withoutSplitReductions } from './combining.ts';
import { insertReshards, setFactorAxesEverywhere } from './apply-factor-axes.ts';
import { axesOf, commonFactorAxes } from './common-axes.ts';
import { withDivisibleShards, withEvenShards } from './even-shards.ts';
import { leastCommunication, type PricedSplit, type Split } from './least-communication.ts';
import { KEEPS_SHARDINGS, LookAhead, type PricedOperation } from './look-ahead.ts';
import { machineOption, reportMachineErrors } from '../../module/machine-option.ts';
import { pricesOf } from '../../module/prices.ts';
import { isDot, reshardMinimalDot } from './minimal-dot.ts';
import {
  fillMissingFactors,
  reshardReshapeWithOverflow,
  splitWithOverflow,
} from './reshape-with-overflow.ts';
import { IN_GROUPS, markSteps } from '../../xla/merge-collectives.ts';
import { insertScatteredSum } from '../../xla/scattered-sums.ts';
import { isSplitByLikeness, splitAsXla } from '../../xla/split-as-xla.ts';
import type { XlaSplit } from '../../xla/xla-split.ts';
import { type ReshardEnvironment, type ReshardSite, reshardSite } from './reshard-site.ts';
import { removePartialCollectives } from './remove-partial-collectives.ts';
import { keptPartialAxes, reducedAxes, type Reductions } from './partial-axes.ts';
import { reshardUse, wholeLike } from './reshard-use.ts';
import { LikeOperations } from './like-operations.ts';
import { reshardSingleDeviceOp } from './single-device-op.ts';
import { insertUnreducedCollectives } from './unreduced-collectives.ts';

/** `sdy-insert-explicit-reshards`. */
export const insertExplicitReshards = /* @__PURE__ */ definePass({
  name: 'sdy-insert-explicit-reshards',
  className: 'InsertExplicitReshardsPass',
  summary: 'Inserts explicit reshards to make all operations have compatible shardings.',
  description:
    'A sharding is compatible with an operation when its operands and results are split alike along the factors of its rule; such an operation runs on each device with its parts, except for sums over parts, which become all-reduces.',
  options: {
    'enable-full-version': booleanOption('Enable full version.'),
    'exact-reductions': booleanOption(
      'Combine partial results as the operation does, or do not split what it reduces; otherwise partial results are summed, whatever the operation does.',
    ),
    'even-parts': booleanOption(
      'Do not split dimensions into parts of unequal size for operations that can not tell padding from elements.',
    ),
    'divisible-parts': booleanOption('Split no dimension into parts of unequal size.'),
    'whole-axes': booleanOption('Split along whole axes of the mesh only.'),
    'least-communication': booleanOption(
      'Split operations so that devices send the least, counting borders that neighbours exchange.',
    ),
    'as-xla': booleanOption(
      "Split operations as XLA's partitioner does, which sums along one dimension after the other.",
    ),
    machine: machineOption,
    'earlier-ranking': booleanOption(
      'Rank factors as Shardy did before October 2025, whose version tt-mlir is built with: reductions like factors that pass through.',
    ),
  },
  anchor: 'func.func',
  run(op, pass) {
    const { context, options } = pass;
    // The anchor is func.func.
    const func = op as FuncOp;
    if (func.isDeclaration) return;
    if (options['as-xla']) markSteps(func);
    const environment: ReshardEnvironment = {
      context,
      meshes: new MeshTable(func),
      earlierRanking: options['earlier-ranking'],
      isExact: options['exact-reductions'] && options['enable-full-version'],
      prices: pricesOf(options.machine),
    };
    const problem = singleDeviceProblem(func, environment.meshes);
    if (problem !== null) {
      context.diagnostics.error(func.location, `'func.func' op ${problem}`);
      pass.fail();
      return;
    }
    if (environment.isExact) removePartialCollectives(func, context);
    const inserter = new ReshardInserter(environment, options, func.getAttr(KEEPS_SHARDINGS) !== null);
    func.setAttr(KEEPS_SHARDINGS, null);
    reportMachineErrors(func, pass, () => {
      func.walk((inner) => {
        if (inner !== func) inserter.visit(inner);
      });
      inserter.visitReturns(func);
    });
  },
});

/** Returns the error if arguments or results of a function are on a single device; `null` otherwise. */
function singleDeviceProblem(func: FuncOp, meshes: MeshTable): string | null {
  const { inputs, results } = func.functionType;
  const isOnOneDevice = (sharding: TensorShardingAttr | null): boolean =>
    sharding !== null && meshes.meshOf(sharding)?.isMaximal === true;
  const argument = inputs.findIndex((_, i) => isOnOneDevice(functionArgumentSharding(func, i)));
  if (argument >= 0)
    return `function argument ${argument} cannot have a single-device (maximal) sharding attribute`;
  const result = results.findIndex((_, i) => isOnOneDevice(functionResultSharding(func, i)));
  return result < 0
    ? null
    : `function result ${result} cannot have a single-device (maximal) sharding attribute`;
}

interface ReshardOptions {
  readonly 'enable-full-version': boolean;
  readonly 'exact-reductions': boolean;
  readonly 'even-parts': boolean;
  readonly 'divisible-parts': boolean;
  readonly 'whole-axes': boolean;
  readonly 'least-communication': boolean;
  readonly 'as-xla': boolean;
}

class ReshardInserter {
  readonly #environment: ReshardEnvironment;
  readonly #isFull: boolean;
  readonly #hasExactReductions: boolean;
  readonly #hasEvenParts: boolean;
  readonly #hasDivisibleParts: boolean;
  readonly #hasWholeAxes: boolean;
  readonly #sendsLeast: boolean;
  readonly #isAsXla: boolean;
  /** By the split that was chosen. */
  readonly #splitsOfXla = new Map<PricedSplit, XlaSplit>();
  readonly #recomputations: Recomputations;
  readonly #alike: LikeOperations;
  readonly #lookAhead: LookAhead | null;

  /** @param keepsShardings whether values keep the shardings that they have. */
  constructor(environment: ReshardEnvironment, options: ReshardOptions, keepsShardings: boolean) {
    this.#environment = environment;
    this.#recomputations = new Recomputations(environment);
    this.#alike = new LikeOperations(environment.context, this.#recomputations);
    this.#isFull = options['enable-full-version'];
    this.#hasExactReductions = options['exact-reductions'];
    this.#hasEvenParts = options['even-parts'];
    this.#hasDivisibleParts = options['divisible-parts'];
    this.#hasWholeAxes = options['whole-axes'];
    this.#sendsLeast = options['least-communication'];
    this.#isAsXla = options['as-xla'];
    this.#lookAhead =
      this.#sendsLeast && !keepsShardings
        ? new LookAhead(environment, this.#recomputations, (op) => this.#price(op))
        : null;
  }

  visit(op: Operation): void {
    // An operation that changes the sharding of its operand already has the one that it needs.
    if (op.definition.isTerminator || isCollectiveOp(op)) return;
    const { context } = this.#environment;
    const isFull = this.#isFull || needsFullVersion(op, this.#environment);
    const dataFlow = dataFlowOf(op, context);
    if (dataFlow !== null) {
      this.#visitDataFlow(dataFlow);
      return;
    }
    if (op instanceof CallOp) {
      this.#visitCall(op, isFull);
      return;
    }
    if (op instanceof ReshardOp) {
      if (this.#isReducedFirst(op)) this.#reduceOperands(op);
      if (this.#replaceReshard(op)) return;
    }
    this.#reduceOperands(op);
    if (reshardSingleDeviceOp(op, this.#environment)) return;
    // The least that is needed concerns products and partial sums.
    if (!isFull && op.results.length > 0 && !isDot(op) && !this.#isPartial(op.getResult())) return;
    const choice = this.#choiceOf(op, isFull);
    if (choice === null) return;
    const known = isFull && this.#isKnownAlike(op) ? this.#alike.find(op, choice.rule) : null;
    if (known?.isDone === true && !this.#movesInGroups(known.chosen)) return;
    const site = reshardSite(op, choice.rule, this.#environment, choice.reductions);
    if (site === null) return;
    if (isFull) this.#visitSite(site, known?.chosen ?? null);
    else this.#visitMinimally(site);
  }

  /** Whether operations that are like each other are split alike. */
  #isKnownAlike(op: Operation): boolean {
    return !this.#isAsXla || isSplitByLikeness(op);
  }

  /** Whether a split says of operands how they are moved, wherever they come from. */
  #movesInGroups(chosen: PricedSplit): boolean {
    return (this.#splitsOfXla.get(chosen)?.movedInGroups.length ?? 0) > 0;
  }

  /** Returns what an operation has a choice of; `null` for one that has none. */
  #choiceOf(op: Operation, isFull: boolean): SplitChoice | null {
    const rule = attachedShardingRule(op) ?? registeredShardingRule(op, this.#environment.context);
    if (rule === null || rule.isCustom || op.results.length === 0) return null;
    const isExact = this.#hasExactReductions && isFull && rule.reduction.length > 0;
    const reductions = isExact ? combiningReductions(op) : null;
    return { rule: isExact && reductions === null ? withoutSplitReductions(rule) : rule, reductions };
  }

  /** The split of an operation that is cheapest for it alone; `null` for an operation without a choice. */
  #price(op: Operation): PricedOperation | null {
    const choice = this.#choiceOf(op, true);
    if (choice === null) return null;
    const known = this.#alike.find(op, choice.rule);
    if (known !== null) return { op, chosen: known.chosen };
    const site = reshardSite(op, choice.rule, this.#environment, choice.reductions);
    return site === null || overflows(site) ? null : { op, chosen: this.#priced(site) };
  }

  #priced(site: ReshardSite, common?: Split): PricedSplit {
    const asXla = common === undefined && this.#isAsXla ? splitAsXla(site) : null;
    const allowed = (split: Split): Split => this.#allowed(split, site, true);
    const exchanges = asXla?.exchangesBorders ?? false;
    const given = this.#allowed(common ?? asXla?.split ?? commonFactorAxes(site), site, exchanges);
    const recomputation = this.#recomputations.on(site.mesh);
    const chosen = this.#sendsLeast
      ? leastCommunication(site, given, allowed, recomputation, this.#environment)
      : { split: given, cost: null, free: [], asked: [] };
    if (asXla !== null) this.#splitsOfXla.set(chosen, asXla);
    if (!overflows(site) && this.#isKnownAlike(site.op)) this.#alike.note(site, chosen);
    return chosen;
  }

  /** Gives the returned values the shardings of the function's results. */
  visitReturns(func: FuncOp): void {
    for (const block of func.body.blocks) {
      const terminator = block.lastOp;
      if (!(terminator instanceof ReturnOp)) continue;
      for (const operand of terminator.operands) {
        const target = functionResultSharding(func, operand.index);
        reshardUse(operand, target, terminator, this.#isFull, this.#environment);
      }
    }
  }

  #visitDataFlow(dataFlow: DataFlowOp): void {
    const { context } = this.#environment;
    for (const owner of [...dataFlow.resultOwners, ...dataFlow.blockArgumentOwners]) {
      const sharding = getSharding(owner, context);
      const target = sharding === null ? null : dataFlow.transformTarget(owner, sharding, 'before');
      for (const source of dataFlow.sources(owner)) {
        reshardUse(source, target, operationAfter(source.value), this.#isFull, this.#environment);
      }
    }
  }

  #visitCall(call: CallOp, isFull: boolean): void {
    const callee = call.calledFunction();
    if (callee === null) return;
    const { context, meshes } = this.#environment;
    const targets = completeFunctionShardings(callee, 'arg_attrs', meshes);
    const model = call
      .operandValues()
      .map((value) => getSharding(value, context))
      .find((sharding) => sharding !== null && meshes.meshOf(sharding)?.isMaximal !== true);
    for (const operand of [...call.operands]) {
      let target = targets?.shardings[operand.index] ?? null;
      if (targets === null) {
        if (model === undefined || model === null) return;
        target = TensorShardingAttr.fullyClosed(model.meshOrRef, rankOf(operand.value));
      }
      reshardUse(operand, target, operationAfter(operand.value), isFull, this.#environment);
    }
  }

  /** Returns whether partial values are combined before a value becomes partial along more axes; in Shardy they are after that. */
  #isReducedFirst({ input, sharding }: ReshardOp): boolean {
    const { context, isExact } = this.#environment;
    const from = getSharding(skipPropagationBarriers(input), context);
    if (isExact || from === null) return isExact;
    // Where Shardy fails: no dimension is split along an axis along which a value is partial, and shards are not padded then.
    return (
      axisListsOverlap(from.unreducedAxes, axesInDims(sharding)) ||
      (from.unreducedAxes.some((axis) => !sharding.unreducedAxes.includes(axis)) &&
        axisListsOverlap(axesInDims(from), sharding.unreducedAxes))
    );
  }

  /** Replaces a reshard to a sharding with more unreduced axes. */
  #replaceReshard(op: ReshardOp): boolean {
    const { context, isExact } = this.#environment;
    const given = getSharding(skipPropagationBarriers(op.input), context);
    const from = isExact ? (given ?? wholeLike(op.sharding)) : given;
    const value = insertUnreducedCollectives(op.input, from, op.sharding, op, this.#environment);
    if (value === null) return false;
    op.replaceAllUsesWith([value]);
    op.erase();
    return true;
  }

  /** Combines partial values of operands where the result isn't partial along the same axes. */
  #reduceOperands(op: Operation): void {
    if (op.results.length === 0) return;
    const kept = keptPartialAxes(op, this.#environment);
    for (const operand of op.operands) reduceOperand(operand, kept[operand.index]!, op, this.#environment);
  }

  /** Returns whether devices hold partial sums of a value. */
  #isPartial(value: Value): boolean {
    const sharding = getSharding(skipPropagationBarriers(value), this.#environment.context);
    return (sharding?.unreducedAxes.length ?? 0) > 0;
  }

  /** Brings the operands of a product to its split, and combines partial sums. */
  #visitMinimally(site: ReshardSite): void {
    const { op, rule, tensors, operandCount } = site;
    if (isDot(op)) reshardMinimalDot(site, this.#environment);
    const isUnreduced = (tensors[operandCount]!.sharding?.unreducedAxes.length ?? 0) > 0;
    if (!isUnreduced) return;
    const axes = rule.reduction.flatMap((factor) => firstAxes(site, factor));
    insertAllReduces(site, axes, this.#environment);
  }

  /** @param known the split that is chosen for the operation alone; `null` if it is not known yet. */
  #visitSite(site: ReshardSite, known: PricedSplit | null): void {
    const { op, rule, reductions } = site;
    if (op instanceof ReshapeOp && overflows(site)) {
      const given = splitWithOverflow(site);
      fillMissingFactors(site);
      const asXla = this.#isAsXla ? (splitAsXla(site)?.split ?? commonFactorAxes(site)) : null;
      const split = asXla ?? (this.#sendsLeast ? this.#priced(site, given).split : given);
      reshardReshapeWithOverflow(site, split, this.#environment);
      return;
    }
    const chosen = known ?? this.#priced(site);
    const free = this.#lookAhead?.better({ op, chosen }) ?? null;
    if (free === null) {
      this.#split(site, chosen.split, this.#splitsOfXla.get(chosen) ?? null);
      return;
    }
    zip(op.results, free.shardings).forEach(([result, sharding]) =>
      setSharding(result, sharding, this.#environment.context),
    );
    // Whose results have other shardings.
    this.#split(reshardSite(op, rule, this.#environment, reductions)!, free.split, null);
  }

  #split(site: ReshardSite, axes: Split, asXla: XlaSplit | null): void {
    const reduced = reducedAxes(site, axes);
    insertReshards(site, setFactorAxesEverywhere(site, axes), reduced, this.#environment);
    for (const index of asXla?.movedInGroups ?? []) {
      const { definingOp } = site.op.getOperand(index);
      if (definingOp instanceof ReshardOp) definingOp.setAttr(IN_GROUPS, UnitAttr.instance);
    }
    const scattered = asXla?.scatteredSum ?? null;
    if (scattered !== null && insertScatteredSum(site, scattered, reduced, this.#environment)) return;
    const sums = this.#isAsXla ? sumsInOrder(site, axes, new Set(asXla?.joinedSums)) : [reduced];
    for (const along of sums) insertAllReduces(site, along, this.#environment);
  }

  /** The split without what the operation, or an option, does not allow. */
  #allowed(split: Split, site: ReshardSite, exchangesBorders: boolean): Split {
    let axes =
      site.passed.length === 0 ? split : split.map((list) => truncateWithoutOverlap(list, site.passed));
    if (this.#hasEvenParts) axes = withEvenShards(axes, site, exchangesBorders);
    if (this.#hasWholeAxes) axes = axes.map(wholeAxes);
    return this.#hasDivisibleParts ? withDivisibleShards(axes, site) : axes;
  }
}

/** What an operation may be split along, and how its partial results are combined. */
interface SplitChoice {
  readonly rule: OpShardingRuleAttr;
  readonly reductions: Reductions;
}

/** Returns whether a dimension is split along more than its first factors. */
function overflows({ projection }: ReshardSite): boolean {
  return projection.tensors.some(({ factors }) =>
    factors.some((sharding) => sharding !== null && sharding.overflowAxes.length > 0),
  );
}

/** The axes of XLA's sums, the last one first: those along each dimension from the last one on, and what is summed at once. */
function sumsInOrder({ rule }: ReshardSite, axes: Split, joined: ReadonlySet<number>): readonly AxisList[] {
  const { reduction } = rule;
  return [
    reduction.flatMap((factor) => (joined.has(factor) ? axes[factor]! : [])),
    ...reduction.map((factor) => (joined.has(factor) ? [] : axes[factor]!)),
  ];
}

/** The axes of a reduced factor in the first operand that has it. */
function firstAxes(site: ReshardSite, factor: number) {
  const index = site.tensors.findIndex(({ mapping }) => mapping.hasFactor(factor));
  return index < 0 ? [] : axesOf(site, index, factor);
}

/** Operations that can't run with incompatible shardings whatever partitions them later. */
function needsFullVersion(op: Operation, { context }: ReshardEnvironment): boolean {
  if (op.name === 'mhlo.ragged_dot' || op instanceof CallOp) return true;
  if (!(op instanceof ConcatenateOp)) return false;
  const result = getSharding(op.getResult(), context);
  return op.operands.some(({ value }) => getSharding(value, context) !== result);
}

/** Returns the operation before which to insert one that directly follows a value. */
function operationAfter(value: Value): Operation {
  const next = value instanceof OpResult ? value.owner.next : (value.parentBlock?.firstOp ?? null);
  // A value that is used is not the last thing of its block.
  return next!;
}
