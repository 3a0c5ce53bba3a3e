export * from './extension.ts';
