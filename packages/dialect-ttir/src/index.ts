export * from './attrs/index.ts';
export * from './broadcast.ts';
export {
  boolAttr,
  elementsAttr,
  f32Attr,
  f32Default,
  f32OrI32Attr,
  i32Array,
  i32ArrayAttr,
  i32Attr,
  i32DenseArrayAttr,
  i32Numbers,
  i64ArrayAttr,
  i64IntegerAttr,
  type NumberAttr,
  scaleFactorAttr,
  si32,
  si32Attr,
  si32Default,
  si64,
  si64Attr,
  si8,
  si8Attr,
  si8Default,
  tensorType,
  ui32,
  ui32Attr,
  ui32Default,
  type WindowAttr,
} from './constraints.ts';
export { exampleOf, type ExampleCall } from './docs/example.ts';
export { loadLibraryDocumentation } from './docs/load-library-documentation.ts';
export * from './extension.ts';
export * from './ops/index.ts';
export * from './repeat-to.ts';
export * from './splat-number.ts';
export * from './tensor-builder.ts';
export * from './traits.ts';
export * from './types/synchronization-types.ts';
export * as checks from './verify/index.ts';
