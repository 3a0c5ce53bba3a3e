import { lookUp } from '@shardform/ir-core'; /**
 * Kinds of the operations of a flat program; an operation stores an index into this list. Names are DistIR's if it has
 * the operation, so that histograms and traces are comparable.
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

/** A kind of operation in DistIR's cost model; see {@link opKinds}. */
export type OpKind = (typeof opKinds)[number];

const numbers: ReadonlyMap<string, number> = new Map(opKinds.map((kind, i) => [kind, i]));

/** Returns the index of a kind in {@link opKinds}. */
export function kindNumber(kind: OpKind): number {
  return lookUp(numbers, kind);
}

/** The way in which an operation occupies devices: by computing, by moving tensors between devices, or not at all. */
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

/** Returns how operations of a kind occupy devices. */
export function opClass(kind: OpKind): OpClass {
  if (communicating.has(kind)) return 'communicate';
  return free.has(kind) ? 'none' : 'compute';
}
