export { ttnnPipeline } from './extension.ts';
