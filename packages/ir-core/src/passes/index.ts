export { canonicalize } from './canonicalize.ts';
export { cse, eliminateCommonSubexpressions, type CseResult } from './cse.ts';
export { inline } from './inline.ts';
export { stripDebuginfo } from './strip-debuginfo.ts';
export { symbolDce } from './symbol-dce.ts';
