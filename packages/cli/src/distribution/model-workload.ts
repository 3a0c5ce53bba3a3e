import type { ToolInput } from '../tool-io.ts';
import type { FunctionWorkload } from './function-workload.ts';
import { simulatedModelText } from './simulated-work.ts';
import { workloadOf, type WorkloadValues } from './workload.ts';

/** Returns the model that flags name as what candidates are evaluated for. @throws UsageError */
export function modelWorkload(values: WorkloadValues, devices: number, input: ToolInput): FunctionWorkload {
  const workload = workloadOf(values, devices, input);
  return { name: String(values.model), workload, simulated: simulatedModelText(values), warnings: [] };
}
