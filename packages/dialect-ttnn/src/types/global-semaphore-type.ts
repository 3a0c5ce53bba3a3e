import { defineType } from '@shardform/ir-core';

/** `!ttnn.global_semaphore`: a counter that the cores of several devices see. */
export class GlobalSemaphoreType extends defineType('ttnn.global_semaphore', {
  summary: 'TTNN global semaphore',
}) {}
