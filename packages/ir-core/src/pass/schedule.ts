import type { PassInstance } from './pass.ts';
import { isOpPipeline, type OpPipeline, type PipelineElement } from './pipeline.ts';

/** A pipeline in the form in which it runs: nested pipelines that follow each other are joined, as in MLIR. */
export interface Schedule {
  readonly anchor: string;
  readonly stages: readonly Stage[];
}

/** A unit that runs as one step on an operation. */
export type Stage = PassInstance | NestedSchedules;

/** Schedules that share one visit of the operations directly inside; one for each anchor. */
export interface NestedSchedules {
  readonly nested: readonly Schedule[];
}

/** Returns true if a stage visits nested operations. */
export function isNestedSchedules(stage: Stage): stage is NestedSchedules {
  return 'nested' in stage;
}

/** Returns the form in which a pipeline runs. */
export function schedule({ anchor, elements }: OpPipeline): Schedule {
  const stages: Stage[] = [];
  for (let i = 0; i < elements.length;) {
    const element = elements[i]!;
    if (!isOpPipeline(element)) {
      stages.push(element);
      i++;
      continue;
    }
    const neighbours = [element];
    for (i++; i < elements.length; i++) {
      const next = elements[i]!;
      if (!isOpPipeline(next) || next.anchor === 'any' || element.anchor === 'any') break;
      neighbours.push(next);
    }
    stages.push({ nested: join(neighbours) });
  }
  return { anchor, stages };
}

/** One schedule for each anchor, in the order of their names. */
function join(pipelines: readonly OpPipeline[]): Schedule[] {
  const elementsByAnchor = new Map<string, readonly PipelineElement[]>();
  for (const { anchor, elements } of pipelines) {
    elementsByAnchor.set(anchor, [...(elementsByAnchor.get(anchor) ?? []), ...elements]);
  }
  return [...elementsByAnchor]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([anchor, elements]) => schedule({ anchor, elements }));
}

/** Returns the passes of a schedule, in order. */
export function passesOf({ stages }: Schedule): PassInstance[] {
  return stages.flatMap((stage) => (isNestedSchedules(stage) ? stage.nested.flatMap(passesOf) : [stage]));
}

/** Upstream's name of a pass, for messages and reports. */
export function displayName({ pass }: PassInstance): string {
  return pass.className ?? pass.name;
}

/** MLIR's name of schedules that share a visit, such as `Pipeline Collection : ['func.func']`. */
export function collectionName({ nested }: NestedSchedules): string {
  return `Pipeline Collection : [${nested.map(({ anchor }) => `'${anchor}'`).join(', ')}]`;
}

/** MLIR's name of a schedule in reports. */
export function scheduleName({ anchor }: Schedule): string {
  return `'${anchor}' Pipeline`;
}
