import type { PlainKernel } from '../fused-kernel.ts';
import type { Computation, GraphValue, Kernel, KernelSequence } from '../hlo-graph.ts';
import { mayWriteInPlace } from '../kernel-order.ts';
import { isBarrier, type Names, type OrderedKernel, sourceOf, throughBarriers } from './barriers.ts';
import { fuseKernels } from './fuse-kernels.ts';
import { kernelGraph, type Overwriting } from './kernel-graph.ts';
import { orderForMemory } from './order-kernels.ts';
import { withoutFills } from './without-fills.ts';

/** A computation of kernels in order, and the bytes that it needs beside its parameters and results. */
interface ScheduledSequence {
  readonly sequence: KernelSequence;
  readonly inside: number;
}

/**
 * Returns a computation as kernels in an order that needs little memory, with those of its regions.
 *
 * @param donated by number of the result, the number of the argument in whose memory it is.
 */
export function scheduledForMemory(
  computation: Computation,
  donated: ReadonlyMap<number, number>,
): KernelSequence {
  return schedule(computation, new Map(), donated).sequence;
}

function schedule(
  computation: Computation,
  names: Names,
  donated: ReadonlyMap<number, number>,
): ScheduledSequence {
  const { parameters } = computation;
  const all = throughBarriers(fuseKernels(computation), names);
  const results = computation.results.map((result) => sourceOf(result, names));
  const kernels = withoutFills(all, new Set(results));
  const bodies = kernels.map((kernel) => bodiesOf(kernel, names));
  const graph = kernelGraph(
    kernels,
    new Set(results),
    overwriting(kernels, parameters, results, donated),
    bodies.map((own) => own.reduce((most, { inside }) => Math.max(most, inside), 0)),
  );
  const { order, peak } = orderForMemory(graph);
  const inOrder = order.flatMap((k): Kernel[] => {
    const { node, operands, results: made, shares } = kernels[k];
    const own = bodies[k].map(({ sequence }) => sequence);
    return isBarrier(kernels[k]) ? [] : [{ node, operands, results: made, shares, bodies: own }];
  });
  return { sequence: { parameters, kernels: inOrder, results }, inside: peak };
}

/** A loop's body writes what it carries where it was; its condition has other results. */
function bodiesOf({ node }: PlainKernel, names: Names): readonly ScheduledSequence[] {
  return node.bodies.map((body) => {
    const isCarried = node.kind === 'stablehlo.while' && body.results.length === body.parameters.length;
    return schedule(body, names, new Map(isCarried ? body.results.map((_, i) => [i, i]) : []));
  });
}

/** The parameters that results are written in place of. */
function overwriting(
  kernels: readonly OrderedKernel[],
  parameters: readonly GraphValue[],
  results: readonly GraphValue[],
  donated: ReadonlyMap<number, number>,
): readonly Overwriting[] {
  const makers = new Map<GraphValue, PlainKernel>();
  for (const kernel of kernels) for (const result of kernel.results) makers.set(result, kernel);
  return [...donated].flatMap(([result, parameter]): Overwriting[] => {
    if (!(result in results && parameter in parameters)) return [];
    const [old, value] = [parameters[parameter], results[result]];
    const maker = makers.get(value);
    if (maker === undefined || (maker.operands.includes(old) && !mayWriteInPlace(maker, old, value)))
      return [];
    return [[old, value]];
  });
}
