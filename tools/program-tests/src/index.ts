export { type Execution, ProgramRunner } from './program-runner.ts';
export { testRejected } from './rejected.ts';
export { filled, typeOf } from './tensors.ts';
