export * from './marker-attrs.ts';
export * from './window-attrs.ts';
