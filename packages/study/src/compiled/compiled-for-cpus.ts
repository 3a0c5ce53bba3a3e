import type { Computation, HloModule } from '@shardform/hlo-module';

/** Returns whether XLA for CPUs has made a computation of 16-bit numbers one of 32 bits, which it names so. */
export function isPromoted({ name }: Computation): boolean {
  return /_promoted(\.\d+)?$/.test(name);
}

/** In the configuration of kernels: threads of fusions, and libraries. */
const OF_CPUS = /"outer_dimension_partitions"|"__ynn_fusion"|"onednn_\w+_config"/;

/** Returns whether a module has what no compiler but XLA for CPUs writes. */
export function isCompiledForCpus({ computations }: HloModule): boolean {
  return computations.some(
    (own) =>
      isPromoted(own) || own.instructions.some(({ backendConfig = '' }) => OF_CPUS.test(backendConfig)),
  );
}
