import {
  ArrayAttr,
  type Attribute,
  boolAttr,
  DenseArrayAttr,
  DenseElementsAttr,
  DictionaryAttr,
  FloatAttr,
  FloatType,
  i1,
  i64,
  IndexType,
  IntegerAttr,
  IntegerType,
  NoneType,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
  type Type,
  zip,
} from '@shardform/ir-core';
import {
  AxisRefAttr,
  MeshAttr,
  MeshAxisAttr,
  OutputOperandAliasAttr,
  ReplicaGroupMeshAxesAttr,
  ResultAccuracyAttr,
  ResultAccuracyModeAttr,
  SubAxisInfoAttr,
} from '@shardform/dialect-stablehlo';
import * as vhlo from './attributes.ts';
import { typeFromVhlo, typeToVhlo } from './convert-types.ts';
import { enumToStablehlo, enumToVhlo } from './enums.ts';
import { FloatV1, IntegerV1 } from './number-attributes.ts';
import { TensorV1, tensorAttribute } from './tensor-attribute.ts';
import { isVhlo } from './types.ts';

/** Finds the counterpart of an attribute; `null` when it has none. */
export type ConvertAttribute = (attribute: Attribute) => Attribute | null;

/**
 * Returns a conversion that looks at each attribute once.
 *
 * @param unknown what becomes of attributes of other dialects.
 */
export function attributesToVhlo(
  convertType: (type: Type) => Type | null,
  unknown: ConvertAttribute,
): ConvertAttribute {
  const convert = remembering((attribute) => {
    if (attribute.isType) {
      // Only types say that they are types.
      const value = convertType(attribute as Type);
      if (value === null) return null;
      return isVhlo(value) ? vhlo.TypeV1.get({ value }) : unknown(attribute);
    }
    const counterpart = enumToVhlo(attribute) ?? builtinToVhlo(attribute, convert);
    if (counterpart !== undefined) return counterpart;
    const structured = structuredToVhlo(attribute, convert);
    return structured === undefined ? unknown(attribute) : structured;
  });
  return convert;
}

/** Returns a conversion back, that looks at each attribute once. Attributes of other dialects stay. */
export function attributesFromVhlo(): ConvertAttribute {
  const convert = remembering((attribute) => {
    const word = enumToStablehlo(attribute);
    if (word !== undefined) return word;
    if (!isVhlo(attribute)) return attribute;
    const builtin = builtinFromVhlo(attribute, convert);
    return builtin === undefined ? structuredFromVhlo(attribute, convert) : builtin;
  });
  return convert;
}

function remembering(convert: ConvertAttribute): ConvertAttribute {
  const known = new Map<Attribute, Attribute | null>();
  return (attribute) => {
    let converted = known.get(attribute);
    if (converted === undefined) known.set(attribute, (converted = convert(attribute)));
    return converted;
  };
}

function all(list: readonly Attribute[], convert: ConvertAttribute): Attribute[] | null {
  const converted = list.map(convert);
  return converted.every((item) => item !== null) ? converted : null;
}

function arrayToVhlo(list: readonly Attribute[], convert: ConvertAttribute): Attribute | null {
  const value = all(list, convert);
  return value === null ? null : vhlo.ArrayV1.get({ value });
}

function stringToVhlo(value: string): Attribute {
  return vhlo.StringV1.get({ value });
}

