import { programEntry } from '@shardform/dialect-func';
import {
  type ExtraCost,
  partitionSpec,
  type PlanExplanation,
  type PlannedProgram,
} from '@shardform/passes-planning';
import { locationOf } from '@shardform/inspect';
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
  type WrittenPython,
} from './plan-answer.ts';
import type { planSchema } from './plan-schema.ts';
import { plannedValues } from './planned-values.ts';

type PlanJson = Json<typeof planSchema>;

/** Returns the answer as JSON. */
export function planJson(answer: PlanAnswer): PlanJson {
  const { best, fits, file, explanation, jax, pipelines } = answer;
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
    jax: jax === null ? null : jaxJson(jax),
  };
}

function candidate({ mesh, own }: TriedProgram): PlanJson['best'] {
  const { facts } = own;
  if (isStaged(own)) {
    const { stages, chunks, microbatches, schedule } = own.shape;
    const pipeline = { stages, chunks, microbatches, schedule, estimated: own.estimated };
    return { mesh, pipeline, isGiven: false, facts, model: null };
  }
  const { model } = own;
  return {
    ...{ mesh, pipeline: null },
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

function jaxJson({ file, values, isExact, isLeast }: WrittenPython): PlanJson['jax'] {
  return {
    ...{ file, isExact, isLeast },
    constraints: values.map(({ op, path, operand, sharding }) => ({
      operation: op.name,
      path: path.map(({ name, number }) => ({ name, number })),
      operand,
      type: String((operand === null ? op.getResult() : op.getOperand(operand)).type),
      partitionSpec: partitionSpec(sharding),
      place: locationOf(op),
    })),
  };
}
