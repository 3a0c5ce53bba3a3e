export { convertTtirToTtnn } from './convert/convert-ttir-to-ttnn.ts';
export * from './extension.ts';
export * from './layout/ttnn-layout.ts';
