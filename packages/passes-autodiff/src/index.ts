export * from './differentiate.ts';
export * from './differentiation-error.ts';
export * from './extension.ts';
export { GradientBuilder } from './gradient-builder.ts';
export { type GradientInput, gradientRule, type GradientRule, type Gradients } from './gradient-rule.ts';
