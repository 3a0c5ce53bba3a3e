export * from './budget.ts';
export * from './interrupt.ts';
export * from './limit-error.ts';
export { amountText, type LimitName, type LimitSpec, type LimitUnit, type Limits, limits } from './limits.ts';
