import { closestName } from '@shardform/ir-core';
import { type Arithmetic, arithmetics } from '../kernels/arithmetic.ts';
import { type DeviceModel, deviceModels } from './device-models.ts';
import {
  checkFields,
  countOf,
  type Fields,
  fractionOf,
  numberOf,
  rateOf,
  record,
  secondsOf,
  shareOf,
} from './json-fields.ts';
import {
  type DeviceEfficiency,
  defaults,
  type HostCosts,
  type KernelEfficiency,
  type MeasuredEfficiency,
  type MachineDevice,
  MachineError,
  type SimulationAccuracy,
} from './machine.ts';

const FIELDS = ['model', 'kind', 'flops', 'rates', 'efficiency', 'dram', 'launch', 'memory', 'host'];

/**
 * Returns the device that JSON describes: the name of a model, or an object whose fields replace those of its `model`. Rates are
 * operations per second, by arithmetic.
 *
 * @param what names the device in errors.
 * @throws MachineError for an invalid description.
 */
export function deviceOfJson(json: unknown, id: number, what: string, file: string): MachineDevice {
  if (typeof json === 'string') return { ...modelOf(json, what, file), id };
  const fields = record(json, `${file}: ${what}`);
  checkFields(fields, FIELDS, `${file}: ${what}`);
  const { model } = fields;
  const base: Partial<DeviceModel> = model === undefined ? {} : modelOf(model, what, file);
  const number = (key: 'flops' | 'dram' | 'launch' | 'memory', otherwise: number, read = numberOf): number =>
    read(fields[key] ?? base[key] ?? otherwise, `${file}: '${key}' of ${what}`);
  const rates = ratesOf(fields.rates, what, file);
  const efficiency = efficiencyOf(fields.efficiency, what, file);
  const host = hostOf(fields.host, what, file) ?? base.host;
  return {
    id,
    kind: typeof fields.kind === 'string' ? fields.kind : (base.kind ?? 'gpu'),
    flops: number('flops', defaults.flops, rateOf),
    dram: number('dram', defaults.dram, rateOf),
    launch: number('launch', defaults.launch, secondsOf),
    memory: number('memory', Infinity),
    ...(rates === null && base.rates === undefined ? {} : { rates: { ...base.rates, ...rates } }),
    ...(efficiency === null && base.efficiency === undefined
      ? {}
      : { efficiency: efficiency ?? base.efficiency ?? {} }),
    ...(host === undefined ? {} : { host }),
  };
}

function modelOf(name: unknown, what: string, file: string): DeviceModel {
  if (typeof name !== 'string') throw new MachineError(`${file}: 'model' of ${what} is not a name`);
  const models: Readonly<Record<string, DeviceModel>> = deviceModels;
  if (Object.hasOwn(models, name)) return models[name];
  const known = Object.keys(models);
  const close = closestName(name, known);
  const hint = close === null ? `one of ${known.join(', ')} was expected` : `did you mean '${close}'?`;
  throw new MachineError(`${file}: ${what} has the unknown model '${name}'; ${hint}`);
}

function ratesOf(json: unknown, what: string, file: string): Partial<Record<Arithmetic, number>> | null {
  if (json === undefined) return null;
  const fields = record(json, `${file}: 'rates' of ${what}`);
  checkFields(fields, arithmetics, `${file}: 'rates' of ${what}`);
  return Object.fromEntries(
    Object.entries(fields).map(([key, rate]) => [
      key,
      rateOf(rate, `${file}: '${key}' of the rates of ${what}`),
    ]),
  );
}

function hostOf(json: unknown, what: string, file: string): HostCosts | null {
  if (json === undefined) return null;
  const fields: Fields = record(json, `${file}: 'host' of ${what}`);
  checkFields(
    fields,
    ['per_task', 'blocks_sends', 'sends_inside', 'sends_between'],
    `${file}: 'host' of ${what}`,
  );
  const { per_task: perTask = 0, blocks_sends: blocksSends = false } = fields;
  const { sends_inside: inside, sends_between: between = inside } = fields;
  const rate = (value: unknown, name: string): number =>
    rateOf(value, `${file}: '${name}' of the host of ${what}`);
  if (typeof blocksSends !== 'boolean')
    throw new MachineError(`${file}: 'blocks_sends' of the host of ${what} is not true or false`);
  return {
    perTask: secondsOf(perTask, `${file}: 'per_task' of the host of ${what}`),
    blocksSends,
    ...(inside === undefined
      ? {}
      : { sends: { inside: rate(inside, 'sends_inside'), between: rate(between, 'sends_between') } }),
  };
}

/** The fractions of {@link KernelEfficiency}: `overlap` may be 0. */
const FRACTIONS = ['products', 'f8', 'attention', 'memory'] as const;

const MEASURED = [...FRACTIONS, 'overlap', 'source', 'accuracy'];

function efficiencyOf(json: unknown, what: string, file: string): DeviceEfficiency | null {
  if (json === undefined) return null;
  const of = `the efficiency of ${what}`;
  const fields: Fields = record(json, `${file}: 'efficiency' of ${what}`);
  checkFields(fields, [...MEASURED, 'fused'], `${file}: 'efficiency' of ${what}`);
  const { fused } = fields;
  return {
    ...measuredOf(fields, of, file),
    ...(fused === undefined ? {} : { fused: fusedOf(fused, of, file) }),
  };
}

function fusedOf(json: unknown, of: string, file: string): MeasuredEfficiency {
  const fields: Fields = record(json, `${file}: 'fused' of ${of}`);
  checkFields(fields, MEASURED, `${file}: 'fused' of ${of}`);
  return measuredOf(fields, of.replace('the efficiency', 'the fused efficiency'), file);
}

function measuredOf(fields: Fields, of: string, file: string): MeasuredEfficiency {
  const { source, accuracy } = fields;
  return {
    ...kernelsOf(fields, `of ${of}`, file),
    ...(typeof source === 'string' ? { source } : {}),
    ...(accuracy === undefined ? {} : { accuracy: accuracyOf(accuracy, of, file) }),
  };
}

function accuracyOf(json: unknown, what: string, file: string): readonly SimulationAccuracy[] {
  if (!Array.isArray(json)) throw new MachineError(`${file}: 'accuracy' of ${what} is not a list`);
  // `isArray` makes arrays of any; the elements are checked one by one.
  return (json as unknown[]).map((entry, i) => {
    const where = `entry ${i} of the accuracy of ${what}`;
    const fields: Fields = record(entry, `${file}: ${where}`);
    checkFields(fields, ['steps', 'mean_error', 'of'], `${file}: ${where}`);
    const { steps, mean_error: meanError, of } = fields;
    return {
      steps: countOf(steps, `${file}: 'steps' of ${where}`),
      meanError: numberOf(meanError, `${file}: 'mean_error' of ${where}`),
      ...(typeof of === 'string' ? { of } : {}),
    };
  });
}

function kernelsOf(fields: Fields, of: string, file: string): KernelEfficiency {
  const found = FRACTIONS.flatMap((name) =>
    fields[name] === undefined ? [] : [[name, fractionOf(fields[name], `${file}: '${name}' ${of}`)] as const],
  );
  const { overlap } = fields;
  return {
    ...Object.fromEntries(found),
    ...(overlap === undefined ? {} : { overlap: shareOf(overlap, `${file}: 'overlap' ${of}`) }),
  };
}
