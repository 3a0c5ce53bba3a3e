export * from './attrs/enums.ts';
export * from './attrs/grid-text.ts';
export * from './attrs/local-shape-attr.ts';
export * from './attrs/mesh-attr.ts';
export * from './extension.ts';
