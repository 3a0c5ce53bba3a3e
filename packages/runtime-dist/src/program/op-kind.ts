/**
 * What operations of a flat program do; an operation stores the place in this list. Names are DistIR's where it has the operation, so that
 * histograms and traces can be compared with its own.
 */
export const opKinds = [
  'MatMul',
  'MatMulGrad',
  'Gemm',
  'Add',
  'Sub',
  'Mul',
  'Div',
  'Pow',
  'Relu',
  'ReluGrad',
  'Tanh',
  'Sqrt',
  'Softmax',
  'ReduceMean',
  'Transpose',
  'Cast',
  'Loss',
  'LossGrad',
  'SGDOptimizer',
  'Identity',
  'Constant',
  'Concat',
  'Split',
  'SplitUniform',
  'Slice',
  'Reshape',
  'Gather',
  'Shape',
  'Squeeze',
  'Unsqueeze',
  'NonZero',
  'ConstantOfShape',
  'Send',
  'MPIBroadcast',
  'MPIScatter',
  'MPIGather',
  'MPIReduce',
  'MPIAllreduce',
  'MPIAllgather',
  'MPIReduceScatter',
  'MPIAlltoall',
  'CollectivePermute',
  'Join',
  'Select',
  'Free',
  'Composite',
  'MatMulLhsGrad',
  'MatMulRhsGrad',
] as const;

export type OpKind = (typeof opKinds)[number];

const numbers: ReadonlyMap<string, number> = new Map(opKinds.map((kind, i) => [kind, i]));

/** The place of a kind in {@link opKinds}. */
export function kindNumber(kind: OpKind): number {
  return numbers.get(kind)!;
}

/** What an operation does to the devices' time: computes, moves tensors between devices, or neither. */
export type OpClass = 'compute' | 'communicate' | 'none';

const communicating: ReadonlySet<OpKind> = new Set<OpKind>([
  'Send',
  'MPIBroadcast',
  'MPIScatter',
  'MPIGather',
  'MPIReduce',
  'MPIAllreduce',
  'MPIAllgather',
  'MPIReduceScatter',
  'MPIAlltoall',
  'CollectivePermute',
]);

const free: ReadonlySet<OpKind> = new Set<OpKind>(['Identity', 'Constant', 'Join', 'Select', 'Free']);

/** What the operations of a kind do to the devices' time. */
export function opClass(kind: OpKind): OpClass {
  if (communicating.has(kind)) return 'communicate';
  return free.has(kind) ? 'none' : 'compute';
}
