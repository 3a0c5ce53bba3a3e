import type { Attribute, Operation } from '@shardform/ir-core';
import { CustomCallApiVersionV1, enumSince } from './enums.ts';
import { VhloAttribute, VhloType } from './form.ts';
import { DictionaryV1 } from './attributes.ts';
import type { OpRow } from './op-row.ts';
import { FutureV1, TensorTypeV1, UnrankedTensorV1 } from './types.ts';
import { compareVersions, knownVersion, type Version } from './version.ts';

/** Returns true if a version of the dialect has a version of an operation. */
export function hasOp({ since, until }: OpRow, version: Version): boolean {
  return compareVersions(since, version) <= 0 && (until === null || compareVersions(version, until) <= 0);
}

/** Tells of attributes and types whether a version of the dialect has them; looks at each once. */
export class LegalAttributes {
  readonly #version: Version;
  readonly #known = new Map<Attribute, boolean>();

  constructor(version: Version) {
    this.#version = version;
  }

  /** Attributes of other dialects are legal: the conversion to VHLO decides on them. */
  has(attribute: Attribute): boolean {
    let isLegal = this.#known.get(attribute);
    if (isLegal === undefined) this.#known.set(attribute, (isLegal = this.#find(attribute)));
    return isLegal;
  }

  #find(attribute: Attribute): boolean {
    if (!(attribute instanceof VhloAttribute || attribute instanceof VhloType)) {
      const since = enumSince(attribute);
      return since === undefined || compareVersions(since, this.#version) <= 0;
    }
    if (compareVersions(attribute.form.since, this.#version) > 0) return false;
    return attribute.subAttributes().every((part) => this.has(part));
  }
}

/**
 * Returns true if all attributes and types of an operation exist in a version of the dialect.
 *
 * @param inherent the inherent attributes, those of the operation unless it is to have others.
 */
export function hasLegalParts(
  op: Operation,
  legal: LegalAttributes,
  inherent: Iterable<Attribute | null> = op.properties,
): boolean {
  for (const attribute of inherent) if (attribute !== null && !legal.has(attribute)) return false;
  for (const attribute of op.discardable?.values() ?? []) if (!legal.has(attribute)) return false;
  return (
    op.operands.every(({ value }) => legal.has(value.type)) && op.results.every(({ type }) => legal.has(type))
  );
}

/** A rule that an operation has to keep in versions before one; attributes are read by name. */
interface Rule {
  readonly before: Version;
  readonly holds: (op: Operation, attr: (name: string) => Attribute | null) => boolean;
}

function elementType(type: Attribute): Attribute | undefined {
  return (TensorTypeV1.of(type) ?? UnrankedTensorV1.of(type))?.elementType;
}

/** Reductions of early versions don't change the type of elements. */
const keepsElementTypes: Rule = {
  before: knownVersion('0.17.0'),
  holds: ({ operands, results }) =>
    results.every(({ type }, i) => {
      const operand = operands[i];
      return operand === undefined || elementType(operand.value.type) === elementType(type);
    }),
};

const hasNoTypedInterface: Rule = {
  before: knownVersion('1.3.0'),
  holds: (_, attr) =>
    DictionaryV1.of(attr('backend_config')) === null &&
    attr('api_version') !== CustomCallApiVersionV1.get('API_VERSION_TYPED_FFI'),
};

const takesNoFutures: Rule = {
  before: knownVersion('1.17.0'),
  holds: ({ operands }) => operands.every(({ value }) => FutureV1.of(value.type) === null),
};

const rules: ReadonlyMap<string, readonly Rule[]> = /* @__PURE__ */ new Map([
  ...[
    'all_reduce_v1',
    'reduce_v1',
    'reduce_scatter_v1',
    'reduce_window_v1',
    'scatter_v1',
    'select_and_scatter_v1',
  ].map((mnemonic): [string, Rule[]] => [mnemonic, [keepsElementTypes]]),
  ['custom_call_v1', [takesNoFutures, hasNoTypedInterface]],
]);

/** Returns true if an operation, as the version `row`, is valid in programs of a version. */
export function keepsRules(
  op: Operation,
  { mnemonic }: OpRow,
  version: Version,
  attr: (name: string) => Attribute | null = (name) => op.getAttr(name),
): boolean {
  return (rules.get(mnemonic) ?? []).every(
    ({ before, holds }) => compareVersions(version, before) >= 0 || holds(op, attr),
  );
}
