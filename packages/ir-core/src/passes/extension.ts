import type { Extension } from '../ir/extension.ts';
import { canonicalize } from './canonicalize.ts';
import { cse } from './cse.ts';
import { inline } from './inline.ts';
import { stripDebuginfo } from './strip-debuginfo.ts';
import { symbolDce } from './symbol-dce.ts';

/** The passes that work on operations of any dialect. */
export const builtinPasses: Extension = {
  name: 'builtin-passes',
  passes: [canonicalize, cse, inline, stripDebuginfo, symbolDce],
};
