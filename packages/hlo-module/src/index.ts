export * from './model/attributes.ts';
export * from './model/literal.ts';
export * from './model/metadata.ts';
export * from './model/module.ts';
export * from './model/shape.ts';
export * from './model/sharding.ts';
