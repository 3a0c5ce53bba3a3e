export { importedOps, importOnnx, type ImportOnnxOptions } from './import-onnx.ts';
export { decodeModel } from './proto/decode.ts';
export type {
  OnnxAttribute,
  OnnxGraph,
  OnnxModel,
  OnnxNode,
  OnnxTensor,
  OnnxValueInfo,
} from './proto/onnx-model.ts';
