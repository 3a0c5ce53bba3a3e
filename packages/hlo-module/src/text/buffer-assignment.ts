import type { AssignedBuffer, BufferAllocation } from '../model/module.ts';

const ALLOCATION = /^allocation (\d+): size (\d+)(.*):\s*$/;
const VALUE = /^ value: <\d+ (\S+?)(?:\{([\d,]*)\})?(?: \(phi\))? @\d+> \(size=(\d+),offset=(\d+)\)/;
const PARAMETER = /, parameter (\d+), shape .* at ShapeIndex \{([\d,]*)\}/;

/**
 * Reads the buffer assignment that XLA dumps as text, in the file `*-buffer-assignment.txt` beside that of the module.
 *
 * @returns `null` for another text.
 */
export function readBufferAssignmentText(text: string): readonly BufferAllocation[] | null {
  const lines = text.split('\n');
  if (lines[0]?.trim() !== 'BufferAssignment:') return null;
  const allocations: BufferAllocation[] = [];
  let buffers: AssignedBuffer[] = [];
  for (const line of lines) {
    const [, index, size, flags = ''] = ALLOCATION.exec(line) ?? [];
    if (index !== undefined) {
      buffers = [];
      allocations.push(allocation(Number(index), Number(size), flags, buffers));
      continue;
    }
    const [, instruction, shapeIndex, bytes, offset] = VALUE.exec(line) ?? [];
    if (instruction === undefined) {
      // Statistics and the lives of buffers follow.
      if (allocations.length > 0) break;
      continue;
    }
    buffers.push({
      instruction,
      shapeIndex: indexOf(shapeIndex),
      offset: Number(offset),
      size: Number(bytes),
    });
  }
  return allocations;
}

function allocation(
  index: number,
  size: number,
  flags: string,
  buffers: readonly AssignedBuffer[],
): BufferAllocation {
  const [, parameter, parameterIndex] = PARAMETER.exec(flags) ?? [];
  return {
    ...{ index, size, memorySpace: 0, buffers },
    isThreadLocal: flags.includes(', thread-local'),
    isConstant: flags.includes(', constant'),
    maybeLiveOut: flags.includes(', maybe-live-out'),
    ...(parameter === undefined
      ? {}
      : { parameter: { number: Number(parameter), index: indexOf(parameterIndex) } }),
  };
}

function indexOf(text: string | undefined): readonly number[] {
  return text === undefined || text === '' ? [] : text.split(',').map(Number);
}
