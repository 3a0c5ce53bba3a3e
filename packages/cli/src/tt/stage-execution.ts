import {
  compareShards,
  movedAs,
  NOISE_STRENGTH,
  type ResultComparison,
  resultName,
  RoundingSamples,
} from '@shardform/inspect';
import { type Context, type Region, zip } from '@shardform/ir-core';
import {
  arrayTypeText,
  checkDemand,
  entryFunction,
  ExecutionError,
  type NdArray,
  RoundingNoise,
  runSequential,
} from '@shardform/runtime-sim';
import { fromTarget, type Placement, placementOf, runOnMesh } from '@shardform/runtime-tt';
import { describeExecutionError } from '../execution-error-text.ts';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import { globalInputs } from '../run/inputs.ts';
import type { InputFlags } from '../run/run-flags.ts';
import type { ToolInput } from '../tool-io.ts';
import { isExact } from './exact-results.ts';
import { knownApproximation } from './known-approximations.ts';
import type { Stage, StageName } from './lowering.ts';

/** Executions with other roundings that are made where these don't explain all differences anyway. */
const FEWEST_SAMPLES = 2;

/** The comparison of a stage's numbers with those of the program. */
export interface ExecutedStage {
  readonly name: StageName;
  readonly comparisons: readonly ResultComparison[];
}

/** The stages, executed on the same inputs. */
export interface StageExecution {
  readonly deviceCount: number;
  readonly stages: readonly ExecutedStage[];
}

/** Returns why a program is too large to be executed; `null` if it is not. Nothing is allocated for that. @throws ModuleError */
export function executionRefusal({ module, log }: LoadedModule): string | null {
  try {
    const { body } = entryFunction(module);
    return demandProblem(body);
  } catch (error) {
    if (error instanceof ExecutionError) throw new ModuleError(log.text() + describeExecutionError(error));
    throw error;
  }
}

function demandProblem(body: Region): string | null {
  try {
    checkDemand(body, 1);
    return null;
  } catch (error) {
    if (error instanceof ExecutionError) return error.message;
    throw error;
  }
}

/** Executes the program and its stages on the same inputs. @throws ModuleError or UsageError */
export function executeStages(
  { module, context, log }: LoadedModule,
  stages: readonly Stage[],
  flags: InputFlags,
  input: ToolInput,
): StageExecution {
  try {
    const func = entryFunction(module);
    const inputs = globalInputs(func, flags, input);
    const expected = runSequential(module, inputs, context);
    const samples = new RoundingSamples(module, inputs, context);
    const exact = func.entry.lastOp!.operandValues().map(isExact);
    const placement = placementOf(stages[0]!.module);
    return {
      deviceCount: placement?.mesh.totalSize ?? 1,
      stages: stages.map((stage) => {
        const own = new StageRuns(stage, placement, inputs, context);
        const program = stages[0]!.module;
        const isApproximation =
          stage.module !== program && knownApproximation(program, stage.module) !== null;
        const comparisons = compareStage(own, expected, samples, { exact, isApproximation });
        return {
          name: stage.name,
          comparisons: comparisons.map((result) => ({ ...result, name: resultName(func, result.index) })),
        };
      }),
    };
  } catch (error) {
    if (error instanceof ExecutionError) throw new ModuleError(log.text() + describeExecutionError(error));
    throw error;
  }
}

/** Executions of a stage, the first of them with the numbers it gives and the others with other roundings. */
class StageRuns {
  readonly #stage: Stage;
  readonly #placement: Placement | null;
  readonly #inputs: readonly NdArray[];
  readonly #context: Context;
  readonly #samples: (readonly NdArray[] | null)[] = [];

  constructor(stage: Stage, placement: Placement | null, inputs: readonly NdArray[], context: Context) {
    this.#stage = stage;
    this.#placement = placement;
    this.#inputs = inputs;
    this.#context = context;
  }

  /** The results that the stage gives. @throws ExecutionError */
  results(): readonly NdArray[] {
    return this.#run(null);
  }

  /** The results of the first `count` executions with other roundings that succeeded. */
  first(count: number): readonly (readonly NdArray[])[] {
    // Only where operands are rounded to bf16 first does a stage round otherwise than the program.
    if (this.#stage.name !== 'ttnn') return [];
    while (this.#samples.length < count) this.#samples.push(this.#sample(this.#samples.length));
    return this.#samples.slice(0, count).filter((sample) => sample !== null);
  }

  #sample(number: number): readonly NdArray[] | null {
    try {
      return this.#run(new RoundingNoise(number + 1, NOISE_STRENGTH));
    } catch (error) {
      // A program that only some numbers can be given to.
      if (error instanceof ExecutionError) return null;
      throw error;
    }
  }

  #run(noise: RoundingNoise | null): readonly NdArray[] {
    const { name, module } = this.#stage;
    const options = noise === null ? {} : { noise };
    return name === 'stablehlo'
      ? runSequential(module, this.#inputs, this.#context, options)
      : runOnMesh(module, this.#placement, this.#inputs, this.#context, options);
  }
}

/**
 * Compares the stage's results with those of the program; the target has no 64-bit types.
 *
 * @param exact which results no rounding explains, though the target rounds on the way to them.
 * @param isApproximation whether the stage computes another function, so that rounding does not explain differences.
 */
function compareStage(
  stage: StageRuns,
  expected: readonly NdArray[],
  samples: RoundingSamples,
  { exact, isApproximation }: { readonly exact: readonly boolean[]; readonly isApproximation: boolean },
): ResultComparison[] {
  const results = stage.results();
  return zip(expected, results).map(([wanted, result], index): ResultComparison => {
    const array = fromTarget(result, wanted.kind);
    const moved = (own: readonly NdArray[]): NdArray =>
      movedAs(wanted, array, fromTarget(own[index]!, wanted.kind));
    const part = { device: 0, offsets: wanted.shape.map(() => 0), array };
    const sampled = (count: number): NdArray[] => [
      ...samples.first(count).map((own) => own[index]!),
      ...(exact[index]! ? [] : stage.first(count).map(moved)),
    ];
    const most = isApproximation ? FEWEST_SAMPLES : undefined;
    const comparison = compareShards([part], wanted, null, sampled, wanted, most);
    return { index, description: arrayTypeText(wanted), ...comparison };
  });
}
