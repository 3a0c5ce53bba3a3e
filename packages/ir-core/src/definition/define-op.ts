import { type AssemblyFormat, compileAssemblyFormat } from '../format/assembly-format.ts';
import type { Attribute, Type } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import { type Location, UnknownLoc } from '../ir/location.ts';
import { type OpInit, Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { OpResult, Value } from '../ir/value.ts';
import type { Parser } from '../text/parser.ts';
import type { Printer } from '../text/printer.ts';
import type { ParsedOp } from '../text/parsed-op.ts';
import type { NameSuggestion } from '../text/value-names.ts';
import type {
  AttrConstraint,
  OptionalAttr,
  RegionConstraint,
  TypeConstraint,
  ValueSpec,
} from './constraint.ts';
import { defineBehaviour, type OpBehaviour } from './op-behaviour.ts';
import type {
  AttrDeclarations,
  DefinedAttr,
  DefinedValues,
  OpDefinition,
  OpSignature,
  OpSpec,
  RegionDeclarations,
  ValueDeclarations,
} from './op-definition.ts';
import {
  attrSizedOperandSegments,
  attrSizedResultSegments,
  isolatedFromAbove,
  terminator,
} from './traits.ts';
import { groupOf, segmentSizes, segmentSizesAttr } from './segments.ts';
import { lookUp } from '../list/look-up.ts';

/** `broadcast_dimensions` as `broadcastDimensions`: the accessor of a name of MLIR's declaration. */
export type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

type TypeIn<C> = C extends TypeConstraint<infer T> ? T : C extends ValueSpec<infer T> ? T : never;
type AttrIn<C> = C extends AttrConstraint<infer A> ? A : C extends OptionalAttr<infer A> ? A : never;

type ValueOf<C> =
  C extends ValueSpec<infer T, infer A>
    ? A extends 'variadic'
      ? Value<T>[]
      : A extends 'optional'
        ? Value<T> | null
        : Value<T>
    : Value<TypeIn<C>>;
type ResultOf<C> =
  C extends ValueSpec<infer T, infer A>
    ? A extends 'variadic'
      ? readonly OpResult<T>[]
      : OpResult<T> | null
    : OpResult<TypeIn<C>>;

/** The declared names of one kind; none where the declaration leaves the kind out. */
type Names<S extends OpSpec, K extends 'operands' | 'results' | 'attrs' | 'regions'> = NonNullable<S[K]>;

type OperandAccessors<S extends OpSpec> = {
  readonly [K in keyof Names<S, 'operands'> & string as Exclude<CamelCase<K>, keyof Operation>]: ValueOf<
    Names<S, 'operands'>[K]
  >;
};
type ResultAccessors<S extends OpSpec> = {
  readonly [K in keyof Names<S, 'results'> & string as Exclude<CamelCase<K>, keyof Operation>]: ResultOf<
    Names<S, 'results'>[K]
  >;
};
type AttrAccessors<S extends OpSpec> = {
  [K in keyof Names<S, 'attrs'> & string as Exclude<CamelCase<K>, keyof Operation>]: Names<
    S,
    'attrs'
  >[K] extends OptionalAttr<infer A>
    ? A | null
    : AttrIn<Names<S, 'attrs'>[K]>;
};
type RegionAccessors<S extends OpSpec> = {
  readonly [K in keyof Names<S, 'regions'> & string as CamelCase<K>]: Names<S, 'regions'>[K] extends {
    variadic: true;
  }
    ? readonly Region[]
    : Region;
};

type OptionalOperandNames<S extends OpSpec> = {
  [K in keyof Names<S, 'operands'>]: Names<S, 'operands'>[K] extends ValueSpec<Type, 'optional'> ? K : never;
}[keyof Names<S, 'operands'>] &
  string;
type OptionalAttrNames<S extends OpSpec> = {
  [K in keyof Names<S, 'attrs'>]: Names<S, 'attrs'>[K] extends OptionalAttr ? K : never;
}[keyof Names<S, 'attrs'>] &
  string;

// Types of operands are the verifier's business: whoever builds IR often knows a value only as a value.
type OperandArgs<S extends OpSpec> = {
  readonly [
    K in Exclude<keyof Names<S, 'operands'> & string, OptionalOperandNames<S>> as CamelCase<K>
  ]: ValueOf<Names<S, 'operands'>[K]> extends readonly unknown[] ? readonly Value[] : Value;
} & {
  readonly [K in OptionalOperandNames<S> as CamelCase<K>]?: Value | null;
};
type AttrArgs<S extends OpSpec> = {
  readonly [K in Exclude<keyof Names<S, 'attrs'> & string, OptionalAttrNames<S>> as CamelCase<K>]: AttrIn<
    Names<S, 'attrs'>[K]
  >;
} & {
  readonly [K in OptionalAttrNames<S> as CamelCase<K>]?: AttrIn<Names<S, 'attrs'>[K]> | null;
};

/** Operands and inherent attributes by name. */
export type CreateArgs<S extends OpSpec> = OperandArgs<S> & AttrArgs<S>;

/** The arguments of `create` beside operands and attributes. */
export interface CreateOptions {
  readonly location?: Location;
  readonly successors?: readonly Block[];
  /** Number of regions, where a region name is variadic. */
  readonly regionCount?: number;
  /** Discardable attributes. */
  readonly attributes?: Iterable<readonly [string, Attribute]> | null;
}

/** The constructor side of any operation. */
export interface AnyOpClass {
  new (init: OpInit): Operation;
  readonly definition: OpDefinition;
  /** Hand-written text after the op's name, where there is no declarative format. */
  readonly parse?: (parser: Parser, state: ParsedOp) => void;
  readonly print?: (printer: Printer, op: never) => void;
  /** Names that the printer gives to results and to the arguments of the op's regions. */
  readonly suggestNames?: (op: never, suggest: NameSuggestion) => void;
}

/** An operation with accessors of all that determines its result types. */
export type OpInputs<S extends OpSpec> = Operation &
  OperandAccessors<S> &
  AttrAccessors<S> &
  RegionAccessors<S>;

/** An operation with accessors of all that is declared. */
export type DeclaredOp<S extends OpSpec> = OpInputs<S> & ResultAccessors<S>;

/** The argument of {@link defineOp}: a signature, and functions of operations that have it. */
export interface OpDeclaration<
  O extends ValueDeclarations,
  R extends ValueDeclarations,
  A extends AttrDeclarations,
  G extends RegionDeclarations,
>
  extends
    OpSignature<O, R, A, G>,
    OpBehaviour<
      DeclaredOp<OpSpec<NoInfer<O>, NoInfer<R>, NoInfer<A>, NoInfer<G>>>,
      OpInputs<OpSpec<NoInfer<O>, NoInfer<R>, NoInfer<A>, NoInfer<G>>>,
      keyof NoInfer<O & R> & string
    > {}

/** The names of a kind that a declaration leaves out. */
// eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- no members is what is meant
type NoNames = Readonly<Record<never, never>>;

/** The constructor side of an operation declared with {@link defineOp}. */
export interface OpClass<S extends OpSpec> {
  new (init: OpInit): DeclaredOp<S>;
  /** With the spec as it was written, of which other declarations may be made. */
  readonly definition: OpDefinition<S>;
  /**
   * Makes a detached operation. Nothing is verified.
   *
   * @param resultTypes one type per result, all groups in order.
   */
  create<T>(
    this: new (init: OpInit) => T,
    args: CreateArgs<S>,
    resultTypes: readonly Type[],
    options?: CreateOptions,
  ): T;
}

/**
 * Declares an operation. Extend the returned class: the subclass names the op in types, may add methods and
 * getters, and must not add fields.
 *
 * ```ts
 * class AddOp extends defineOp('stablehlo.add', { summary: 'adds', operands: { lhs: tensor, rhs: tensor },
 *   results: { result: tensor }, effects: 'none', speculates: 'always', infer: (op) => [op.lhs.type],
 *   format: '$lhs `,` $rhs attr-dict `:` type($result)' }) {}
 * ```
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineOp<
  const O extends ValueDeclarations = NoNames,
  const R extends ValueDeclarations = NoNames,
  const A extends AttrDeclarations = NoNames,
  const G extends RegionDeclarations = NoNames,
>(name: string, spec: OpDeclaration<O, R, A, G>): OpClass<OpSpec<O, R, A, G>> {
  const definition = makeDefinition(name, spec);

  const Base = storesDefaults(spec) ? completedFrom(spec) : Operation;

  class Declared extends Base {
    static readonly definition = definition;

    static create(
      this: new (init: OpInit) => Operation,
      args: Record<string, unknown>,
      resultTypes: readonly Type[],
      options: CreateOptions = {},
    ): Operation {
      return new this(initFromArgs(definition, args, resultTypes, options));
    }
  }
  Object.defineProperty(Declared.prototype, 'definition', { value: definition });
  defineAccessors(Declared.prototype, definition);
  // The accessors were added to the prototype just now; the checker can't see that.
  return Declared as unknown as OpClass<OpSpec<O, R, A, G>>;
}

/** `broadcast_dimensions` as `broadcastDimensions`. */
export function camelCase(name: string): string {
  // Most names are one word, and thousands are declared before a command begins.
  if (!name.includes('_')) return name;
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function storesDefaults({ attrs }: OpSpec): boolean {
  return Object.values(attrs ?? {}).some((attr) => 'optional' in attr && attr.isStored === true);
}

/** Operations that store the defaults of attributes that they are created without. */
function completedFrom({ attrs }: OpSpec): typeof Operation {
  const defaults = Object.values(attrs ?? {}).map((attr) =>
    'optional' in attr && attr.isStored === true ? attr.defaultValue : null,
  );
  return class extends Operation {
    constructor(init: OpInit) {
      const isComplete = defaults.every(
        (value, i) => value === null || (init.properties[i] ?? null) !== null,
      );
      super(isComplete ? init : { ...init, properties: complete(init.properties, defaults) });
    }
  };
}

function complete(
  properties: OpInit['properties'],
  defaults: readonly ((() => Attribute) | null)[],
): OpInit['properties'] {
  // Sizes of segments stand behind the attributes that are declared.
  const count = Math.max(properties.length, defaults.length);
  return Array.from({ length: count }, (_, i) => properties[i] ?? defaults[i]?.() ?? null);
}

function makeDefinition(name: string, spec: OpSpec): OpDefinition {
  const values = (of: OpSpec['operands']): DefinedValues[] =>
    Object.entries(of ?? {}).map(([valueName, value]) =>
      'arity' in value
        ? {
            name: valueName,
            accessor: camelCase(valueName),
            arity: value.arity,
            constraint: value.constraint,
          }
        : { name: valueName, accessor: camelCase(valueName), arity: 'one', constraint: value },
    );
  const traits = new Set(spec.traits ?? []);
  const attrs: DefinedAttr[] = Object.entries(spec.attrs ?? {}).map(([attrName, attr]) =>
    'optional' in attr
      ? {
          name: attrName,
          accessor: camelCase(attrName),
          constraint: attr.optional,
          isOptional: true,
          defaultValue: attr.defaultValue,
        }
      : {
          name: attrName,
          accessor: camelCase(attrName),
          constraint: attr,
          isOptional: false,
          defaultValue: null,
        },
  );
  if (traits.has(attrSizedOperandSegments)) attrs.push(segmentSizesAttr('operandSegmentSizes'));
  if (traits.has(attrSizedResultSegments)) attrs.push(segmentSizesAttr('resultSegmentSizes'));
  const attrNames = attrs.map((attr) => attr.name);
  const operands = values(spec.operands);
  const results = values(spec.results);
  let format: AssemblyFormat | null = null;
  const definition: OpDefinition = {
    name,
    dialect: name.slice(0, name.indexOf('.')),
    spec,
    operands,
    results,
    attrs,
    regions: Object.entries(spec.regions ?? {}).map(([regionName, constraint]) => ({
      name: regionName,
      constraint,
    })),
    attrNames,
    attrIndex: new Map(attrNames.map((attrName, i) => [attrName, i])),
    traits,
    isTerminator: traits.has(terminator),
    isIsolatedFromAbove: traits.has(isolatedFromAbove),
    isRegistered: true,
    ...defineBehaviour(spec, { name, operands, results }),
    checkPlan: null,
    assemblyFormat: () =>
      spec.format === undefined ? null : (format ??= compileAssemblyFormat(definition, spec.format)),
  };
  return definition;
}

function initFromArgs(
  definition: OpDefinition,
  args: Record<string, unknown>,
  resultTypes: readonly Type[],
  options: CreateOptions,
): OpInit {
  const operands: Value[] = [];
  for (const { accessor, arity } of definition.operands) {
    // CreateArgs<S> says that the argument of this name is a value, a list of values or absent.
    const given = args[accessor] as Value | readonly Value[] | null | undefined;
    if (arity === 'variadic') operands.push(...(given as readonly Value[]));
    else if (given !== null && given !== undefined) operands.push(given as Value);
  }
  const properties: (Attribute | null)[] = [];
  // The arguments of attributes are attributes, as `create` declares.
  for (const { accessor } of definition.attrs) properties.push((args[accessor] ?? null) as Attribute | null);
  if (definition.traits.has(attrSizedOperandSegments)) {
    const sizes = definition.operands.map(({ accessor, arity }) => {
      // The arguments of variadic operands are lists, as `create` declares.
      if (arity === 'variadic') return (args[accessor] as readonly Value[]).length;
      return args[accessor] === null || args[accessor] === undefined ? 0 : 1;
    });
    properties[lookUp(definition.attrIndex, 'operandSegmentSizes')] = segmentSizes(sizes);
  }
  return {
    location: options.location ?? UnknownLoc.instance,
    operands,
    resultTypes,
    properties,
    discardable: discardableOf(options.attributes),
    successors: options.successors ?? NO_BLOCKS,
    regionCount: options.regionCount ?? definition.regions.length,
  };
}

const NO_BLOCKS: readonly Block[] = [];

function discardableOf(attributes: CreateOptions['attributes']): Map<string, Attribute> | null {
  if (attributes === undefined || attributes === null) return null;
  const map = new Map(attributes);
  return map.size === 0 ? null : map;
}

// Fields of every operation, which an accessor of the same name would not reach.
const FIELDS: ReadonlySet<string> = new Set([
  'parent',
  'previous',
  'next',
  'order',
  'whereabouts',
  'nameStart',
  'regions',
  'successors',
  'properties',
  'discardable',
]);

function isMember(property: string): boolean {
  return property in Operation.prototype || FIELDS.has(property);
}

function defineAccessors(prototype: Operation, definition: OpDefinition): void {
  const accessor = (name: string, descriptor: PropertyDescriptor & ThisType<Operation>): void => {
    const property = camelCase(name);
    // `operands` and `results` as names of a variadic group mean the same list of slots or results.
    if (property === 'operands' || property === 'results') return;
    if (isMember(property)) throw new Error(`'${definition.name}': '${property}' is a member of Operation`);
    Object.defineProperty(prototype, property, descriptor);
  };
  const variadicOperands = definition.operands.some(({ arity }) => arity !== 'one');
  definition.operands.forEach(({ name, arity }, i) =>
    accessor(
      name,
      variadicOperands
        ? {
            get() {
              const [start, count] = groupOf(this, 'operand', i);
              if (arity === 'one') return this.getOperand(start);
              if (arity === 'optional') return count === 0 ? null : this.getOperand(start);
              return this.operands.slice(start, start + count).map((operand) => operand.value);
            },
          }
        : {
            get() {
              return this.getOperand(i);
            },
          },
    ),
  );
  const variadicResults = definition.results.some(({ arity }) => arity !== 'one');
  definition.results.forEach(({ name, arity }, i) =>
    accessor(
      name,
      variadicResults
        ? {
            get() {
              const [start, count] = groupOf(this, 'result', i);
              if (arity === 'variadic') return this.results.slice(start, start + count);
              return count === 0 ? null : this.getResult(start);
            },
          }
        : {
            get() {
              return this.getResult(i);
            },
          },
    ),
  );
  definition.attrs.forEach(({ name }, i) => {
    // An attribute may be called what operations call something else, such as `name`; it is read by `getAttr`.
    if (isMember(camelCase(name))) return;
    accessor(name, {
      get() {
        return this.properties[i] ?? null;
      },
      set(attribute: Attribute | null) {
        this.setProperty(i, attribute);
      },
    });
  });
  definition.regions.forEach(({ name, constraint }: { name: string; constraint: RegionConstraint }, i) =>
    accessor(name, {
      get() {
        return constraint.variadic ? this.regions.slice(i) : this.getRegion(i);
      },
    }),
  );
}
