import {
  type AttrConstraint,
  type AttrFormat,
  attrWhere,
  i32,
  IntegerAttr,
  type Parser,
} from '@shardform/ir-core';
import type { ReductionOp } from './reduction-op.ts';

/** The directions in which a propagation barrier lets shardings through, by the number that stands for it. */
export const propagationDirections = ['NONE', 'FORWARD', 'BACKWARD', 'BOTH'] as const;

/** The direction of propagation that a barrier allows; see {@link propagationDirections}. */
export type PropagationDirection = (typeof propagationDirections)[number];

const reductionOps: readonly ReductionOp[] = ['sum', 'max', 'min'];

/** Returns the attribute of an operation. */
export function reductionOpAttr(op: ReductionOp): IntegerAttr {
  return IntegerAttr.get(BigInt(reductionOps.indexOf(op)), i32);
}

/** Returns the operation that an attribute stands for; `sum` where there is none. */
export function reductionOpOf(attribute: IntegerAttr | null): ReductionOp {
  return reductionOps[Number(attribute?.value ?? 0n)]!;
}

/** Returns the direction that an attribute stands for. */
export function propagationDirectionOf(attribute: IntegerAttr): PropagationDirection {
  return propagationDirections[Number(attribute.value)]!;
}

/* @__NO_SIDE_EFFECTS__ */
function enumFormat(name: string, words: readonly string[]): AttrFormat<IntegerAttr> {
  const parseWord = (parser: Parser, word: string, offset: number): IntegerAttr => {
    const index = words.indexOf(word);
    if (index < 0) {
      parser.fail(
        `expected string or keyword containing one of the following enum values for attribute '${name}' [${words.join(', ')}]`,
        offset,
      );
    }
    return IntegerAttr.get(BigInt(index), i32);
  };
  return {
    print: (printer, attribute) => printer.write(words[Number(attribute.value)]!),
    parse(parser) {
      const { offset } = parser;
      return parseWord(parser, parser.parseOptionalKeyword() ?? parser.parseOptionalString() ?? '', offset);
    },
    parseOptional(parser) {
      const { offset } = parser;
      const word = parser.parseOptionalKeyword() ?? parser.parseOptionalString();
      return word === null ? null : parseWord(parser, word, offset);
    },
  };
}

/* @__NO_SIDE_EFFECTS__ */
function enumAttr(summary: string, name: string, words: readonly string[]): AttrConstraint<IntegerAttr> {
  return attrWhere(
    IntegerAttr,
    summary,
    ({ type, value }) => type === i32 && value >= 0n && value < BigInt(words.length),
    enumFormat(name, words),
  );
}

export const propagationDirectionConstraint: AttrConstraint<IntegerAttr> = /* @__PURE__ */ enumAttr(
  'propagation direction enum',
  'allowed_direction',
  propagationDirections,
);

export const reductionOpConstraint: AttrConstraint<IntegerAttr> = /* @__PURE__ */ enumAttr(
  'reduction op enum',
  'reduction_op',
  reductionOps,
);
