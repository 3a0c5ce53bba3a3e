import type { Assumptions } from '../problem/priced-problem.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import type { Slack } from '../problem/slack.ts';
import type { CommunicationShare, StepEstimate } from '../step/step-estimate.ts';

/** How much of communication counts. */
export type Exposure = Pick<Assumptions, 'exposed' | 'exposedOf'>;

/** Returns what is half-way from what was assumed to what an estimate says is exposed. @param isByPart of each collective, or of each kind. */
export function towards(
  { exposed, exposedOf }: Exposure,
  estimate: StepEstimate,
  problem: ShardingProblem,
  isByPart: boolean,
): Exposure {
  const half = (assumed: number, { seconds, exposed: own }: CommunicationShare): number =>
    seconds === 0 ? assumed : (assumed + own / seconds) / 2;
  const next = (slack: Slack): number => half(exposed[slack], estimate.communication[slack]);
  const kinds = { early: next('early'), between: next('between'), late: next('late') };
  if (!isByPart) return { exposed: kinds };
  const of = (
    shares: readonly CommunicationShare[],
    places: readonly { readonly slack: Slack }[],
    assumed: readonly (number | undefined)[] = [],
  ): (number | undefined)[] =>
    shares.map((share, i) =>
      share.seconds === 0 ? assumed[i] : half(assumed[i] ?? exposed[places[i]!.slack], share),
    );
  const classes = of(estimate.ofClasses, problem.classes, exposedOf?.classes);
  const flows = of(estimate.ofFlows, problem.flows, exposedOf?.flows);
  return { exposed: kinds, exposedOf: { classes, flows } };
}

/** Returns what an estimate exposes: of collectives that it doesn't have, as much as of others of their kind. */
export function ownExposure({ communication, ofClasses, ofFlows }: StepEstimate): Exposure {
  const part = ({ seconds, exposed }: CommunicationShare): number | undefined =>
    seconds === 0 ? undefined : exposed / seconds;
  const of = (slack: Slack): number => part(communication[slack]) ?? 1;
  return {
    exposed: { early: of('early'), between: of('between'), late: of('late') },
    exposedOf: { classes: ofClasses.map(part), flows: ofFlows.map(part) },
  };
}

/** Returns what is known of an exposure, and the rest from another one. */
export function filled(known: Exposure, other: Exposure): Exposure {
  const merged = (which: 'classes' | 'flows'): (number | undefined)[] =>
    (known.exposedOf?.[which] ?? []).map((own, i) => own ?? other.exposedOf?.[which][i]);
  return { ...known, exposedOf: { classes: merged('classes'), flows: merged('flows') } };
}
