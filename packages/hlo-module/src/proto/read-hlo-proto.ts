import { HloError } from '../hlo-error.ts';
import type { BufferAllocation, HloModule } from '../model/module.ts';
import { decodeBufferAssignment, type NameOf } from './buffers.ts';
import { type HloProtoKind, hloProtoKind } from './detect.ts';
import { decodeModule, type NumberedModule } from './modules.ts';
import { type Decode, mapped, message, one, WireReader } from './wire.ts';

const decodeHloProto: Decode<HloModule> = mapped(
  message<{ content?: NumberedModule; buffers?: (nameOf: NameOf) => BufferAllocation[] }>(() => ({}), {
    1: one('content', () => decodeModule),
    3: one('buffers', () => decodeBufferAssignment),
  }),
  ({ content, buffers }, reader) => {
    const { module, nameOf } = content ?? reader.fail('there is no module');
    return buffers === undefined ? module : { ...module, bufferAllocations: buffers(nameOf) };
  },
);

/** Decoders of messages that hold a module. */
const decoders: Readonly<Record<HloProtoKind, Decode<HloModule>>> = {
  HloModuleProto: mapped(decodeModule, ({ module }) => module),
  HloProto: decodeHloProto,
  HloSnapshot: mapped(
    message<{ module?: HloModule }>(() => ({}), { 1: one('module', () => decodeHloProto) }),
    ({ module }, reader) => module ?? reader.fail('there is no module'),
  ),
};

/**
 * Reads a module from the bytes of `HloModuleProto`, `HloProto` or `HloSnapshot`. Throws an HloError for bytes that are
 * none of them.
 */
export function readHloProto(bytes: Uint8Array): HloModule {
  const kind = hloProtoKind(bytes);
  if (kind === null) throw new HloError('the bytes are not an HloModuleProto, HloProto or HloSnapshot');
  const reader = new WireReader(bytes);
  try {
    return decoders[kind](reader, bytes.length);
  } catch (error) {
    if (error instanceof HloError) throw error;
    // Errors of the wire format: the end of the bytes inside of a field, a varint of more than ten bytes.
    if (error instanceof RangeError || (error instanceof Error && error.constructor === Error))
      throw new HloError(`${error.message} (byte ${reader.pos})`);
    throw error;
  }
}
