import { defineType } from '@shardform/ir-core';

/** `!ttir.mem_tx`: a copy in progress, to be waited for. */
export class MemTxType extends defineType('ttir.mem_tx', { summary: 'TTIR memory transaction' }) {}

/** `!ttir.semaphore`: a counter by which cores wait for each other. */
export class SemaphoreType extends defineType('ttir.semaphore', { summary: 'TTIR semaphore' }) {}
