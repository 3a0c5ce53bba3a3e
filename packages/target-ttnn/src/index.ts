export { type ReadBinary, isTtnnBinary, readTtnnBinary, ttnnSource } from './binary/read-binary.ts';
export { ttnnBinary, writeTtnnBinary } from './binary/binary.ts';
export { UnwritableOperation } from './binary/program.ts';
export { FlatBufferError } from './flatbuffers/decode.ts';
export type { FieldValue, TableValue } from './flatbuffers/schema.ts';
export { type FormatVersion, formatVersions, jaxTtPlugin013 } from './schema/version.ts';
export { pythonText } from './emitpy/python-text.ts';
export { cppText } from './emitc/cpp-text.ts';
