import type { Metadata, StackFrame } from '../model/metadata.ts';
import type { Mutable } from '../mutable.ts';
import { cached, type Decode, integer, integers, many, mapped, message, text, texts } from './wire.ts';

/** Reads the origin of an instruction. */
export const decodeMetadata: Decode<Metadata> = cached(
  message<Mutable<Metadata>>(() => ({}), {
    1: text('opType'),
    2: text('opName'),
    3: text('sourceFile'),
    4: integer('sourceLine'),
    5: (target, reader, wire, end) => {
      const holder: { value?: number[] } = {};
      integers('value')(holder, reader, wire, end);
      keep(target, 'profile_type', `{${(holder.value ?? []).join(',')}}`);
    },
    8: other('size_of_generated_code_in_bytes'),
    9: other('size_of_memory_working_set_in_bytes'),
    12: text('deduplicatedName'),
    15: integer('stackFrameId'),
    16: text('schedulingName'),
    17: integer('sourceEndLine'),
    18: integer('sourceColumn'),
    19: integer('sourceEndColumn'),
  }),
);

/** A number that no member of the model holds. */
function other(name: string) {
  const field = integer('value');
  return (target: Mutable<Metadata>, ...rest: Tail<Parameters<typeof field>>) => {
    const holder: { value?: number } = {};
    field(holder, ...rest);
    keep(target, name, String(holder.value));
  };
}

function keep(target: Mutable<Metadata>, name: string, written: string): void {
  target.others = new Map([...(target.others ?? []), [name, written]]);
}

type Tail<T extends unknown[]> = T extends [unknown, ...infer Rest] ? Rest : never;

interface LocationMessage {
  fileName?: number;
  functionName?: number;
  line?: number;
  column?: number;
  endLine?: number;
  endColumn?: number;
}

interface IndexMessage {
  fileNames?: string[];
  functionNames?: string[];
  locations?: LocationMessage[];
  frames?: { location?: number; parent?: number }[];
}

/** Reads stack frames. */
export const decodeStackFrames: Decode<StackFrame[]> = mapped(
  message<IndexMessage>(() => ({}), {
    1: texts('fileNames'),
    2: texts('functionNames'),
    3: many('locations', () =>
      message<LocationMessage>(() => ({}), {
        1: integer('fileName'),
        2: integer('functionName'),
        3: integer('line'),
        4: integer('column'),
        5: integer('endLine'),
        6: integer('endColumn'),
      }),
    ),
    4: many('frames', () =>
      message<{ location?: number; parent?: number }>(() => ({}), {
        1: integer('location'),
        2: integer('parent'),
      }),
    ),
  }),
  ({ fileNames = [], functionNames = [], locations = [], frames = [] }, reader) => {
    // Numbers count from 1; 0 is none.
    const places = locations.map(
      ({ fileName = 0, functionName = 0, line = 0, column = 0, endLine = 0, endColumn = 0 }) => ({
        fileName: fileNames[fileName - 1] ?? '',
        functionName: functionNames[functionName - 1] ?? '',
        line,
        column,
        endLine,
        endColumn,
      }),
    );
    return frames.map(({ location = 0, parent = 0 }) => ({
      location: places[location - 1] ?? reader.fail('a stack frame without its location'),
      parent,
    }));
  },
);
