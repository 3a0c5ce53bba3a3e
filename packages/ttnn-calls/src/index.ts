export { cpp, listType } from './languages/cpp.ts';
export type { Language } from './languages/language.ts';
export { python } from './languages/python.ts';
export { argumentOf, type CallArgument } from './table/call-argument.ts';
export {
  type CallParameter,
  type LibraryCall,
  libraryCall,
  readCalls,
  type Unpacking,
} from './table/read-table.ts';
export { unknownReason } from './table/unknown-reason.ts';
export { UnwritableValue } from './unwritable.ts';
export { dataTypeText } from './values/data-type-text.ts';
export { elementTexts } from './values/element-texts.ts';
export { type TensorText, tensorText } from './values/tensor-text.ts';
export { valueText } from './values/value-text.ts';
