export * from './convert-stablehlo-to-ttir.ts';
export * from './extension.ts';
export { isConvertedCall } from './convert/custom-call.ts';
