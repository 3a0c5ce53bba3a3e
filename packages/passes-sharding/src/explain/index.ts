export * from './explain-shardings.ts';
export type { AxisMove } from './propagation-trace.ts';
export type { Rejection, RejectionReason } from './rejections.ts';
