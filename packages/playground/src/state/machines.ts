/** The machines that times can be of, as the compiler names them, which a test checks. */
export const machines: readonly { readonly name: string; readonly title: string }[] = [
  { name: 't3k', title: 'T3K, 8 Wormhole' },
  { name: 'n150', title: 'n150, 1 Wormhole' },
  { name: 'n300', title: 'n300, 2 Wormhole' },
  { name: 'galaxy', title: 'Galaxy, 32 Wormhole' },
  { name: 'p150', title: 'p150, 1 Blackhole' },
  { name: 'quietbox', title: 'QuietBox, 4 Blackhole' },
  { name: 'a100x8', title: '8 A100' },
  { name: 'h100x8x4', title: '32 H100' },
  { name: 'h200x8', title: '8 H200' },
  { name: 'b200x8', title: '8 B200' },
  { name: 'gb200x72', title: '72 GB200' },
  { name: 'mi300x8', title: '8 MI300X' },
  { name: 'dgx2', title: 'DGX-2, 16 V100' },
  { name: 'tpuv4-4x4x4', title: '64 TPU v4' },
  { name: 'tpuv5e-16x16', title: '256 TPU v5e' },
  { name: 'tpuv5p-4x4x4', title: '64 TPU v5p' },
  { name: 'tpuv6e-16x16', title: '256 TPU v6e' },
  { name: 'tpuv7x-4x4x4', title: '64 TPU v7x' },
];

/** Whether the page offers a machine by its name. */
export function isOffered(machine: string): boolean {
  return machines.some(({ name }) => name === machine);
}

/** Returns the name of a machine that is given by its name or by its description in JSON. */
export function machineName(machine: string): string {
  if (!machine.startsWith('{')) return machine;
  // The compiler has read it, and given it a name.
  return (JSON.parse(machine) as { readonly name: string }).name;
}
