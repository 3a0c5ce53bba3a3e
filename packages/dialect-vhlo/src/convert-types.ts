import {
  type Attribute,
  ComplexType,
  f64,
  FloatAttr,
  FloatType,
  FunctionType,
  IndexType,
  IntegerType,
  MemRefType,
  NoneType,
  RankedTensorType,
  TupleType,
  type Type,
  UnrankedTensorType,
  zip,
} from '@shardform/ir-core';
import { FutureType, TokenType, TypeExtensionsAttr } from '@shardform/dialect-stablehlo';
import { quant, shape } from '@shardform/dialects-mlir';
import { VhloType } from './form.ts';
import { TypeExtensionsV1 } from './type-extensions.ts';
import * as vhlo from './types.ts';

const { UniformQuantizedType } = quant;
type UniformQuantizedType = quant.UniformQuantizedType;

type ScalarName = keyof typeof vhlo.scalarForms;

function isScalarName(name: string): name is ScalarName {
  return name in vhlo.scalarForms;
}

/** The name of a type in the table of types without parameters; `null` for others. */
function scalarName(type: Type): string | null {
  if (type instanceof FloatType) return type.name;
  if (type instanceof IntegerType) {
    if (type.signedness === 'signless') return type.width === 1 ? 'bool' : `i${type.width}`;
    return type.isUnsigned ? `ui${type.width}` : null;
  }
  if (type instanceof IndexType) return 'index';
  if (type instanceof NoneType) return 'none';
  if (type instanceof TokenType) return 'token';
  return type === shape.WitnessType.instance ? 'witness' : null;
}

/** The counterparts of all types without parameters, such as integers of a width and signedness. */
const builtinScalars: ReadonlyMap<string, Type> = /* @__PURE__ */ new Map<string, Type>([
  ...[2, 4, 8, 16, 32, 64].flatMap((width): [string, Type][] => [
    [`i${width}`, IntegerType.get(width)],
    [`ui${width}`, IntegerType.get(width, 'unsigned')],
  ]),
  ['bool', IntegerType.get(1)],
  ['index', IndexType.instance],
  ['none', NoneType.instance],
  ['token', TokenType.instance],
  ['witness', shape.WitnessType.instance],
]);

function builtinScalar(name: ScalarName): Type {
  // What is no other scalar is a float of that name.
  return builtinScalars.get(name) ?? FloatType.get(name as FloatType['name']);
}

/** VHLO's type for one of StableHLO or of MLIR's builtin types; `null` when there is none. */
export function typeToVhlo(type: Type): Type | null {
  const name = scalarName(type);
  if (name !== null) return isScalarName(name) ? vhlo.scalarForms[name].get({}) : null;
  if (type instanceof RankedTensorType) return tensorToVhlo(type);
  if (type instanceof ComplexType)
    return ofElement(type, (elementType) => vhlo.ComplexV1.get({ elementType }));
  if (type instanceof UnrankedTensorType) {
    return ofElement(type, (elementType) => vhlo.UnrankedTensorV1.get({ elementType }));
  }
  if (type instanceof MemRefType) {
    const { shape } = type;
    return shape === null
      ? null
      : ofElement(type, (elementType) => vhlo.BufferV1.get({ shape, elementType }));
  }
  if (type instanceof FunctionType) {
    const inputs = allConverted(type.inputs, typeToVhlo);
    const outputs = allConverted(type.results, typeToVhlo);
    return inputs === null || outputs === null ? null : vhlo.FunctionV1.get({ inputs, outputs });
  }
  if (type instanceof TupleType || type instanceof FutureType) {
    const types = allConverted(type.types, typeToVhlo);
    if (types === null) return null;
    return type instanceof TupleType ? vhlo.TupleV1.get({ types }) : vhlo.FutureV1.get({ types });
  }
  return type instanceof UniformQuantizedType ? quantizedToVhlo(type) : null;
}

function ofElement(type: { readonly elementType: Type }, make: (element: Type) => Type): Type | null {
  const element = typeToVhlo(type.elementType);
  return element === null ? null : make(element);
}

function allConverted(types: readonly Type[], convert: (type: Type) => Type | null): Type[] | null {
  const converted = types.map(convert);
  return converted.every((type) => type !== null) ? converted : null;
}

function tensorToVhlo({ shape, elementType, encoding }: RankedTensorType): Type | null {
  const element = typeToVhlo(elementType);
  if (element === null) return null;
  const converted = encoding === null ? null : encodingToVhlo(encoding);
  if (encoding !== null && converted === null) return null;
  return vhlo.TensorTypeV1.get({ shape, elementType: element, encoding: converted });
}

