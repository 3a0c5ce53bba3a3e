import type { Instruction } from '@shardform/hlo-module';
import { kernelWork, launchSeconds, sourceOf } from '@shardform/runtime-dist';
import { contentionSeconds } from '../time/contention-facts.ts';
import { machineNumber } from '../time/mesh-numbers.ts';
import type { TimedRun } from '../time/simulated-time.ts';
import { spentTimes } from '../time/time-shares.ts';
import type { CompiledModule } from '../compiled/compiled-module.ts';
import type { JoinedInstructions } from './joined-instructions.ts';

/** What limits the time of an operation. */
export type Bound = 'compute' | 'memory' | 'network' | 'launch';

/** The predicted time of an instruction in one run of its program. */
export interface PredictedInstruction {
  readonly seconds: number;
  /** Of communication: while the device computes. */
  readonly hiddenSeconds: number;
  readonly bound: Bound;
}

/** Returns the predicted times of the kernels of a program that was simulated, on its slowest device. */
export function predictedInstructions(
  compiled: CompiledModule,
  { simulated: { program, simulation, machine, isPlaced }, report }: TimedRun,
  instructions: JoinedInstructions,
): ReadonlyMap<Instruction, PredictedInstruction> {
  const device = machine.devices.get(machineNumber(report.slowestDevice, isPlaced));
  const found = new Map<
    Instruction,
    { seconds: number; hiddenSeconds: number; byBound: Map<Bound, number> }
  >();
  for (const { event, seconds, contention, hidden } of spentTimes(simulation, report.slowestDevice)) {
    const source = sourceOf(program, event.op);
    const own = source === null ? null : compiled.instructionOf(source);
    if (own === null) continue;
    const kernel = instructions.kernelOf(own);
    let known = found.get(kernel);
    if (known === undefined)
      found.set(kernel, (known = { seconds: 0, hiddenSeconds: 0, byBound: new Map<Bound, number>() }));
    const spent = seconds + contentionSeconds(contention);
    const bound = boundOf();
    known.seconds += spent;
    known.hiddenSeconds += hidden;
    known.byBound.set(bound, (known.byBound.get(bound) ?? 0) + spent);

    function boundOf(): Bound {
      if (event.stream !== 'compute') return 'network';
      if (device === undefined) return 'launch';
      const { computeSeconds, memorySeconds } = kernelWork(program, event.op, device);
      const launch = launchSeconds(program, event.op, device);
      if (launch >= Math.max(computeSeconds, memorySeconds)) return 'launch';
      return computeSeconds >= memorySeconds ? 'compute' : 'memory';
    }
  }
  return new Map(
    Array.from(found, ([instruction, { seconds, hiddenSeconds, byBound }]) => {
      const [[bound] = ['launch' as const]] = [...byBound].sort((a, b) => b[1] - a[1]);
      return [instruction, { seconds, hiddenSeconds, bound }];
    }),
  );
}
