export * from './marker-attrs.ts';
export * from './window-attrs.ts';
export { i32Number, perPosition } from './window-numbers.ts';
