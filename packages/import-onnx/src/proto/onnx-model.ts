/** An operation of an ONNX graph. */
export interface OnnxNode {
  readonly name: string;
  readonly opType: string;
  /** Empty for ONNX's own operations. */
  readonly domain: string;
  /** Names of values; empty for operands that are left out. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: ReadonlyMap<string, OnnxAttribute>;
}

/** An attribute, with the field that its kind has. */
export interface OnnxAttribute {
  readonly float: number;
  readonly int: number;
  readonly string: string;
  readonly tensor: OnnxTensor | null;
  readonly floats: readonly number[];
  readonly ints: readonly number[];
  readonly strings: readonly string[];
}

/** Element types of tensors by ONNX's numbers. */
export const onnxTypes = {
  1: 'f32',
  2: 'ui8',
  3: 'i8',
  4: 'ui16',
  5: 'i16',
  6: 'i32',
  7: 'i64',
  9: 'i1',
  10: 'f16',
  11: 'f64',
  12: 'ui32',
  13: 'ui64',
  16: 'bf16',
} as const;

/** A number of {@link onnxTypes}. */
export type OnnxTypeNumber = keyof typeof onnxTypes;

/** A tensor of a file, or one that was computed while the file is read. */
export interface OnnxTensor {
  readonly name: string;
  /** A number of {@link onnxTypes}, or another one that can't be imported. */
  readonly type: number;
  readonly shape: readonly number[];
  /** Elements in little-endian order, booleans as bytes. */
  readonly bytes: Uint8Array;
  /** True if its elements are in another file. */
  readonly isExternal: boolean;
}

/** An input or result of a graph; sizes are numbers or names, `null` when the rank is not known. */
export interface OnnxValueInfo {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly (number | string)[] | null;
}

/** A graph: operations in topological order. */
export interface OnnxGraph {
  readonly name: string;
  readonly nodes: readonly OnnxNode[];
  readonly initializers: readonly OnnxTensor[];
  readonly inputs: readonly OnnxValueInfo[];
  readonly outputs: readonly OnnxValueInfo[];
}

/** A model: a graph, and the version of ONNX's operations that it uses. */
export interface OnnxModel {
  readonly graph: OnnxGraph;
  readonly opset: number;
}
