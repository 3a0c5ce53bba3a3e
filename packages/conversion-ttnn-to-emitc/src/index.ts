export { convertTtnnToEmitc } from './convert/convert-ttnn-to-emitc.ts';
export { ttnnToEmitc } from './extension.ts';
