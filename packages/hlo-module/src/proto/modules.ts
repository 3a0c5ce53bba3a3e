import type { StackFrame } from '../model/metadata.ts';
import type { BufferDonor, Computation, HloModule, InputOutputAlias, Instruction } from '../model/module.ts';
import type { ProgramShape } from '../model/shape.ts';
import type { Sharding } from '../model/sharding.ts';
import type { Mutable, MutableLists } from '../mutable.ts';
import { partitions } from '../partition-count.ts';
import { decodeInstruction, type InstructionMessage } from './instruction-message.ts';
import { toInstruction } from './instructions.ts';
import { decodeStackFrames } from './metadata.ts';
import { decodeProgramShape } from './shapes.ts';
import { decodeSharding } from './shardings.ts';
import {
  boolean,
  type Decode,
  integer,
  integers,
  many,
  mapped,
  message,
  named,
  one,
  text,
  textMap,
  texts,
  type WireReader,
} from './wire.ts';

interface ComputationMessage {
  name?: string;
  instructions?: InstructionMessage[];
  id?: number;
  root?: number;
  thread?: string;
}

const computationMessage = message<ComputationMessage>(() => ({}), {
  1: text('name'),
  2: many('instructions', () => decodeInstruction),
  5: integer('id'),
  6: integer('root'),
  8: text('thread'),
});

type AliasMessage = MutableLists<InputOutputAlias>;

const aliasMessage = message<AliasMessage>(
  () => ({ output: [], parameter: 0, parameterIndex: [], kind: 'may-alias' }),
  {
    1: integers('output'),
    2: integer('parameter'),
    3: integers('parameterIndex'),
    4: named('kind', { 1: 'may-alias', 2: 'must-alias' }),
  },
);

type DonorMessage = MutableLists<BufferDonor>;

const donorMessage = message<DonorMessage>(() => ({ parameter: 0, parameterIndex: [] }), {
  1: integer('parameter'),
  2: integers('parameterIndex'),
});

interface ScheduleEntry {
  computation?: number;
  sequence?: number[];
}

const scheduleMessage = mapped(
  message<{ entries?: ScheduleEntry[] }>(() => ({}), {
    1: many('entries', () =>
      message<ScheduleEntry>(() => ({}), {
        1: integer('computation'),
        2: (target, reader, wire, end) => {
          const holder: { value?: { ids?: number[] } } = {};
          one('value', () => message<{ ids?: number[] }>(() => ({}), { 1: integers('ids') }))(
            holder,
            reader,
            wire,
            end,
          );
          target.sequence = holder.value?.ids ?? [];
        },
      }),
    ),
  }),
  ({ entries = [] }) => new Map(entries.map(({ computation = 0, sequence = [] }) => [computation, sequence])),
);

interface ModuleMessage {
  name?: string;
  entryName?: string;
  entryId?: number;
  computations?: ComputationMessage[];
  layout?: ProgramShape;
  schedule?: Map<number, number[]>;
  aliases?: { entries?: AliasMessage[] };
  donors?: { entries?: DonorMessage[] };
  isDynamic?: boolean;
  outputSharding?: Sharding;
  parameterShardings?: Sharding[];
  devices?: { replicas?: number; computations?: number };
  frames?: StackFrame[];
  frontendAttributes?: Map<string, string>;
  payloads?: string[];
}

const moduleMessage = message<ModuleMessage>(() => ({}), {
  1: text('name'),
  2: text('entryName'),
  3: many('computations', () => computationMessage),
  4: one('layout', () => decodeProgramShape),
  6: integer('entryId'),
  7: one('schedule', () => scheduleMessage),
  8: one('aliases', () =>
    message<{ entries?: AliasMessage[] }>(() => ({}), { 1: many('entries', () => aliasMessage) }),
  ),
  11: boolean('isDynamic'),
  12: one('outputSharding', () => decodeSharding),
  14: many('parameterShardings', () => decodeSharding),
  15: one('devices', () =>
    message<{ replicas?: number; computations?: number }>(() => ({}), {
      1: integer('replicas'),
      2: integer('computations'),
    }),
  ),
  17: one('frames', () => decodeStackFrames),
  18: one('donors', () =>
    message<{ entries?: DonorMessage[] }>(() => ({}), { 1: many('entries', () => donorMessage) }),
  ),
  19: one('frontendAttributes', () => textMap()),
  22: texts('payloads'),
});

/** A module, and the names of its instructions by their numbers. */
export interface NumberedModule {
  readonly module: HloModule;
  readonly nameOf: (id: number) => string | undefined;
}

