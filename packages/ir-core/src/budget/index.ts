export * from './budget.ts';
export * from './interrupt.ts';
export * from './limit-error.ts';
export * from './limits.ts';
