import type { NamedLayout } from './layout-name.ts';

/** Families of layouts that people ask for by name. */
export const STRATEGIES = ['dp', 'fsdp', 'tp', 'sp', 'cp', 'ep'] as const;

/** One of {@link STRATEGIES}: data parallel, FSDP, tensor parallel, sequence parallel, context parallel, expert parallel. */
export type StrategyName = (typeof STRATEGIES)[number];

/** How the names of the layouts of a family read. */
const NAMES: Readonly<Record<StrategyName, RegExp>> = {
  dp: /^data parallel/,
  fsdp: /\bFSDP\b/,
  tp: /^(?:Megatron|2-D tensor parallel)\b/,
  sp: /\bsequence parallel\b/,
  cp: /^context parallel\b/,
  ep: /^expert parallel\b/,
};

/** Returns whether a layout is of a family; with `undefined`, whether it is any. */
export function isOfStrategy(
  layout: Pick<NamedLayout, 'name'> | null,
  strategy: StrategyName | undefined,
): boolean {
  return strategy === undefined || (layout !== null && NAMES[strategy].test(layout.name));
}
