/** A device that fails instead of executing an operation. */
export interface DeviceFailureFault {
  readonly kind: 'device-failure';
  readonly device: number;
  /** The name of an operation. */
  readonly op: string;
  /** The occurrence among the device's executions of an operation of this name, from 1. */
  readonly occurrence: number;
}

/** A link, in both directions, that takes `factor` times as long. */
export interface SlowLinkFault {
  readonly kind: 'slow-link';
  readonly from: number;
  readonly to: number;
  readonly factor: number;
}

/** A message that never arrives: of a collective operation, or of a send. */
export interface DroppedMessageFault {
  readonly kind: 'dropped-message';
  readonly from: number;
  readonly to: number;
  readonly op: string;
  /** The occurrence among the executions of an operation of this name that the two devices participate in, from 1. */
  readonly occurrence: number;
}

/** Something that goes wrong. */
export type Fault = DeviceFailureFault | SlowLinkFault | DroppedMessageFault;

/** The faults of a run, and the speed of its links. */
export interface FaultScenario {
  readonly links: LinkSpeed;
  readonly faults: readonly Fault[];
}

/** The speed of a link between two devices that nothing is wrong with. */
export interface LinkSpeed {
  /** Bytes a second. */
  readonly bandwidth: number;
  /** Seconds before the first byte arrives. */
  readonly latency: number;
}

/** Thrown for an invalid scenario; the message names the field. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

const DEFAULT_LINKS: LinkSpeed = { bandwidth: 1e11, latency: 1e-6 };

const FIELDS: Readonly<Record<Fault['kind'], readonly string[]>> = {
  'device-failure': ['kind', 'device', 'op', 'occurrence'],
  'slow-link': ['kind', 'from', 'to', 'factor'],
  'dropped-message': ['kind', 'from', 'to', 'op', 'occurrence'],
};

/**
 * Reads a scenario:
 *
 *     {
 *       "links": { "bandwidth": 1e11, "latency": 1e-6 },
 *       "faults": [
 *         { "kind": "device-failure", "device": 3, "op": "stablehlo.all_reduce", "occurrence": 2 },
 *         { "kind": "slow-link", "from": 0, "to": 1, "factor": 10 },
 *         { "kind": "dropped-message", "from": 0, "to": 1, "op": "stablehlo.collective_permute" }
 *       ]
 *     }
 *
 * `links` and `occurrence` may be left out.
 *
 * @param deviceCount how many devices there are.
 * @throws ScenarioError
 */
export function parseFaultScenario(text: string, deviceCount: number): FaultScenario {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Only JSON.parse fails here, with a SyntaxError.
    throw new ScenarioError(`the scenario is no JSON: ${(error as Error).message}`);
  }
  const scenario = new Fields(value, 'the scenario', ['links', 'faults']);
  const links = scenario.has('links')
    ? new Fields(scenario.get('links'), 'links', ['bandwidth', 'latency'])
    : null;
  const list = scenario.get('faults');
  if (!Array.isArray(list)) throw new ScenarioError("'faults' of the scenario is no list");
  return {
    links: {
      bandwidth: links?.number('bandwidth', (x) => x > 0, DEFAULT_LINKS.bandwidth) ?? DEFAULT_LINKS.bandwidth,
      latency: links?.number('latency', (x) => x >= 0, DEFAULT_LINKS.latency) ?? DEFAULT_LINKS.latency,
    },
    faults: list.map((fault: unknown, i) => parseFault(fault, `faults[${i}]`, deviceCount)),
  };
}

function parseFault(value: unknown, place: string, deviceCount: number): Fault {
  const kind = new Fields(value, place, null).get('kind');
  if (typeof kind !== 'string' || !isKind(kind)) {
    throw new ScenarioError(`'kind' of ${place} is none of ${Object.keys(FIELDS).join(', ')}`);
  }
  const fields = new Fields(value, place, FIELDS[kind]);
  const device = (name: string): number =>
    fields.number(name, (x) => Number.isInteger(x) && x >= 0 && x < deviceCount);
  const occurrence = (): number => fields.number('occurrence', (x) => Number.isInteger(x) && x > 0, 1);
  switch (kind) {
    case 'device-failure':
      return { kind, device: device('device'), op: fields.text('op'), occurrence: occurrence() };
    case 'slow-link':
      return { kind, from: device('from'), to: device('to'), factor: fields.number('factor', (x) => x >= 1) };
    case 'dropped-message':
      return {
        kind,
        from: device('from'),
        to: device('to'),
        op: fields.text('op'),
        occurrence: occurrence(),
      };
  }
}

function isKind(text: string): text is Fault['kind'] {
  return Object.hasOwn(FIELDS, text);
}

/** An object of the file, with its path for messages. */
class Fields {
  readonly #value: Readonly<Record<string, unknown>>;
  readonly #place: string;

  /** @param known the permitted names; `null` for any. */
  constructor(value: unknown, place: string, known: readonly string[] | null) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ScenarioError(`${place} is no object`);
    // The condition has excluded everything but records.
    this.#value = value as Readonly<Record<string, unknown>>;
    this.#place = place;
    const stranger = Object.keys(value).find((name) => known?.includes(name) === false);
    if (stranger !== undefined) throw new ScenarioError(`${place} has no field '${stranger}'`);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#value, name);
  }

  get(name: string): unknown {
    if (!this.has(name)) throw new ScenarioError(`'${name}' of ${this.#place} is missing`);
    return this.#value[name];
  }

  text(name: string): string {
    const value = this.get(name);
    if (typeof value === 'string') return value;
    throw new ScenarioError(`'${name}' of ${this.#place} is no text`);
  }

  number(name: string, accepts: (value: number) => boolean, otherwise?: number): number {
    if (otherwise !== undefined && !this.has(name)) return otherwise;
    const value = this.get(name);
    if (typeof value === 'number' && Number.isFinite(value) && accepts(value)) return value;
    throw new ScenarioError(`'${name}' of ${this.#place} can't be ${JSON.stringify(value)}`);
  }
}