/** `undefined` for attributes that are none of MLIR's builtin ones. */
function builtinToVhlo(attribute: Attribute, convert: ConvertAttribute): Attribute | null | undefined {
  if (attribute instanceof IntegerAttr) {
    if (attribute.type === i1) return vhlo.BooleanV1.get({ value: attribute.value !== 0n });
    const type = typeToVhlo(attribute.type);
    return type === null ? null : IntegerV1.get({ type, value: attribute.value });
  }
  if (attribute instanceof DenseElementsAttr) return tensorAttribute(attribute);
  if (attribute instanceof DenseArrayAttr) {
    const { elementType, length } = attribute;
    if (elementType !== i64 && elementType !== i1) return undefined;
    return tensorAttribute(
      DenseElementsAttr.fromNumbers(RankedTensorType.get([length], elementType), attribute.values),
    );
  }
  if (attribute instanceof StringAttr) {
    return attribute.type instanceof NoneType ? stringToVhlo(attribute.value) : null;
  }
  if (attribute instanceof SymbolRefAttr) {
    return attribute.isFlat ? stringToVhlo(attribute.root) : undefined;
  }
  if (attribute instanceof FloatAttr) {
    const type = typeToVhlo(attribute.type);
    return type === null ? null : FloatV1.get({ type, value: attribute });
  }
  if (attribute instanceof ArrayAttr) return arrayToVhlo(attribute.elements, convert);
  if (!(attribute instanceof DictionaryAttr)) return undefined;
  const names = attribute.entries.map(([name]) => stringToVhlo(name));
  const values = all(
    attribute.entries.map(([, value]) => value),
    convert,
  );
  return values === null
    ? null
    : vhlo.DictionaryV1.get({ value: zip(names, values).map(([name, value]) => [name, value]) });
}

/** `undefined` for attributes that are none of StableHLO's. */
function structuredToVhlo(attribute: Attribute, convert: ConvertAttribute): Attribute | null | undefined {
  if (attribute instanceof ResultAccuracyAttr) {
    const { atol, rtol, ulps, mode } = attribute;
    const converted = convert(ResultAccuracyModeAttr.get(mode));
    if (converted === null) return null;
    return vhlo.ResultAccuracyV1.get({ atol, rtol, ulps: BigInt(ulps), mode: converted });
  }
  if (attribute instanceof OutputOperandAliasAttr) {
    return vhlo.OutputOperandAliasV1.get({
      outputTupleIndices: attribute.outputTupleIndices,
      operandIndex: BigInt(attribute.operandIndex),
      operandTupleIndices: attribute.operandTupleIndices,
    });
  }
  if (attribute instanceof SubAxisInfoAttr) {
    return vhlo.SubAxisInfoV1.get({ pre_size: BigInt(attribute.preSize), size: BigInt(attribute.size) });
  }
  if (attribute instanceof AxisRefAttr) {
    const subAxis = attribute.subAxisInfo === null ? null : convert(attribute.subAxisInfo);
    return vhlo.AxisRefV1.get({ name: stringToVhlo(attribute.name), sub_axis_info: subAxis });
  }
  if (attribute instanceof MeshAxisAttr) {
    return vhlo.MeshAxisV1.get({ name: stringToVhlo(attribute.name), size: BigInt(attribute.size) });
  }
  if (attribute instanceof MeshAttr) {
    const axes = arrayToVhlo(attribute.axes, convert);
    const deviceIds = attribute.deviceIds === null ? null : convert(attribute.deviceIds);
    return axes === null ? null : vhlo.MeshV1.get({ axes, device_ids: deviceIds });
  }
  if (attribute instanceof ReplicaGroupMeshAxesAttr) {
    const mesh = convert(attribute.mesh);
    const axes = convert(attribute.axes);
    return mesh === null || axes === null ? null : vhlo.ReplicaGroupMeshAxesV1.get({ mesh, axes });
  }
  return undefined;
}

