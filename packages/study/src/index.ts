export * from './study.ts';
export { partitionSteps } from './stages/run-step.ts';
export * from './stages/stage.ts';
export type { StageChanges } from './stages/stage-changes.ts';
export * from './text/stage-text.ts';
export * from './values/sharding-chip.ts';
export * from './values/stable-names.ts';
export * from './values/value-identities.ts';
