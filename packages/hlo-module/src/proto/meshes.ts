import type { AxisRef, DeviceArray, Mesh } from '../model/sharding.ts';
import { type Decode, integer, integers, many, mapped, message, one, text, type WireReader } from './wire.ts';

interface MeshMessage {
  axes?: { name?: string; size?: number }[];
  devices?: number[];
  iota?: { reshape?: number[]; permutation?: number[] };
}

function devicesOf({ axes = [], devices = [], iota }: MeshMessage): DeviceArray | undefined {
  const dimensions = axes.map(({ size = 0 }) => size);
  if (iota !== undefined) {
    const { reshape = [], permutation } = iota;
    return { kind: 'iota', dimensions, reshape, ...(permutation !== undefined && { permutation }) };
  }
  return devices.length > 0 ? { kind: 'list', dimensions, devices } : undefined;
}

/** Reads a mesh. */
export const decodeMesh: Decode<Mesh> = mapped(
  message<MeshMessage>(() => ({}), {
    1: many('axes', () =>
      message<{ name?: string; size?: number }>(() => ({}), { 1: text('name'), 2: integer('size') }),
    ),
    2: integers('devices'),
    3: one('iota', () =>
      message<{ reshape?: number[]; permutation?: number[] }>(() => ({}), {
        1: integers('reshape'),
        2: integers('permutation'),
      }),
    ),
  }),
  (mesh) => {
    const devices = devicesOf(mesh);
    return {
      axes: (mesh.axes ?? []).map(({ name = '', size = 0 }) => ({ name, size })),
      ...(devices !== undefined && { devices }),
    };
  },
);

/** An axis by its number in the mesh. */
export interface AxisMessage {
  axis?: number;
  part?: { preSize?: number; size?: number };
}

/** Reads an axis. */
export const decodeAxis: Decode<AxisMessage> = message<AxisMessage>(() => ({}), {
  1: integer('axis'),
  2: one('part', () =>
    message<{ preSize?: number; size?: number }>(() => ({}), { 1: integer('preSize'), 2: integer('size') }),
  ),
});

/** Returns axes by the names that their mesh gives them. */
export function namedAxes(axes: readonly AxisMessage[], mesh: Mesh, reader: WireReader): AxisRef[] {
  return axes.map(({ axis = 0, part }) => {
    const { name } = mesh.axes[axis] ?? reader.fail(`the mesh has no axis ${axis}`);
    return part === undefined
      ? { name }
      : { name, subAxis: { preSize: part.preSize ?? 0, size: part.size ?? 0 } };
  });
}
