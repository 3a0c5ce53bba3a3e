/** Messages that hold a module. */
export type HloProtoKind = 'HloModuleProto' | 'HloProto' | 'HloSnapshot';

const LENGTH_DELIMITED = 2;

/** Returns the number, the wire type and the start and end of the content of the field at a position; null for none. */
function fieldAt(bytes: Uint8Array, position: number, limit: number) {
  const tag = varint(bytes, position, limit);
  if (tag === null || tag.value >>> 3 === 0) return null;
  const [number, wire] = [Math.floor(tag.value / 8), tag.value % 8];
  if (wire === 0) {
    const value = varint(bytes, tag.end, limit);
    return value === null ? null : { number, wire, start: tag.end, end: value.end };
  }
  if (wire !== LENGTH_DELIMITED) return null;
  const length = varint(bytes, tag.end, limit);
  if (length === null || length.end + length.value > limit) return null;
  return { number, wire, start: length.end, end: length.end + length.value };
}

function varint(bytes: Uint8Array, position: number, limit: number): { value: number; end: number } | null {
  let value = 0;
  for (let index = 0; index < 10 && position + index < limit; index++) {
    const byte = bytes[position + index]!;
    value += (byte & 127) * 2 ** (7 * index);
    if (byte < 128) return { value, end: position + index + 1 };
  }
  return null;
}

/** Characters of names of modules, computations and instructions; others are not in names of XLA. */
function isName(bytes: Uint8Array, start: number, end: number): boolean {
  if (end === start || end - start > 4096) return false;
  for (let at = start; at < end; at++) if (bytes[at]! < 33 || bytes[at] === 127) return false;
  return true;
}

/** Whether a name, then an instruction with a name and an opcode, is at the start of a computation. */
function isComputation(bytes: Uint8Array, start: number, end: number): boolean {
  const name = fieldAt(bytes, start, end);
  if (name?.number !== 1 || name.wire !== LENGTH_DELIMITED || !isName(bytes, name.start, name.end))
    return false;
  const instruction = fieldAt(bytes, name.end, end);
  if (instruction?.number !== 2 || instruction.wire !== LENGTH_DELIMITED) return false;
  const own = fieldAt(bytes, instruction.start, instruction.end);
  if (own?.number !== 1 || !isName(bytes, own.start, own.end)) return false;
  const opcode = fieldAt(bytes, own.end, instruction.end);
  return opcode?.number === 2 && isName(bytes, opcode.start, opcode.end);
}

/** Whether a module is at a place: its name, the name of its entry, its first computation. */
function isModule(bytes: Uint8Array, start: number, end: number): boolean {
  let position = start;
  for (let fields = 0; fields < 8; fields++) {
    const field = fieldAt(bytes, position, end);
    if (field === null) return false;
    if (field.number === 3)
      return field.wire === LENGTH_DELIMITED && isComputation(bytes, field.start, field.end);
    if (field.number < 3 && (field.wire !== LENGTH_DELIMITED || !isName(bytes, field.start, field.end)))
      return false;
    position = field.end;
  }
  return false;
}

/** Returns which message with a module the bytes are; null for other bytes. Reads only their beginning. */
export function hloProtoKind(bytes: Uint8Array): HloProtoKind | null {
  if (isModule(bytes, 0, bytes.length)) return 'HloModuleProto';
  const outer = fieldAt(bytes, 0, bytes.length);
  if (outer?.number !== 1 || outer.wire !== LENGTH_DELIMITED) return null;
  if (isModule(bytes, outer.start, outer.end)) return 'HloProto';
  const inner = fieldAt(bytes, outer.start, outer.end);
  if (inner?.number !== 1 || inner.wire !== LENGTH_DELIMITED) return null;
  return isModule(bytes, inner.start, inner.end) ? 'HloSnapshot' : null;
}

/** Whether bytes are a module of XLA in protobuf's format. Reads only their beginning. */
export function isHloProto(bytes: Uint8Array): boolean {
  return hloProtoKind(bytes) !== null;
}
