import {
  type Attribute,
  type AttrConstraint,
  type ConversionPattern,
  type ConversionRewriter,
  type CreatableOp,
  i32,
  i64,
  IntegerAttr,
  oneToManyPattern,
  type OpDefinition,
  type Operation,
  type OpWithDefinition,
  type Value,
} from '@shardform/ir-core';
import { si32, si64, si8, ui32 } from '@shardform/dialect-ttir';
import { deviceMesh, FP32_EXACT } from '@shardform/dialect-ttcore';
import { type DeviceType, openedDevice } from '@shardform/dialect-ttnn';

/** The operation under conversion, with what its conversion may use. */
export interface ConversionScope {
  /** Stands before the operation. */
  readonly builder: ConversionRewriter;
  /** The opened devices. */
  readonly device: () => Value<DeviceType>;
  /** Rows and columns of devices. */
  readonly mesh: readonly number[];
  /** Says why the operation can't be converted and what to change; the conversion then returns `null`. */
  readonly refuse: (message: string) => null;
}

/** The result of a conversion: an operation, the values that replace the results, or `null` after a refusal. */
type Converted = Operation | Value | readonly Value[] | null;

/** Declares how operations of one class are converted. */
/* @__NO_SIDE_EFFECTS__ */
export function conversion<T extends Operation>(
  op: OpWithDefinition<T>,
  convert: (op: T, scope: ConversionScope) => Converted,
): ConversionPattern {
  return oneToManyPattern(op, `convert-${op.definition.name}`, (found, _operands, rewriter) => {
    const made = convert(found, {
      builder: rewriter,
      device: () => openedDevice(found, rewriter),
      mesh: deviceMesh(found),
      refuse(reason) {
        rewriter.context.diagnostics.error(found.location, `'${found.name}' op ${reason}`);
        return null;
      },
    });
    if (made === null) return false;
    rewriter.replaceOp(found, valuesOf(made));
    return true;
  });
}

function valuesOf(made: Operation | Value | readonly Value[]): readonly Value[] {
  if ('length' in made) return made;
  return 'results' in made ? made.results : [made];
}

type Arguments = Record<string, unknown>;

/** An operation that {@link sameArguments} makes: its arguments are found by name. */
interface Target {
  readonly definition: OpDefinition;
}

const integerTypes = [i32, si32, ui32, i64, si64, si8];

/** An attribute in the type that the target wants: both dialects often differ in the width of a number. */
function fitted(attribute: Attribute | null, constraint: AttrConstraint): Attribute | null {
  const accepts = (candidate: Attribute): boolean => constraint.accepts(candidate);
  if (!(attribute instanceof IntegerAttr) || accepts(attribute)) return attribute;
  const candidates = integerTypes.map((type) => IntegerAttr.get(attribute.value, type));
  return candidates.find(accepts) ?? attribute;
}

/** Attributes beside those of the dialect that are kept. */
const KEPT = ['ttcore.weight_dtype', FP32_EXACT];

/**
 * Declares that operations of one class become those of another that has the same operands and attributes: operands
 * by name, else by position, attributes by name. The devices are added where the target wants them.
 *
 * @param more arguments that the names don't give.
 */
/* @__NO_SIDE_EFFECTS__ */
export function sameArguments<T extends Operation>(
  source: OpWithDefinition<T>,
  target: Target,
  more: (op: T, scope: ConversionScope) => Arguments = () => ({}),
): ConversionPattern {
  const { operands: given } = source.definition;
  const { operands, attrs } = target.definition;
  const names = new Set(given.map(({ accessor }) => accessor));
  return conversion(source, (op, scope) => {
    // Declared operations have an accessor for each declared name.
    const parts = op as unknown as Arguments;
    const args: Arguments = {};
    operands.forEach(({ accessor }, i) => {
      if (names.has(accessor)) args[accessor] = parts[accessor];
      else if (accessor === 'device') args[accessor] = scope.device();
      else if (!operands.some((other) => other.accessor === given[i]?.accessor))
        args[accessor] = parts[given[i]?.accessor ?? ''];
    });
    for (const { accessor, name, constraint } of attrs) {
      if (source.definition.attrIndex.has(name) && name !== 'operandSegmentSizes')
        args[accessor] = fitted(op.getAttr(name), constraint);
    }
    Object.assign(args, more(op, scope));
    // All that is called is `create` of a declared operation, whose arguments were put together by its own names.
    const made = scope.builder.create(
      // The target is declared with these operands and attributes.
      target as unknown as CreatableOp<Arguments, Operation>,
      args,
      operands.length > 0 && target.definition.results.length === 0 ? [] : op.resultTypes(),
    );
    for (const name of KEPT) {
      const attribute = op.getAttr(name);
      if (attribute !== null && !target.definition.attrIndex.has(name)) made.setAttr(name, attribute);
    }
    return made;
  });
}
