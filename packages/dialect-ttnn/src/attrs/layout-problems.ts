import type { BufferTypeAttr, TensorMemoryLayoutAttr } from './enums.ts';
import type { LayoutAttr } from './layout-attr.ts';

/** Returns true for sharded layouts. */
export function isSharded(memoryLayout: TensorMemoryLayoutAttr | null): boolean {
  return memoryLayout?.value.endsWith('_sharded') === true;
}

/** Why a buffer can't lie in a memory in such a way, or `null`. */
export function bufferProblem(
  bufferType: BufferTypeAttr['value'],
  memoryLayout: TensorMemoryLayoutAttr | null,
): string | null {
  if (memoryLayout === null) {
    if (bufferType === 'system_memory') return null;
    return 'Memory layout is required for non-SystemMemory buffer type.';
  }
  if (bufferType === 'system_memory') return 'Memory layout is not allowed for SystemMemory buffer type.';
  if (bufferType === 'dram' && memoryLayout.value === 'block_sharded')
    return 'BlockSharded layout is not supported for DRAM buffer type; use WidthSharded, HeightSharded or Interleaved';
  return null;
}

function gridProblem({ bufferType, grid, memoryLayout }: LayoutAttr): string | null {
  if (bufferType.startsWith('l1') || (bufferType === 'dram' && isSharded(memoryLayout))) return null;
  if (grid.shape.join() === '1,1') return null;
  const memory =
    bufferType === 'dram' ? 'dram buffer type with interleaved memory layout' : `${bufferType} buffer type`;
  return `expected (1, 1) grid shape for ${memory}, got (${grid.shape.join(', ')})`;
}

/** All that is wrong with a layout. */
export function layoutProblems(layout: LayoutAttr): readonly string[] {
  const { memoryLayout, coreRanges, ignoresPhysicalLayout } = layout;
  const problems = [gridProblem(layout), bufferProblem(layout.bufferType, memoryLayout)];
  if (isSharded(memoryLayout)) {
    if (coreRanges === null && !ignoresPhysicalLayout)
      problems.push(`sharded TTNN layout (${memoryLayout!.value}) must carry a core_range_set`);
  } else if (coreRanges !== null) {
    const got = memoryLayout?.value ?? 'no memory layout';
    problems.push(`non-sharded TTNN layout must not carry a core_range_set (got ${got})`);
  }
  return problems.filter((problem) => problem !== null);
}
