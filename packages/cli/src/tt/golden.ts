import { localInputs, localProgram, wholeFunction } from '@shardform/inspect';
import type { ModuleOp } from '@shardform/ir-core';
import { entryFunction, ExecutionError, type NdArray, runSpmd } from '@shardform/runtime-sim';
import {
  checkGolden,
  DEFAULT_BOUNDS,
  type GoldenCheck,
  placementOf,
  programModule,
  type ProgramRunner,
  runOnMesh,
  type StoredFormat,
  toTarget,
} from '@shardform/runtime-tt';
import { describeExecutionError } from '../execution-error-text.ts';
import { isLowered } from '../lowered-program.ts';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import { globalInputs } from '../run/inputs.ts';
import type { InputFlags } from '../run/run-flags.ts';
import type { ToolInput } from '../tool-io.ts';
import { lower, type LoweringOptions, type StageName } from './lowering.ts';

/** What is compared with the reference, and how the device computes. */
export interface GoldenRequest {
  readonly last: StageName;
  readonly options: LoweringOptions;
  readonly pcc: number | null;
  readonly atol: number | null;
  readonly rtol: number | null;
  readonly store: StoredFormat | null;
  readonly shortSums: boolean;
}

/** A program of the target beside its reference. */
export interface GoldenOutcome {
  readonly module: ModuleOp;
  readonly deviceCount: number;
  readonly check: GoldenCheck;
}

/** A program of the target and what executes it. */
interface TargetProgram {
  readonly module: ModuleOp;
  readonly deviceCount: number;
  readonly run: ProgramRunner;
}

/** Compares the program of a file, lowered unless it is one of the target, with its reference. @throws ModuleError or UsageError */
export function golden(
  loaded: LoadedModule,
  request: GoldenRequest,
  flags: InputFlags,
  input: ToolInput,
): GoldenOutcome {
  try {
    const program = isLowered(loaded.module)
      ? givenProgram(loaded, flags, input)
      : loweredProgram(loaded, request, flags, input);
    const { pcc, atol, rtol } = DEFAULT_BOUNDS;
    const bounds = {
      pcc: request.pcc ?? pcc,
      atol: request.atol ?? atol,
      rtol: request.rtol ?? rtol,
    };
    const { store, shortSums } = request;
    const check = checkGolden(program.module, program.run, { bounds, store, shortSums });
    return { ...program, check };
  } catch (error) {
    if (error instanceof ExecutionError)
      throw new ModuleError(loaded.log.text() + describeExecutionError(error));
    throw error;
  }
}

function loweredProgram(
  loaded: LoadedModule,
  { last, options }: GoldenRequest,
  flags: InputFlags,
  input: ToolInput,
): TargetProgram {
  const { context } = loaded;
  const stages = lower(loaded, last, options);
  const placement = placementOf(stages[0]!.module);
  const inputs = globalInputs(entryFunction(loaded.module), flags, input);
  return {
    module: stages.at(-1)!.module,
    deviceCount: placement?.mesh.totalSize ?? 1,
    run: (form, options) => {
      runOnMesh(form, placement, inputs, context, options);
    },
  };
}

/** A program of one device; where the file does not say how the whole was split, each device has the same inputs. */
function givenProgram({ module, context }: LoadedModule, flags: InputFlags, input: ToolInput): TargetProgram {
  const local = localProgram(module);
  if (local === null) {
    const inputs = globalInputs(entryFunction(programModule(module)), flags, input);
    return {
      ...{ module, deviceCount: 1 },
      run: (form, options) => {
        runOnMesh(form, null, inputs, context, options);
      },
    };
  }
  const { deviceCount } = local.whole;
  const inputsOf = localInputs(local.whole, globalInputs(wholeFunction(local), flags, input));
  return {
    ...{ module, deviceCount },
    run: (form, options) => {
      const program = programModule(form);
      const types = entryFunction(program).functionType.inputs;
      // The reference takes short floats as f32.
      const converted = (device: number): NdArray[] =>
        inputsOf(device).map((input, i) => toTarget(input, types[i]!));
      runSpmd(program, deviceCount, converted, context, options);
    },
  };
}
