export * from './text/stage-text.ts';
export * from './values/sharding-chip.ts';
export * from './values/stable-names.ts';
export * from './values/value-identities.ts';
