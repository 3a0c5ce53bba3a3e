import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf, type TensorDialect } from './example.ts';

const DIMENSIONS = `\`dim_arg\` lists the dimensions that are reduced, negative ones counted from the end; without it all are. With \`keep_dim\` they
stay in the result with size one, otherwise they are removed.`;

const COMPUTE_CONFIG = `\`compute_config\` chooses the math fidelity and the precision in which the kernel accumulates.`;

const REDUCTIONS: Readonly<Record<string, string>> = {
  max: 'Reduces dimensions to their greatest element.',
  mean: 'Reduces dimensions to the mean of their elements.',
  min: 'Reduces dimensions to their least element.',
  sum: 'Reduces dimensions to the sum of their elements.',
};

function described(dialect: TensorDialect, text: string): string {
  return `${text} ${DIMENSIONS}${dialect === 'ttnn' ? ` ${COMPUTE_CONFIG}` : ''}`;
}

function reduction(
  dialect: TensorDialect,
  mnemonic: string,
  text: string,
  element = 'bf16',
): DialectDocumentation {
  return {
    [mnemonic]: {
      description: described(dialect, text),
      example: exampleOf({
        op: `${dialect}.${mnemonic}`,
        operands: { input: `32x64x${element}` },
        properties: 'dim_arg = [1 : i32], keep_dim = true',
        results: [`32x1x${element}`],
      }),
    },
  };
}

const RUNNING: Readonly<Record<string, string>> = {
  cumprod:
    'Computes the cumulative product along `dim`: element `i` of the result is the product of the elements 0 to `i` of the operand.',
  cumsum:
    'Computes the cumulative sum along `dim`: element `i` of the result is the sum of the elements 0 to `i` of the operand.',
};

const CUMULATIVE =
  'Computes the cumulative maximum (`max`), minimum (`min`) or logarithm of the sum of exponentials (`logsumexp`) along `dim`: element `i` of the result combines the elements 0 to `i` of the operand, or with `reverse` those from `i` on.';

function runningDocumentation(dialect: TensorDialect): DialectDocumentation {
  const width = dialect === 'ttir' ? 'i64' : 'si32';
  const texts = { ...RUNNING, cumulative: CUMULATIVE };
  const more = ', reduction = #ttcore.reduce_type<max>, reverse = false';
  return Object.fromEntries(
    Object.entries(texts).map(([mnemonic, text]) => [
      mnemonic,
      {
        description: `${text} A negative \`dim\` counts from the end. The result has the shape of the operand.`,
        example: exampleOf({
          op: `${dialect}.${mnemonic}`,
          operands: { input: '32x64xbf16' },
          properties: `dim = 1 : ${width}${mnemonic === 'cumulative' ? more : ''}`,
          results: ['32x64xbf16'],
        }),
      },
    ]),
  );
}

const ARGMAX =
  'Finds the index of the greatest element. The first of several equal ones wins; indices are integers.';

/** Returns the documentation of reductions. */
export function reductionDocumentation(dialect: TensorDialect): DialectDocumentation {
  const isTtir = dialect === 'ttir';
  return {
    ...Object.fromEntries(
      Object.entries(REDUCTIONS).flatMap(([mnemonic, text]) =>
        Object.entries(reduction(dialect, mnemonic, text)),
      ),
    ),
    ...runningDocumentation(dialect),
    argmax: {
      description: isTtir
        ? `${ARGMAX} ${DIMENSIONS}`
        : `${ARGMAX} It is searched along \`dim\`, or in all elements in row-major order without it. With \`keep_dim\` the dimension stays in
the result with size one, otherwise it is removed.`,
      example: exampleOf({
        op: `${dialect}.argmax`,
        operands: { input: '32x64xbf16' },
        properties: isTtir ? 'dim_arg = [1 : i32], keep_dim = false' : 'dim = 1 : si32, keep_dim = false',
        results: ['32xi32'],
      }),
    },
    prod: {
      description: isTtir
        ? `Reduces dimensions to the product of their elements. ${DIMENSIONS}`
        : `Reduces the dimension \`dim_arg\`, or all dimensions without it, to the product of their elements. With \`keep_dim\` reduced
dimensions stay in the result with size one, otherwise they are removed.`,
      example: exampleOf({
        op: `${dialect}.prod`,
        operands: { input: '32x64xbf16' },
        properties: isTtir ? 'dim_arg = [1 : i32], keep_dim = true' : 'dim_arg = 1 : si64, keep_dim = true',
        results: ['32x1xbf16'],
      }),
    },
  };
}

/** The documentation of reductions that only TTIR has. */
export const ttirReductionDocumentation: DialectDocumentation = {
  ...reduction(
    'ttir',
    'reduce_and',
    'Reduces dimensions to the logical and of their elements: 1 where all are non-zero.',
  ),
  ...reduction(
    'ttir',
    'reduce_or',
    'Reduces dimensions to the logical or of their elements: 1 where at least one is non-zero.',
  ),
};
