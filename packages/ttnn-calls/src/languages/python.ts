import { pythonString } from '@shardform/ir-core';
import type { Language } from './language.ts';
import { memberName } from './member-name.ts';

/** Configurations whose members without a value are written as `None`. */
const WRITES_ALL: ReadonlySet<string> = new Set([
  'MatmulMultiCoreReuseMultiCastProgramConfig',
  'MatmulMultiCoreReuseMultiCast1DProgramConfig',
  'MatmulMultiCoreReuseProgramConfig',
  'MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig',
]);

/** Members that Python has under names of their own. */
const MEMBERS: Readonly<Record<string, string>> = {
  'SliceType.DRAM_HEIGHT': 'ttnn.Conv2dDRAMSliceHeight',
  'SliceType.DRAM_WIDTH': 'ttnn.Conv2dDRAMSliceWidth',
  'SliceType.L1_FULL': 'ttnn.Conv2dL1Full',
};

const list = (items: readonly string[]): string => `[${items.join(', ')}]`;

/** Python with the module `ttnn`. */
export const python: Language = {
  name: 'Python',
  none: 'None',
  string: pythonString,
  bool: (value) => (value ? 'True' : 'False'),
  float(value) {
    if (!Number.isFinite(value))
      return `float(${pythonString(Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf')})`;
    const text = String(value);
    return /[.e]/.test(text) ? text : `${text}.0`;
  },
  list,
  member: (kind, word) => MEMBERS[`${kind}.${word}`] ?? `ttnn.${kind}.${memberName(word)}`,
  make: (kind, parts) => `ttnn.${kind}(${parts.join(', ')})`,
  shape: (sizes) => `ttnn.Shape(${list(sizes.map(String))})`,
  coordinate: (numbers) => `ttnn.MeshCoordinate((${numbers.join(', ')}))`,
  configuration(kind, members) {
    const written = WRITES_ALL.has(kind) ? members : members.filter(([, value]) => value !== null);
    return `ttnn.${kind}(${written.map(([name, value]) => `${name}=${value ?? 'None'}`).join(', ')})`;
  },
};
