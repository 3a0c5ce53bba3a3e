import {
  arrayParameter,
  attributeBody,
  defaultParameter,
  defineAttr,
  integerParameter,
  type Parameter,
  type Parser,
} from '@shardform/ir-core';
import { ChipDescAttr, CpuDescAttr, gridsParameter } from './chip-description.ts';

/** One end of a link between chips: chip, and row and column of the core that sends. */
export type LinkEnd = readonly [number, number, number];

/** `1 : i32`: bits. */
const capabilityParameter: Parameter<number> = {
  kind: 'integer',
  parse: (parser) => {
    const value = parser.parseNumber();
    parser.expect(':');
    parser.expectKeyword('i32');
    return value;
  },
  print: (printer, bits) => printer.write(`${bits} : i32`),
  key: String,
};

/** `<[0, 9, 0], [1, 1, 0]>`: from where to where. */
const linkParameter: Parameter<readonly [LinkEnd, LinkEnd]> = {
  kind: 'link',
  parse: (parser) => {
    parser.expect('<');
    const first = parseLinkEnd(parser);
    parser.expect(',');
    const second = parseLinkEnd(parser);
    parser.expect('>');
    return [first, second];
  },
  print: (printer, [a, b]) => printer.write(`<[${a.join(', ')}], [${b.join(', ')}]>`),
  key: (ends) => ends.join('-'),
};

/**
 * `#ttcore.system_desc<[cpus], [chips], [chip indices], [capabilities], [coordinates], [links]>`: a system of chips.
 */
export class SystemDescAttr extends defineAttr('ttcore.system_desc', {
  summary: 'TT system_desc attribute',
  parameters: {
    cpuDescs: /* @__PURE__ */ arrayParameter(
      /* @__PURE__ */ attributeBody(CpuDescAttr, { cppType: 'CPUDescAttr', what: 'a CPU' }),
    ),
    /** The kinds of chips. */
    chipDescs: /* @__PURE__ */ arrayParameter(
      /* @__PURE__ */ attributeBody(ChipDescAttr, { cppType: 'ChipDescAttr', what: 'a chip' }),
    ),
    /** For each chip, which of the kinds it is. */
    chipDescIndices: /* @__PURE__ */ arrayParameter(integerParameter),
    /** Bits per chip; 1 says that the host reaches it over PCIe. */
    chipCapabilities: /* @__PURE__ */ arrayParameter(capabilityParameter),
    /** Rack, shelf, row and column. */
    chipCoords: gridsParameter,
    chipChannels: /* @__PURE__ */ defaultParameter(/* @__PURE__ */ arrayParameter(linkParameter), () => []),
  },
  format:
    '`<` $cpuDescs `,` $chipDescs `,` $chipDescIndices `,` $chipCapabilities `,` $chipCoords (`,` $chipChannels^)? `>`',
}) {}

function parseLinkEnd(parser: Parser): LinkEnd {
  const { offset } = parser;
  const numbers = parser.parseList('square', () => parser.parseNumber());
  if (numbers.length !== 3) parser.fail('expected chip, row and column', offset);
  return [numbers[0]!, numbers[1]!, numbers[2]!];
}
