export * from './convert-stablehlo-to-ttir.ts';
export * from './extension.ts';
