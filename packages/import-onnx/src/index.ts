export { importedOps, importOnnx, type ImportOnnxOptions } from './import-onnx.ts';
export { decodeModel, decodeTensor, OnnxFormatError } from './proto/decode.ts';
export * from './proto/onnx-model.ts';
