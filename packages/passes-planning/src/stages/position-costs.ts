import { bytesOfType } from '@shardform/cost-model';
import { BlockArgument, Operation, type Value } from '@shardform/ir-core';

import { partsOf } from '../problem/dim-splits.ts';
import type { Item } from '../problem/program-graph.ts';
import type { ShardingProblem } from '../problem/sharding-problem.ts';
import { widthOf } from '../solver/cost-of-choices.ts';
import type { ChainPlace, ChainPositions } from './chain-positions.ts';
import { type MicrobatchProgram, outermost, type WorkKind } from './microbatch-program.ts';

/** What a device of a stage does and holds for one microbatch, by position along the forward pass. */
export interface PositionCosts {
  /** Seconds of the forward pass, and of everything else. */
  readonly forward: Float64Array;
  readonly backward: Float64Array;
  /** Bytes of arguments, of what they become, and of sums. */
  readonly held: Float64Array;
  /** Bytes that the forward pass keeps for the backward one. */
  readonly kept: Float64Array;
  /** By position at which a stage begins, bytes that go from one side to the other. */
  readonly crossing: Float64Array;
}

/** Adds up what operations take by the choices of a plan, and what is between their places. */
export function positionCosts(
  program: MicrobatchProgram,
  chain: ChainPositions,
  problem: ShardingProblem,
  choices: readonly number[],
): PositionCosts {
  const { length, placeOf, positionOf } = chain;
  const array = (): Float64Array => new Float64Array(length + 1);
  const costs: PositionCosts = {
    ...{ forward: array(), backward: array(), held: array(), kept: array(), crossing: array() },
  };
  const seconds = itemSeconds(problem, choices);
  const { axisSizes } = problem.communication;
  const bytesOf = (value: Value): number => {
    const item: Item = problem.classOf.has(value) || value.definingOp === null ? value : value.definingOp;
    const number = problem.classOf.get(item);
    const splits =
      number === undefined
        ? undefined
        : problem.classes[number]!.strategies[choices[number]!]!.results[
            item === value ? 0 : resultOf(value)
          ];
    return bytesOfType(value.type) / (splits === undefined ? 1 : partsOf(splits, axisSizes));
  };
  for (const [op, kind] of program.kinds) {
    if (kind !== 'body') continue;
    const { position, isBackward } = placeOf.get(op)!;
    const own = isBackward ? costs.backward : costs.forward;
    own[position]! += seconds.get(op) ?? 0;
  }
  const edges = new Float64Array(length + 2);
  const cross = (from: number, positions: readonly number[], bytes: number): void => {
    const [first, last] = [Math.min(from, ...positions), Math.max(from, ...positions)];
    edges[first + 1]! += bytes;
    edges[last + 1]! -= bytes;
  };
  const placesOfUsers = (value: Value, kinds: readonly WorkKind[]): ChainPlace[] =>
    value.users().flatMap((own) => {
      const user = outermost(own, program.func);
      const place = placeOf.get(user);
      return place !== undefined && kinds.includes(program.kinds.get(user) ?? 'constant') ? [place] : [];
    });
  // Parameters that another stage needs, and gradients for them, go there once a step.
  const crossOnce = (value: Value, position: number, kinds: readonly WorkKind[]): void => {
    const positions = placesOfUsers(value, kinds).map((place) => place.position);
    if (positions.length > 0) cross(position, positions, bytesOf(value));
  };
  const visit = (value: Value, position: number, isForward: boolean): void => {
    const users = placesOfUsers(value, ['body']);
    if (users.length === 0) return;
    const bytes = bytesOf(value);
    cross(
      position,
      users.map((place) => place.position),
      bytes,
    );
    if (!isForward) return;
    const keeper = Math.max(-1, ...users.flatMap((place) => (place.isBackward ? [place.position] : [])));
    if (keeper >= 0) costs.kept[Math.min(keeper, length - 1)]! += bytes;
  };
  for (const [op, kind] of program.kinds) {
    if (kind !== 'body') continue;
    const { position, isBackward } = placeOf.get(op)!;
    for (const result of op.results) visit(result, position, !isBackward);
  }
  for (const argument of program.func.entry.arguments) {
    if (!(argument instanceof BlockArgument)) continue;
    if (program.data.has(argument.index)) continue;
    const at = Math.min(length - 1, positionOf.get(argument) ?? 0);
    costs.held[Math.max(0, at)]! += bytesOf(argument);
    crossOnce(argument, Math.max(0, at), ['before', 'body']);
  }
  for (const value of program.sums) {
    const place = value.definingOp === null ? undefined : placeOf.get(value.definingOp);
    const at = Math.max(0, Math.min(length - 1, place?.position ?? 0));
    costs.held[at]! += bytesOf(value);
    crossOnce(value, at, ['after']);
  }
  let now = 0;
  for (let position = 0; position <= length; position++) {
    now += edges[position]!;
    costs.crossing[position] = now;
  }
  return costs;
}

function resultOf(value: Value): number {
  return value.definingOp?.results.findIndex((own) => own === value) ?? 0;
}

/** Seconds of the operations of the function itself, with communication before them and with what is inside of them. */
function itemSeconds(problem: ShardingProblem, choices: readonly number[]): ReadonlyMap<Operation, number> {
  const { graph, classes, classOf, flows, flowNumbers, func } = problem;
  const found = new Map<Operation, number>();
  const add = (item: Item, seconds: number): void => {
    const op = item instanceof Operation ? item : (item.definingOp ?? item.parentBlock?.parentOp ?? null);
    const at = op === null ? null : func.entry.findAncestorOp(op);
    if (at !== null) found.set(at, (found.get(at) ?? 0) + seconds);
  };
  for (const [item, times] of graph.items) {
    const number = classOf.get(item)!;
    const { seconds, communication } = classes[number]!.strategies[choices[number]!]!;
    add(item, times * (seconds + communication));
  }
  for (const [i, { to, times }] of graph.flows.entries()) {
    const { a, b, rows, columns, communication, kernels } = flows[flowNumbers[i]!]!;
    const width = widthOf(communication, rows, classes[a]!.strategies.length);
    const at = rows[choices[a]!]! * width + columns[choices[b]!]!;
    add(to, times * (communication[at]! + kernels[at]!));
  }
  return found;
}
