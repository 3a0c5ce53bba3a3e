import type { AnyOpClass } from '../../definition/define-op.ts';
import { anyAttr } from '../../definition/constraint.ts';
import { UNKNOWN_BEHAVIOUR } from '../../definition/op-behaviour.ts';
import type { OpDefinition } from '../../definition/op-definition.ts';
import { Operation } from '../../ir/operation.ts';

const classes = new Map<string, AnyOpClass>();

/** An operation that no extension declares. Its properties, if it has some, are one dictionary. */
export class UnregisteredOp extends Operation {
  /** The class for a name; one per name, so that equal names have one definition. */
  static classFor(name: string): AnyOpClass {
    let opClass = classes.get(name);
    if (opClass === undefined) classes.set(name, (opClass = makeClass(name)));
    return opClass;
  }
}

function makeClass(name: string): AnyOpClass {
  const definition: OpDefinition = {
    name,
    dialect: name.slice(0, Math.max(0, name.indexOf('.'))),
    spec: { summary: 'an operation that is not declared' },
    operands: [],
    results: [],
    attrs: [
      { name: PROPERTIES, accessor: PROPERTIES, constraint: anyAttr, isOptional: true, defaultValue: null },
    ],
    regions: [],
    attrNames: [PROPERTIES],
    attrIndex: new Map(),
    traits: new Set(),
    isTerminator: false,
    isIsolatedFromAbove: false,
    isRegistered: false,
    ...UNKNOWN_BEHAVIOUR,
    checkPlan: null,
    assemblyFormat: () => null,
  };
  class Named extends UnregisteredOp {
    static readonly definition = definition;
  }
  Object.defineProperty(Named.prototype, 'definition', { value: definition });
  return Named;
}

// No attribute can have this name, so that none of the text ends up as the properties.
const PROPERTIES = '<properties>';
