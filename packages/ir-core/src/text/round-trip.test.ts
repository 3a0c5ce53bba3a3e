import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attribute, printed } from '../../tests/parse-text.ts';

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,4}$/);
const width = fc.constantFrom(1, 3, 4, 8, 16, 32, 64, 128);
const integerType = fc.tuple(fc.constantFrom('i', 'si', 'ui'), width).map(([sign, bits]) => `${sign}${bits}`);
const floatType = fc.constantFrom('f32', 'f64', 'f16', 'bf16', 'f8E4M3FN', 'f8E5M2');
const scalarType = fc.oneof(integerType, floatType, fc.constant('index'));
const size = fc.oneof(fc.nat(5).map(String), fc.constant('?'));
const tensorType = fc
  .tuple(fc.array(size, { maxLength: 4 }), scalarType)
  .map(([sizes, element]) => `tensor<${[...sizes, element].join('x')}>`);

const { type } = fc.letrec<{ type: string; list: string }>((tie) => ({
  type: fc.oneof(
    { depthSize: 'small' },
    scalarType,
    tensorType,
    tie('list').map((types) => `tuple<${types}>`),
    fc.tuple(tie('list'), tie('list')).map(([inputs, results]) => `(${inputs}) -> (${results})`),
    floatType.map((element) => `complex<${element}>`),
    name.map((mnemonic) => `!d.${mnemonic}<"x", [1, (2)]>`),
  ),
  list: fc.array(tie('type'), { maxLength: 3 }).map((types) => types.join(', ')),
}));

const integer = fc.tuple(fc.bigInt({ min: -128n, max: 127n }), fc.constantFrom('i8', 'i32', 'si64', 'index'));
const float = fc.tuple(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('f32', 'f64', 'bf16', 'f16'),
);
const decimal = (value: number): string => {
  const text = value.toExponential();
  return text.includes('.') ? text : text.replace('e', '.0e');
};

const { attr } = fc.letrec<{ attr: string; list: string }>((tie) => ({
  attr: fc.oneof(
    { depthSize: 'small' },
    integer.map(([value, of]) => `${value} : ${of}`),
    float.map(([value, of]) => `${decimal(value)} : ${of}`),
    fc.boolean().map(String),
    fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text).replace(/\\u00(..)|\\[bfr]/g, '\\00')),
    name.map((symbol) => `@${symbol}::@"a b"`),
    type,
    tie('list').map((elements) => `[${elements}]`),
    fc
      .uniqueArray(fc.tuple(name, tie('attr')), { maxLength: 3, selector: ([key]) => key })
      .map((entries) => `{${entries.map(([key, value]) => `${key} = ${value}`).join(', ')}}`),
    fc
      .array(fc.integer({ min: -8, max: 15 }), { minLength: 1, maxLength: 130 })
      .map((values) => `dense<[${values.join(', ')}]> : tensor<${values.length}xi4>`),
    fc
      .array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1, maxLength: 9 })
      .map(
        (values) =>
          `dense<[${values.map((value) => `(${decimal(value)}, 1.0)`).join(', ')}]> : tensor<${values.length}xcomplex<f32>>`,
      ),
    fc
      .array(fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }), { maxLength: 4 })
      .map((values) => (values.length === 0 ? 'array<i64>' : `array<i64: ${values.join(', ')}>`)),
    name.map((mnemonic) => `#d.${mnemonic}<[x]> : i32`),
  ),
  list: fc.array(tie('attr'), { maxLength: 3 }).map((elements) => elements.join(', ')),
}));

describe('what was printed prints the same again', () => {
  test('for types', () => {
    fc.assert(
      fc.property(type, (text) => {
        stays(text);
      }),
    );
  });

  test('for attributes', () => {
    fc.assert(
      fc.property(attr, (text) => {
        stays(text);
      }),
    );
  });

  test('for modules, in all forms', () => {
    fc.assert(
      fc.property(moduleText, (text) => {
        const custom = printed(text);
        expect(printed(custom)).toBe(custom);
        const generic = printed(text, { generic: true });
        expect(printed(generic, { generic: true })).toBe(generic);
        expect(printed(generic)).toBe(custom);
        const located = printed(text, { debugInfo: true });
        expect(printed(located, { debugInfo: true })).toBe(located);
        expect(printed(located)).toBe(custom);
      }),
      { numRuns: 60 },
    );
  });
});

function stays(text: string): void {
  const canonical = String(attribute(text));
  expect(String(attribute(canonical))).toBe(canonical);
}

/** Operations with results, uses of earlier ones, attributes, locations and regions with several blocks. */
const step = fc.record({
  results: fc.array(scalarType, { maxLength: 3 }),
  uses: fc.array(fc.nat(), { maxLength: 3 }),
  attributes: fc.option(attr),
  properties: fc.option(attr),
  location: fc.constantFrom(
    '',
    ' loc("here")',
    ' loc(fused<"m">["a", "b":1:2])',
    ' loc(callsite("f" at unknown))',
  ),
  body: fc.constantFrom('none', 'empty', 'flat', 'blocks'),
});
const moduleText = fc.array(step, { maxLength: 8 }).map((steps) => {
  const values: (readonly [string, string])[] = [];
  return steps
    .map(({ results, uses, attributes, properties, location, body }, i) => {
      const operands = values.length === 0 ? [] : uses.map((use) => values[use % values.length]!);
      const names = operands.map(([operand]) => operand).join(', ');
      const types = operands.map(([, of]) => of).join(', ');
      const bind = results.length === 0 ? '' : `%v${i}:${results.length} = `;
      const text = `${bind}"d.op${i % 3}"(${names})${properties === null ? '' : ` <{p = ${properties}}>`}${BODIES[body]!(i, names, types)}${
        attributes === null ? '' : ` {a = ${attributes}}`
      } : (${types}) -> (${results.join(', ')})${location}`;
      results.forEach((of, number) => values.push([`%v${i}#${number}`, of]));
      return text;
    })
    .join('\n');
});

const BODIES: Readonly<Record<string, (i: number, names: string, types: string) => string>> = {
  none: () => '',
  empty: () => ' ({})',
  flat: (i, names, types) => ` ({ %i${i} = "d.in"(${names}) : (${types}) -> i32 })`,
  blocks: (i, names, types) =>
    ` ({ ^a(%x${i}: i32): "d.br"(%x${i})[^b, ^c] : (i32) -> () ^b: "d.use"(${names}) : (${types}) -> () ^c(%y${i}: f32 loc("y")): "d.end"() : () -> () })`,
};
