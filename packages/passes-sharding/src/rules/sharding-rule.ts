import {
  type Context,
  defineOpInterface,
  type Operation,
  type OpInterface,
  symbol,
  symbolTable,
} from '@shardform/ir-core';
import { dataFlowOf, OpShardingRuleAttr, SHARDING_RULE } from '@shardform/dialect-sdy';

/** Options of sharding rules. */
export interface ShardingRuleOptions {
  /** Leave out, or block, factors whose propagation may need communication (`conservative-propagation`). */
  readonly conservative: boolean;
}

/**
 * Gives the rule of one operation, or `null` when the operation deliberately has none. The context is there for
 * warnings.
 */
export type ShardingRuleProvider = (
  options: ShardingRuleOptions,
  context: Context,
) => OpShardingRuleAttr | null;

/**
 * The correspondence between the shardings of an operation's operands and results. A package implements it for its own
 * operations with `shardingRule.implementFor(MyOp, (op) => () => pointwiseRule(op))`.
 *
 * Propagation moves shardings along the factors of the rule; partitioning relies on it for the communication
 * that an operation needs.
 */
export const shardingRule: OpInterface<ShardingRuleProvider> = /* @__PURE__ */ defineOpInterface(
  'sdy.sharding_rule',
  'a sharding rule',
);

/** The options by default: rules that may need communication take part. */
export const defaultRuleOptions: ShardingRuleOptions = { conservative: false };

/** Returns the rule that is attached to the operation as `sdy.sharding_rule`. */
export function attachedShardingRule(op: Operation): OpShardingRuleAttr | null {
  if (op.discardable === null) return null;
  const attribute = op.discardable.get(SHARDING_RULE);
  return attribute instanceof OpShardingRuleAttr ? attribute : null;
}

/**
 * Returns the rule registered for the operation's kind, ignoring attached ones; `null` for operations without one.
 * Warns about unregistered operations, once per kind.
 */
export function registeredShardingRule(
  op: Operation,
  context: Context,
  options: ShardingRuleOptions = defaultRuleOptions,
): OpShardingRuleAttr | null {
  const provider = context.query(shardingRule, op);
  if (provider !== undefined) return provider(options, context);
  // Operations with data-flow edges need no rule.
  if (!isStructural(op) && dataFlowOf(op, context) === null) warnUnknown(op, `op '${op.name}'`, context);
  return null;
}

/** Returns the attached rule, or the registered one, which is attached then. */
export function getOrCreateShardingRule(
  op: Operation,
  context: Context,
  options: ShardingRuleOptions = defaultRuleOptions,
): OpShardingRuleAttr | null {
  const attached = attachedShardingRule(op);
  if (attached !== null) return attached;
  const rule = registeredShardingRule(op, context, options);
  if (rule !== null) op.setAttr(SHARDING_RULE, rule);
  return rule;
}

/** Structural operations compute nothing and need no rule. */
function isStructural({ definition }: Operation): boolean {
  return definition.isTerminator || definition.traits.has(symbol) || definition.traits.has(symbolTable);
}

/** Leaves out the warning about an operation that a pass has made: the user did not write it. */
export function neverWarnUnknown(op: Operation, context: Context): void {
  context.diagnostics.isFirst(unknownText(`op '${op.name}'`));
}

function unknownText(what: string): string {
  return `${what} is unknown to SDY sharding rule registry`;
}

/** Warns, once in a run, that there is no rule for an operation or its callee. */
export function warnUnknown(op: Operation, what: string, context: Context): void {
  const message = unknownText(what);
  if (context.diagnostics.isFirst(message)) context.diagnostics.warning(op.location, message);
}
