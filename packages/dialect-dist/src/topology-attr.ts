import {
  arrayParameter,
  type AttrAssembly,
  defaultParameter,
  defineAttr,
  f64,
  FloatAttr,
  optionalParameter,
  type Parameter,
  type ParameterValues,
  type Parser,
  type Printer,
  StringAttr,
} from '@shardform/ir-core';

/**
 * A device of a topology as a program's attribute describes it. Fields that are `null` have the value that the cost
 * model assumes.
 */
export interface TopologyDevice {
  readonly id: number;
  /** Such as `gpu`. */
  readonly kind: string;
  /** Peak floating-point operations per second. */
  readonly flops: number | null;
  /** Bytes per second between the device and its memory. */
  readonly dram: number | null;
  /** Seconds to start an operation. */
  readonly launch: number | null;
  /** Bytes of memory. */
  readonly memory: number | null;
}

/** A link from one device to another. */
export interface TopologyLink {
  readonly from: number;
  readonly to: number;
  /** Gigabits per second; one is 1.25e8 bytes per second. */
  readonly gbps: number;
}

const PARAMETERS = ['flops', 'dram', 'launch', 'memory'] as const;

/** Parameters that something is divided by. */
const RATES: ReadonlySet<string> = new Set(['flops', 'dram']);

/** `0 "cpu"`, `1 "gpu" {flops = 1.4e13}`. */
const deviceParameter: Parameter<TopologyDevice> = {
  kind: 'device',
  parse: parseDevice,
  print: printDevice,
  key: (d) => JSON.stringify([d.id, d.kind, d.flops, d.dram, d.launch, d.memory]),
};

/** `[0 -> 1 = 25.0]`. */
const linksParameter: Parameter<readonly TopologyLink[]> = {
  kind: 'array of link',
  parse: (parser) => parseLinks(parser, () => true),
  print: (printer, links) => {
    printer.write('[');
    printer.writeList(links, ({ from, to, gbps }) => printer.write(`${from} -> ${to} = ${numberText(gbps)}`));
    printer.write(']');
  },
  key: (links) => links.map(({ from, to, gbps }) => `${from}>${to}=${gbps}`).join(),
};

const rateParameter: Parameter<number> = {
  kind: 'rate',
  parse: parseRate,
  print: (printer, rate) => printer.write(numberText(rate)),
  key: String,
};

const parameters = {
  devices: /* @__PURE__ */ arrayParameter(deviceParameter),
  links: /* @__PURE__ */ defaultParameter(linksParameter, () => []),
  default_gbps: /* @__PURE__ */ optionalParameter(rateParameter),
};

/** Links name devices that stand before them; one with `<->` makes two; links and default come in any order. */
const topologyText: AttrAssembly<ParameterValues<typeof parameters>> = {
  syntax:
    '`<` `devices` `=` $devices (`,` `links` `=` $links^)? (`,` `default_gbps` `=` $default_gbps^)? `>`',
  parse(parser) {
    parser.expect('<');
    parser.expectKeyword('devices');
    parser.expect('=');
    const { offset } = parser;
    const devices = parameters.devices.parse(parser);
    const repeated = devices.find(({ id }, i) => devices.findIndex((other) => other.id === id) < i);
    if (repeated !== undefined) parser.fail(`device ${repeated.id} is there twice`, offset);
    const links: TopologyLink[] = [];
    let defaultGbps: number | null = null;
    while (parser.accept(',')) {
      if (parser.acceptKeyword('links')) {
        parser.expect('=');
        links.push(...parseLinks(parser, (id) => devices.some((device) => device.id === id)));
      } else {
        parser.expectKeyword('default_gbps');
        parser.expect('=');
        defaultGbps = parseRate(parser);
      }
    }
    parser.expect('>');
    return { devices, links, defaultGbps };
  },
  print(printer, { devices, links, defaultGbps }) {
    printer.write('<devices = ');
    parameters.devices.print(printer, devices);
    if (links.length > 0) {
      printer.write(', links = ');
      parameters.links.print(printer, links);
    }
    if (defaultGbps !== null) printer.write(`, default_gbps = ${numberText(defaultGbps)}`);
    printer.write('>');
  },
};

