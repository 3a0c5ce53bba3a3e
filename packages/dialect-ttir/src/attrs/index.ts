export * from './marker-attrs.ts';
export * from './window-attrs.ts';
export { i32Number, perPlace } from './window-numbers.ts';