/** Makes computations one after the other; callees come before callers. */
class Assembly {
  readonly computations = new Map<number, Computation>();
  readonly #reader: WireReader;
  readonly #message: ModuleMessage;
  readonly #names = new Map<number, string>();

  constructor(moduleContent: ModuleMessage, reader: WireReader) {
    this.#message = moduleContent;
    this.#reader = reader;
  }

  nameOf(id: number): string | undefined {
    return this.#names.get(id);
  }

  add({ name = '', instructions: messages = [], id = 0, root, thread = 'main' }: ComputationMessage): void {
    const reader = this.#reader;
    const fail = (reason: string) => reader.fail(`computation '${name}': ${reason}`);
    if (this.computations.has(id)) fail(`number ${id} is taken by another computation`);
    const instructions = new Map<number, Instruction>();
    const known = {
      instructions,
      computations: this.computations,
      payloads: this.#message.payloads ?? [],
      fail,
    };
    for (const message of messages) {
      const { id: number = 0 } = message;
      if (instructions.has(number)) fail(`number ${number} is taken by two instructions`);
      const instruction = toInstruction(message, known);
      instructions.set(number, instruction);
      // Buffers name instructions by the computation and the instruction.
      this.#names.set(number, instruction.name);
      this.#names.set(id * 2 ** 32 + number, instruction.name);
    }
    const sequence = this.#message.schedule?.get(id);
    const ordered =
      sequence === undefined ? [...instructions.values()] : scheduled(sequence, instructions, fail);
    const last = ordered.at(-1) ?? fail('it has no instructions');
    const computation: Mutable<Computation> = {
      name,
      instructions: ordered,
      parameters: parametersOf(ordered, fail),
      root:
        root === undefined
          ? (instructions.get(0) ?? last)
          : (instructions.get(root) ?? fail(`its root ${root} is not one of its instructions`)),
      line: 0,
    };
    if (thread !== 'main' && thread !== '') computation.executionThread = thread;
    this.computations.set(id, computation);
  }
}

/** Returns instructions in the order of the schedule. */
function scheduled(
  sequence: readonly number[],
  instructions: ReadonlyMap<number, Instruction>,
  fail: (reason: string) => never,
): Instruction[] {
  if (sequence.length !== instructions.size || new Set(sequence).size !== sequence.length)
    fail(`its schedule has ${sequence.length} of its ${instructions.size} instructions`);
  return sequence.map(
    (id) => instructions.get(id) ?? fail(`its schedule has number ${id}, which it has not`),
  );
}

function parametersOf(instructions: readonly Instruction[], fail: (reason: string) => never): Instruction[] {
  const parameters = instructions
    .filter(({ opcode }) => opcode === 'parameter')
    .sort((a, b) => a.attributes.parameterNumber! - b.attributes.parameterNumber!);
  parameters.forEach(({ name, attributes }, number) => {
    if (attributes.parameterNumber !== number)
      fail(`parameter '${name}' has the number ${attributes.parameterNumber}, expected ${number}`);
  });
  return parameters;
}

/** Reads `HloModuleProto`. */
export const decodeModule: Decode<NumberedModule> = mapped(moduleMessage, (content, reader) => {
  const { name = '', computations: messages = [], entryName, entryId = 0, devices } = content;
  const assembly = new Assembly(content, reader);
  for (const computation of messages) assembly.add(computation);
  const computations = [...assembly.computations.values()];
  const entry =
    assembly.computations.get(entryId) ??
    computations.find((computation) => computation.name === entryName) ??
    reader.fail('the module has no entry computation');
  const module: Mutable<HloModule> = {
    name,
    isScheduled: (content.schedule?.size ?? 0) > 0,
    inputOutputAliases: content.aliases?.entries ?? [],
    bufferDonors: content.donors?.entries ?? [],
    ...partitions(devices?.computations ?? null, computations, content.parameterShardings ?? []),
    replicaCount: devices?.replicas ?? 1,
    frontendAttributes: content.frontendAttributes ?? new Map(),
    others: new Map(content.isDynamic === true ? [['is_dynamic', 'true']] : []),
    entry,
    computations,
    stackFrames: content.frames ?? [],
  };
  if (content.layout !== undefined) module.entryLayout = content.layout;
  if (content.parameterShardings !== undefined) module.parameterShardings = content.parameterShardings;
  if (content.outputSharding !== undefined) module.outputSharding = content.outputSharding;
  return { module, nameOf: (id) => assembly.nameOf(id) };
});
