import { programEntry } from '@shardform/dialect-func';
import {
  type ExtraCost,
  partitionSpec,
  type PlanExplanation,
  type PlannedProgram,
} from '@shardform/passes-planning';
import type { Json } from '../json-schema/json-schema.ts';
import { meshText } from './mesh-shapes.ts';
import {
  isStaged,
  peakOf,
  type PlanAnswer,
  secondsOf,
  simulatedBest,
  type TriedProgram,
  triedPrograms,
} from './plan-answer.ts';
import type { planSchema } from './plan-schema.ts';
import { plannedValues } from './planned-values.ts';

type PlanJson = Json<typeof planSchema>;

/** Returns the answer as JSON. */
export function planJson(answer: PlanAnswer): PlanJson {
  const { best, fits, file, explanation, jax, pipelines, code } = answer;
  const found = simulatedBest(best);
  const func = programEntry(isStaged(found.own) ? found.own.module : found.own.planned);
  const values = (which: 'arguments' | 'results') => (func === null ? [] : plannedValues(func, which));
  return {
    version: 1,
    file,
    fits,
    best: candidate(found),
    arguments: values('arguments'),
    results: values('results'),
    tried: triedPrograms(answer).map(candidate),
    noPipeline: pipelines?.refusal ?? null,
    explanation: explanation === null ? null : explanationJson(explanation),
    ...specsJson(answer),
    jax,
    code,
    warnings: [...answer.warnings],
  };
}

function specsJson({
  specs,
  verified,
  best,
}: PlanAnswer): Pick<PlanJson, 'rules' | 'constraints' | 'droppedConstraints' | 'verified'> {
  const own = simulatedBest(best).own;
  const compiled = isStaged(own) ? null : (verified?.compiled.get(own) ?? null);
  return {
    rules:
      specs?.rules.map(({ pattern, spec, count }) => ({ pattern, partitionSpec: spec, arguments: count })) ??
      null,
    constraints:
      specs?.constraints.map(({ place: { file, line }, kind, type, spec, values }) => ({
        ...{ file, line, operation: kind, type, values },
        partitionSpec: spec,
      })) ?? null,
    droppedConstraints: (specs?.dropped ?? []).flatMap((place) =>
      place === null ? [] : [{ file: place.file, line: place.line }],
    ),
    verified:
      verified === null
        ? null
        : {
            ...{ compiler: `jaxlib ${verified.version}`, plan: compiled },
            written: (verified.written && verified.compiled.get(verified.written)) ?? null,
          },
  };
}

function candidate({ mesh, own }: TriedProgram): PlanJson['best'] {
  const { facts } = own;
  if (isStaged(own)) {
    const { stages, chunks, microbatches, schedule } = own.shape;
    const pipeline = { stages, chunks, microbatches, schedule, estimated: own.estimated };
    return { mesh, pipeline, layout: null, isGiven: false, facts, model: null };
  }
  const { model } = own;
  return {
    ...{ mesh, pipeline: null, layout: own.layout?.name ?? null },
    isGiven: model === null,
    facts,
    model:
      model === null
        ? null
        : { seconds: model.seconds, bound: model.bound, exposed: model.assumptions.exposed },
  };
}

function explanationJson({
  plan,
  layouts,
  decisions,
  pareto,
  isPartial,
}: PlanExplanation): PlanJson['explanation'] {
  return {
    layouts: layouts.map(({ name, measured, costs }) => ({
      ...{ name, facts: measured.facts },
      costs: costs.map(costJson),
    })),
    decisions: decisions.map(({ name, others, chosen, second, price, measured, costs }) => ({
      ...{ name, others, chosen: partitionSpec(chosen), second: partitionSpec(second), price },
      bytes: peakOf(measured) - peakOf(plan),
      costs: costs.map(costJson),
    })),
    pareto: pareto.map((own) => pointJson(own, plan)),
    isPartial,
  };
}

function costJson({ kind, axis, executions, bytes, seconds }: ExtraCost) {
  return { kind, axis, executions, bytes, seconds };
}

function pointJson(own: PlannedProgram, plan: PlannedProgram) {
  const mesh = meshText({ axes: own.facts.mesh?.axes ?? [] });
  return { mesh, seconds: secondsOf(own), bytes: peakOf(own), isPlan: own === plan };
}