/**
 * The devices and links that a module is compiled for, as the module's attribute `dist.topology`:
 * `#dist.topology<devices = [0 "cpu", 1 "gpu" {flops = 1.4e13}], links = [0 -> 1 = 25.0], default_gbps = 25.0>`. Links
 * have a direction; `0 <-> 1 = 25.0` stands for both. Pairs without a link have the default, if there is one.
 */
export class TopologyAttr extends defineAttr('dist.topology', {
  summary: 'Devices and links that a module is compiled for',
  parameters,
  format: topologyText,
}) {
  #gbps: ReadonlyMap<string, number> | null = null;
  #ids: ReadonlySet<number> | null = null;

  /** Returns true if there is a device of this number. */
  hasDevice(id: number): boolean {
    return (this.#ids ??= new Set(this.devices.map((device) => device.id))).has(id);
  }

  /** Gigabits per second from one device to another: infinite to itself, `null` without a link. */
  gbps(from: number, to: number): number | null {
    if (from === to) return Infinity;
    this.#gbps ??= new Map(this.links.map((link) => [`${link.from}>${link.to}`, link.gbps]));
    return this.#gbps.get(`${from}>${to}`) ?? this.defaultGbps;
  }
}

function parseDevice(parser: Parser): TopologyDevice {
  const id = parser.parseNumber();
  const kind = parser.parseOptionalString() ?? 'gpu';
  const values = new Map<string, number>();
  if (parser.at('{')) {
    parser.parseList('brace', () => {
      const { offset } = parser;
      const name = parser.parseOptionalKeyword() ?? '';
      if (!PARAMETERS.some((parameter) => parameter === name)) {
        parser.fail(`expected one of ${PARAMETERS.join(', ')}`, offset);
      }
      parser.expect('=');
      values.set(name, RATES.has(name) ? parseRate(parser) : parseNumber(parser));
    });
  }
  const of = (name: (typeof PARAMETERS)[number]): number | null => values.get(name) ?? null;
  return { id, kind, flops: of('flops'), dram: of('dram'), launch: of('launch'), memory: of('memory') };
}

function parseLinks(parser: Parser, isDevice: (id: number) => boolean): TopologyLink[] {
  return parser.parseList('square', () => parseLink(parser, isDevice)).flat();
}

/** One link, or those in both directions. */
function parseLink(parser: Parser, isDevice: (id: number) => boolean): TopologyLink[] {
  const from = parseKnownDevice(parser, isDevice);
  const isBoth = parser.accept('<');
  // After `<`, the arrow is the rest of `<->`.
  parser.expect('->');
  const to = parseKnownDevice(parser, isDevice);
  parser.expect('=');
  const gbps = parseRate(parser);
  const link = { from, to, gbps };
  return isBoth ? [link, { from: to, to: from, gbps }] : [link];
}

function parseKnownDevice(parser: Parser, isDevice: (id: number) => boolean): number {
  const { offset } = parser;
  const id = parser.parseNumber();
  if (!isDevice(id)) parser.fail(`there is no device ${id}`, offset);
  return id;
}

function parseNumber(parser: Parser): number {
  const { offset } = parser;
  const attribute = parser.parseAttribute(f64);
  if (attribute instanceof FloatAttr && attribute.value >= 0 && Number.isFinite(attribute.value))
    return attribute.value;
  return parser.fail('expected a finite number that is not negative', offset);
}

function parseRate(parser: Parser): number {
  const { offset } = parser;
  const rate = parseNumber(parser);
  return rate > 0 ? rate : parser.fail('expected a rate above zero', offset);
}

function printDevice(printer: Printer, device: TopologyDevice): void {
  printer.write(`${device.id} `);
  printer.printAttribute(StringAttr.get(device.kind));
  const given = PARAMETERS.filter((name) => device[name] !== null);
  if (given.length > 0)
    printer.write(` {${given.map((name) => `${name} = ${numberText(device[name]!)}`).join(', ')}}`);
}

/** A number that the lexer reads as one with a point. */
function numberText(value: number): string {
  if (Number.isInteger(value) && value < 1e15) return value.toFixed(1);
  const [mantissa, exponent] = value.toString().split('e');
  const pointed = mantissa!.includes('.') ? mantissa! : `${mantissa!}.0`;
  return exponent === undefined ? pointed : `${pointed}e${exponent}`;
}