/** `undefined` for attributes that stand for none of MLIR's builtin ones. */
function builtinFromVhlo(attribute: Attribute, convert: ConvertAttribute): Attribute | null | undefined {
  const integer = IntegerV1.of(attribute);
  if (integer !== null) {
    const type = typeFromVhlo(integer.type);
    const isInteger = type instanceof IntegerType || type instanceof IndexType;
    return isInteger ? IntegerAttr.get(integer.value, type) : null;
  }
  const tensor = TensorV1.of(attribute);
  if (tensor !== null) return tensor.data;
  const boolean = vhlo.BooleanV1.of(attribute);
  if (boolean !== null) return boolAttr(boolean.value);
  const string = vhlo.StringV1.of(attribute);
  if (string !== null) return StringAttr.get(string.value);
  const float = FloatV1.of(attribute);
  if (float !== null) return typeFromVhlo(float.type) instanceof FloatType ? float.value : null;
  const type = vhlo.TypeV1.of(attribute);
  if (type !== null) return typeFromVhlo(type.value);
  const array = vhlo.ArrayV1.of(attribute);
  if (array !== null) {
    const elements = all(array.value, convert);
    return elements === null ? null : ArrayAttr.get(elements);
  }
  const dictionary = vhlo.DictionaryV1.of(attribute);
  if (dictionary === null) return undefined;
  const entries: [string, Attribute][] = [];
  for (const [key, item] of dictionary.value) {
    const name = vhlo.StringV1.of(key)?.value;
    const value = convert(item);
    if (name === undefined || value === null) return null;
    entries.push([name, value]);
  }
  return DictionaryAttr.get(entries);
}

function structuredFromVhlo(attribute: Attribute, convert: ConvertAttribute): Attribute | null {
  const accuracy = vhlo.ResultAccuracyV1.of(attribute);
  if (accuracy !== null) {
    const mode = convert(accuracy.mode);
    if (mode === null || !ResultAccuracyModeAttr.constraint.accepts(mode)) return null;
    return ResultAccuracyAttr.get({
      atol: accuracy.atol,
      rtol: accuracy.rtol,
      ulps: Number(accuracy.ulps),
      mode: mode.value,
    });
  }
  const alias = vhlo.OutputOperandAliasV1.of(attribute);
  if (alias !== null) {
    const { outputTupleIndices, operandIndex, operandTupleIndices } = alias;
    return OutputOperandAliasAttr.get({
      outputTupleIndices,
      operandIndex: Number(operandIndex),
      operandTupleIndices,
    });
  }
  const subAxis = vhlo.SubAxisInfoV1.of(attribute);
  if (subAxis !== null)
    return SubAxisInfoAttr.get({ preSize: Number(subAxis.pre_size), size: Number(subAxis.size) });
  return meshFromVhlo(attribute, convert);
}

function meshFromVhlo(attribute: Attribute, convert: ConvertAttribute): Attribute | null {
  const axisRef = vhlo.AxisRefV1.of(attribute);
  if (axisRef !== null) {
    const name = vhlo.StringV1.of(axisRef.name)?.value;
    const part = axisRef.sub_axis_info === null ? null : convert(axisRef.sub_axis_info);
    if (name === undefined || !(part === null || part instanceof SubAxisInfoAttr)) return null;
    return AxisRefAttr.get({ name, subAxisInfo: part });
  }
  const axis = vhlo.MeshAxisV1.of(attribute);
  if (axis !== null) {
    const name = vhlo.StringV1.of(axis.name)?.value;
    return name === undefined ? null : MeshAxisAttr.get({ name, size: Number(axis.size) });
  }
  const mesh = vhlo.MeshV1.of(attribute);
  if (mesh !== null) {
    const axes = all(vhlo.ArrayV1.of(mesh.axes)?.value ?? [], convert);
    const ids = mesh.device_ids === null ? null : convert(mesh.device_ids);
    if (axes?.every((item) => item instanceof MeshAxisAttr) !== true) return null;
    return MeshAttr.get({ axes, deviceIds: ids instanceof DenseElementsAttr ? ids : null });
  }
  const groups = vhlo.ReplicaGroupMeshAxesV1.of(attribute);
  if (groups === null) return null;
  const name = vhlo.StringV1.of(groups.mesh)?.value;
  const whole = name === undefined ? convert(groups.mesh) : SymbolRefAttr.get(name);
  const axes = convert(groups.axes);
  const isMesh = whole instanceof SymbolRefAttr || whole instanceof MeshAttr;
  return isMesh && axes instanceof ArrayAttr ? ReplicaGroupMeshAxesAttr.get({ mesh: whole, axes }) : null;
}
