/** What is computed about programs of TTNN; loaded when a view asks for it. */
export * from '@shardform/study/tenstorrent';
