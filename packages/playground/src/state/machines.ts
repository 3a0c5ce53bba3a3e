/** The machines that times can be of, as the compiler names them, which a test checks. */
export const machines: readonly { readonly name: string; readonly title: string }[] = [
  { name: 't3k', title: 'T3K, 8 Wormhole' },
  { name: 'n300', title: 'n300, 2 Wormhole' },
  { name: 'galaxy', title: 'Galaxy, 32 Wormhole' },
  { name: 'a100x8', title: '8 A100' },
  { name: 'h100x8x4', title: '32 H100' },
  { name: 'dgx2', title: 'DGX-2, 16 V100' },
];
