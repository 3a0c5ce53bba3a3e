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
  peakOf,
  type PlanAnswer,
  secondsOf,
  type TriedProgram,
  triedPrograms,
  type WrittenPython,
} from './plan-answer.ts';
import type { planSchema } from './plan-schema.ts';
import { plannedValues } from './planned-values.ts';

type PlanJson = Json<typeof planSchema>;

/** Returns the answer as JSON. */
export function planJson({ best, tried, file, explanation, jax }: PlanAnswer): PlanJson {
  const func = programEntry(best.plan.best.planned);
  const values = (which: 'arguments' | 'results') => (func === null ? [] : plannedValues(func, which));
  const mesh = meshText(best.program.mesh.mesh);
  return {
    version: 1,
    file,
    fits: best.plan.fits,
    best: candidate({ mesh, own: best.plan.best }),
    arguments: values('arguments'),
    results: values('results'),
    tried: triedPrograms(tried).map(candidate),
    explanation: explanation === null ? null : explanationJson(explanation),
    jax: jax === null ? null : jaxJson(jax),
  };
}

function candidate({ mesh, own: { facts, model } }: TriedProgram): PlanJson['best'] {
  return {
    mesh,
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
