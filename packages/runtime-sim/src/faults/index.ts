export * from './fault-plan.ts';
export * from './fault-scenario.ts';
export { type LinkReport } from './link-times.ts';
