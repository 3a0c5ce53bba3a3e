import type { AssignedBuffer, BufferAllocation } from '../model/module.ts';
import type { Mutable } from '../mutable.ts';
import { boolean, type Decode, integer, integers, many, mapped, message, one, text } from './wire.ts';

interface Location {
  instruction?: string;
  id?: number;
  index?: number[];
}

interface LogicalBuffer {
  id?: number;
  location?: Location;
}

interface Assigned {
  buffer?: number;
  offset?: number;
  size?: number;
}

interface Allocation {
  index?: number;
  size?: number;
  isThreadLocal?: boolean;
  isParameter?: boolean;
  isConstant?: boolean;
  parameter?: number;
  parameterIndex?: number[];
  maybeLiveOut?: boolean;
  memorySpace?: number;
  assigned?: Assigned[];
}

interface Assignment {
  buffers?: LogicalBuffer[];
  allocations?: Allocation[];
}

/** Names of instructions by their numbers, once they are known. */
export type NameOf = (id: number) => string | undefined;

function toAllocation(
  allocation: Allocation,
  buffers: ReadonlyMap<number, Location>,
  nameOf: NameOf,
): BufferAllocation {
  const { index = 0, size = 0, isThreadLocal = false, isConstant = false, maybeLiveOut = false } = allocation;
  const { memorySpace = 0, assigned = [] } = allocation;
  const made: Mutable<BufferAllocation> = {
    index,
    size,
    isThreadLocal,
    isConstant,
    maybeLiveOut,
    memorySpace,
    buffers: assigned.map(({ buffer = 0, offset = 0, size: bytes = 0 }): AssignedBuffer => {
      const { instruction = '', id = 0, index: shapeIndex = [] } = buffers.get(buffer) ?? {};
      return {
        instruction: instruction === '' ? (nameOf(id) ?? '') : instruction,
        shapeIndex,
        offset,
        size: bytes,
      };
    }),
  };
  if (allocation.isParameter === true)
    made.parameter = { number: allocation.parameter ?? 0, index: allocation.parameterIndex ?? [] };
  return made;
}

/** Reads a buffer assignment; it is complete when the names of instructions are known. */
export const decodeBufferAssignment: Decode<(nameOf: NameOf) => BufferAllocation[]> = mapped(
  message<Assignment>(() => ({}), {
    1: many('buffers', () =>
      message<LogicalBuffer>(() => ({}), {
        1: integer('id'),
        3: one('location', () =>
          message<Location>(() => ({}), { 2: text('instruction'), 3: integers('index'), 4: integer('id') }),
        ),
      }),
    ),
    3: many('allocations', () =>
      message<Allocation>(() => ({}), {
        1: integer('index'),
        2: integer('size'),
        3: boolean('isThreadLocal'),
        5: boolean('isParameter'),
        6: integer('parameter'),
        7: boolean('maybeLiveOut'),
        8: integer('memorySpace'),
        9: many('assigned', () =>
          message<Assigned>(() => ({}), { 1: integer('buffer'), 2: integer('offset'), 3: integer('size') }),
        ),
        10: integers('parameterIndex'),
        12: boolean('isConstant'),
      }),
    ),
  }),
  ({ buffers = [], allocations = [] }) => {
    const locations = new Map(buffers.map(({ id = 0, location = {} }) => [id, location]));
    return (nameOf) => allocations.map((allocation) => toAllocation(allocation, locations, nameOf));
  },
);
