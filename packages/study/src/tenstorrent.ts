export * from './tenstorrent/chip-memory.ts';
export * from './tenstorrent/core-work.ts';
export * from './tenstorrent/device-tensor.ts';
export * from './tenstorrent/matmul-config.ts';
export * from './tenstorrent/memory-moves.ts';
export * from './tenstorrent/tensor-placement.ts';
