import { ConvolutionOp, CustomCallOp, FftOp } from '@shardform/dialect-stablehlo';
import type { Computation, GraphNode } from './hlo-graph.ts';

/** Returns the limitations of a memory estimate, and how often each occurs in the program. */
export function memoryNotes(computation: Computation): readonly string[] {
  const counts = new Map<string, number>();
  const add = (what: string): void => {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  };
  const visit = ({ nodes }: Computation): void => {
    for (const node of nodes) {
      const what = uncertaintyOf(node);
      if (what !== null) add(what);
      node.bodies.forEach(visit);
    }
  };
  visit(computation);
  return [...counts].map(([what, count]) => `${count} × ${what}`);
}

function uncertaintyOf({ kind, op }: GraphNode): string | null {
  if (op instanceof ConvolutionOp)
    return op.featureGroupCount.number > 1 || op.batchGroupCount.number > 1
      ? 'convolution in groups: backends that expand the groups need more'
      : "convolution: the library's workspace is not counted";
  if (op instanceof FftOp) return "FFT: the library's workspace is not counted";
  if (op instanceof CustomCallOp)
    return `custom call '${op.callTargetName.value}': what it allocates inside is not known`;
  if (/\.(cholesky|triangular_solve)$/.test(kind))
    return `${kind.slice(kind.indexOf('.') + 1)}: backends that expand it into loops need other memory`;
  if (/\.(select_and_scatter|batch_norm_\w+|rng_bit_generator|rng)$/.test(kind))
    return `${kind.slice(kind.indexOf('.') + 1)}: backends expand it, and what that keeps is not counted`;
  if (/\.(if|case)$/.test(kind)) return 'conditional: of the branches the largest is counted';
  return null;
}
