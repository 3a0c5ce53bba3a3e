import { defineAttr } from '@shardform/ir-core';

/** `#ttnn.trace_id`: the encoding of a tensor that holds the number of a recorded trace. */
export class TraceIdAttr extends defineAttr('ttnn.trace_id', { summary: 'TTNN trace id' }) {}
