import { booleanOption, enumOption, stringOption } from '@shardform/ir-core';
import type { PropagationObserver } from './propagation-observer.ts';
import type { PropagationStrategy } from './strategy.ts';

/** Options common to all propagation passes. */
export interface PropagationOptions {
  /** Leave the rules of operations attached. */
  readonly keepShardingRules: boolean;
  /** Leave out what may need communication. */
  readonly conservative: boolean;
  readonly strategy: PropagationStrategy;
  /** Prefer operations along which shardings move best. */
  readonly byOpPriority: boolean;
  /** Follow the priorities that users gave to dimensions. */
  readonly byUserPriority: boolean;
  /** Record on each value where the axes of its sharding came from. */
  readonly recordOrigins: boolean;
  /** Record on each operation how axes moved between its operands and results. */
  readonly recordEdges: boolean;
  readonly observers?: readonly PropagationObserver[];
  /** Called between user priorities, with the one that was propagated; the module has all its shardings then. */
  readonly betweenPriorities?: (priority: bigint) => void;
}

/** The options of `sdy-basic-propagate`. */
export const basicPropagationOptions = {
  'keep-sharding-rules': booleanOption('whether to keep existing and created op sharding rules'),
  'module-dump-directory': stringOption('where to dump any rewritten modules for debugging'),
  'conservative-propagation': booleanOption(
    'whether to disallow split axes and non-divisible sharding axes during propagation',
  ),
  'debug-sharding-origins': booleanOption(
    'whether to save information about the origin of a sharding on the MLIR module. These would be the shardings on the function inputs, outputs, sharding constraints and manual computations before propagation.',
  ),
  'debug-propagation-edge-sharding': booleanOption(
    'whether to save information about the edge source of a sharding on the MLIR module. These are what operand/result introduced a sharding on some op result.',
  ),
};

/** The options of `sdy-aggressive-propagate`. */
export const aggressivePropagationOptions = {
  ...basicPropagationOptions,
  'propagation-strategy': enumOption<PropagationStrategy>(
    'which factor propagation strategy to use',
    ['basic', 'aggressive', 'basic-then-aggressive'],
    'aggressive',
  ),
};

/** The options of `sdy-op-priority-propagate`. */
export const opPriorityPropagationOptions = {
  ...aggressivePropagationOptions,
  'run-op-priority-propagation': booleanOption('whether to run (or skip) op-priority propagation', true),
};