function encodingToVhlo(encoding: Attribute): Attribute | null {
  if (encoding instanceof TypeExtensionsAttr) return TypeExtensionsV1.get({ bounds: encoding.bounds });
  return vhlo.isVhlo(encoding) ? encoding : null;
}

function quantizedToVhlo(type: UniformQuantizedType): Type | null {
  const { storage, scalings, dimension } = type;
  const storageType = typeToVhlo(type.storageType);
  const expressedType = typeToVhlo(type.expressedType);
  if (storageType === null || expressedType === null) return null;
  const common = {
    flags: storage.isSigned ? 1 : 0,
    storageType,
    expressedType,
    storageTypeMin: storage.min,
    storageTypeMax: storage.max,
  };
  const scales = scalings.map(({ scale }) => FloatAttr.get(scale, f64));
  const zeroPoints = scalings.map(({ zeroPoint }) => zeroPoint);
  return dimension === null
    ? vhlo.QuantizedV1.get({ ...common, scale: scales[0]!, zeroPoint: zeroPoints[0]! })
    : vhlo.QuantizedPerAxisV1.get({ ...common, quantizedDimension: Number(dimension), scales, zeroPoints });
}

const scalarNames: ReadonlyMap<unknown, ScalarName> = /* @__PURE__ */ new Map<unknown, ScalarName>(
  // The keys are those of the table.
  Object.entries(vhlo.scalarForms).map(([name, form]) => [form, name as ScalarName]),
);

/** Returns the type that a type of VHLO stands for; other types stand for themselves. `null` when there is none. */
export function typeFromVhlo(type: Type): Type | null {
  if (!(type instanceof VhloType)) return type;
  const name = scalarNames.get(type.form);
  if (name !== undefined) return builtinScalar(name);
  const tensor = vhlo.TensorTypeV1.of(type);
  if (tensor !== null) {
    const element = typeFromVhlo(tensor.elementType);
    if (element === null) return null;
    const extensions = TypeExtensionsV1.of(tensor.encoding);
    const encoding =
      extensions === null ? tensor.encoding : TypeExtensionsAttr.get({ bounds: extensions.bounds });
    return RankedTensorType.get(tensor.shape, element, encoding);
  }
  const complex = vhlo.ComplexV1.of(type);
  if (complex !== null) return fromElement(complex, (element) => ComplexType.get(element));
  const unranked = vhlo.UnrankedTensorV1.of(type);
  if (unranked !== null) return fromElement(unranked, (element) => UnrankedTensorType.get(element));
  const buffer = vhlo.BufferV1.of(type);
  if (buffer !== null) return fromElement(buffer, (element) => MemRefType.get(buffer.shape, element));
  const callable = vhlo.FunctionV1.of(type);
  if (callable !== null) {
    const inputs = allConverted(callable.inputs, typeFromVhlo);
    const results = allConverted(callable.outputs, typeFromVhlo);
    return inputs === null || results === null ? null : FunctionType.get(inputs, results);
  }
  const tuple = vhlo.TupleV1.of(type);
  const group = tuple ?? vhlo.FutureV1.of(type);
  if (group !== null) {
    const types = allConverted(group.types, typeFromVhlo);
    if (types === null) return null;
    return tuple === null ? FutureType.get({ types }) : TupleType.get(types);
  }
  return quantizedFromVhlo(type);
}

function fromElement(
  { elementType }: { readonly elementType: Type },
  make: (element: Type) => Type,
): Type | null {
  const element = typeFromVhlo(elementType);
  return element === null ? null : make(element);
}

function quantizedFromVhlo(type: Type): Type | null {
  const whole = vhlo.QuantizedV1.of(type);
  const perAxis = vhlo.QuantizedPerAxisV1.of(type);
  const params = whole ?? perAxis;
  if (params === null) return null;
  const storageType = typeFromVhlo(params.storageType);
  const expressedType = typeFromVhlo(params.expressedType);
  if (!(storageType instanceof IntegerType) || !(expressedType instanceof FloatType)) return null;
  const storage = {
    type: storageType,
    isSigned: (params.flags & 1) === 1,
    min: params.storageTypeMin,
    max: params.storageTypeMax,
  };
  if (whole !== null) {
    const scaling = { scale: whole.scale.value, zeroPoint: whole.zeroPoint };
    return UniformQuantizedType.get({ storage, expressedType, scalings: [scaling] });
  }
  if (perAxis === null || perAxis.scales.length !== perAxis.zeroPoints.length) return null;
  const scalings = zip(perAxis.scales, perAxis.zeroPoints).map(([{ value }, zeroPoint]) => ({
    scale: value,
    zeroPoint,
  }));
  const dimension = BigInt(perAxis.quantizedDimension);
  return UniformQuantizedType.get({ storage, expressedType, scalings, dimension });
}
