import type { Facts, ShardingChip, StageChanges, ValueCard, ValueId } from '@shardform/study';

/** A problem with its position in a text. */
export interface Problem {
  readonly severity: 'error' | 'warning' | 'remark' | 'note';
  readonly message: string;
  /** Offsets in the text; equal for a single position. */
  readonly from: number;
  readonly to: number;
  /** Lines and columns count from 1. */
  readonly line: number;
  readonly column: number;
}

/** A program and what is to be done with it. */
export interface ProgramInput {
  readonly name: string;
  readonly text: string;
  /** Names of passes and pipelines, or texts of pipelines on modules. */
  readonly steps: readonly string[];
  /** The name of the machine that times are of, or its description in JSON. */
  readonly machine: string;
  /** The program that XLA has compiled of it, which follows the steps; absent for none. */
  readonly compiled?: CompiledInput;
  /** The profile of a run of its compiled form; absent for none. */
  readonly profile?: ProfileInput;
}

/** The files of a profile, which are read where they are needed. */
export interface ProfileInput {
  /** That of the file, or how many files there are. */
  readonly name: string;
  /** Of the profiles that were opened. */
  readonly number: number;
  readonly files: readonly { readonly name: string; readonly file: Blob }[];
}

/** A file with a compiled program, which is read where it is needed. */
export interface CompiledInput {
  readonly name: string;
  /** Of the files that were opened. */
  readonly number: number;
  readonly file: Blob;
}

/** Returns the steps of a program with the one that stands for its compiled form. */
export function allSteps({ steps, compiled }: ProgramInput): readonly string[] {
  return compiled === undefined ? steps : [...steps, `${COMPILED_STEP} ${compiled.number}`];
}

/** The name of the step that stands for the compiled form of a program. */
export const COMPILED_STEP = 'compiled-by-xla';

/** The outcome of a step; the first is the program as it was read. */
export interface StepResult {
  /** As written; empty for the program as it was read. */
  readonly step: string;
  readonly failed: boolean;
  readonly isLocal: boolean;
  /** Axes of the meshes of the program as it was read, with their sizes; none for steps. */
  readonly axes: readonly (readonly [string, number])[];
  /** `null` when the step failed. */
  readonly changes: StageChanges | null;
  readonly problems: readonly Problem[];
  readonly milliseconds: number;
}

/** The text of a stage with its values. */
export interface StageText {
  readonly text: string;
  /** Four numbers for each name of a value: where it begins and ends, the index of its value, and 1 for a definition. */
  readonly names: Int32Array;
  /** The values that occur in the text. */
  readonly ids: readonly ValueId[];
  /** The different shardings of values. */
  readonly chips: readonly ShardingChip[];
  /** By value, the index of its sharding; -1 without one. */
  readonly chipOf: Int32Array;
  /** By line of the text, the line of the program as typed; 0 if unknown, -1 for what passes added. */
  readonly lines: Int32Array;
  /** True if what was derived from a value implements it, as kernels and collectives of a compiled program do, and is marked with it. */
  readonly isCompiled: boolean;
  /** By results of calls that were inlined, the values that they are. */
  readonly inlined: ReadonlyMap<ValueId, ValueId>;
}

/** What is known of a value at a stage. */
export interface StageCard extends ValueCard {
  /** The number of the stage. */
  readonly stage: number;
  /** How it is found again in another program; `null` for values without a name. */
  readonly reference: ValueReference | null;
  /** What was measured of the kernels that compute it, and of the collectives that move it; none without a profile. */
  readonly measured: readonly MeasuredKernel[];
}

/** The measured time of a kernel or a collective in a step. */
export interface MeasuredKernel {
  readonly operation: string;
  readonly seconds: number;
  /** The measured seconds by the predicted ones; `null` without a prediction. */
  readonly ratio: number | null;
}

/** A value by which a selection is kept when the program changes. */
export interface ValueReference {
  /** The name of the value, or of that which it was derived from, in the program as typed: `%4`, `@f:%4`. */
  readonly reference: string;
  /** What follows the identity of the source's value: `+all_reduce`. */
  readonly suffix: string;
}

/** What a view gets from the compiler: any value that can be sent. */
export type ViewParams = Readonly<Record<string, unknown>>;

/** The text of a program in a file, or its error. */
export interface ReadFile {
  readonly text: string | null;
  readonly messages: readonly string[];
}

/** Why a file can't be read. */
export interface FileProblem {
  readonly file: string;
  /** From 1; 0 where there is no place. */
  readonly line: number;
  readonly column: number;
  /** The line; empty for none. */
  readonly excerpt: string;
  readonly message: string;
  readonly remedy: string;
}

/**
 * What a file of HLO is: the compiled form of the program that is open, a program of its own, with the reason why it is not the
 * compiled form, or not readable.
 */
export type ReadCompiled =
  | { readonly kind: 'compiled' }
  | {
      readonly kind: 'program';
      readonly text: string;
      /** True for the program of one of several devices. */
      readonly isLocal: boolean;
      /** `null` where no other program is open. */
      readonly reason: string | null;
    }
  | { readonly kind: 'failed'; readonly problem: FileProblem };

/** A profile of the program that is open, with the `HloProto` of the run where it has one; or why it is none. */
export type ReadProfile =
  | { readonly kind: 'profile'; readonly hlo: Uint8Array | null }
  | { readonly kind: 'failed'; readonly problem: FileProblem };

/** The measured step of a program. */
export interface MeasuredFacts {
  readonly seconds: number;
  /** The measured seconds by the predicted ones; `null` without a prediction. */
  readonly ratio: number | null;
}

/** Facts of a program, and the value that is shown first. */
export interface ProgramFacts {
  readonly facts: Facts;
  /** That of the collective which takes the most time, or else a result; `null` if there is neither. */
  readonly first: ValueId | null;
  readonly basis: Basis;
  /** `null` without a profile. */
  readonly measured: MeasuredFacts | null;
}

/** Whose costs are told, in a sentence; empty where it is what the steps make of the program. */
export type Basis = string;

/** The service of a worker to the page. The most recent programs are kept. */
export interface Compiler {
  /**
   * Reads a program and runs its steps.
   *
   * @param shown the number of the step whose text is wanted at once.
   * @param onStep gets each outcome at once, and returns whether to go on.
   */
  run(
    program: ProgramInput,
    shown: number,
    onStep: (index: number, result: StepResult, text: StageText | null) => boolean | Promise<boolean>,
  ): Promise<void>;
  /** The text after a number of steps; `null` where a step failed. */
  text(program: ProgramInput, stage: number): Promise<StageText | null>;
  facts(program: ProgramInput): Promise<ProgramFacts>;
  /**
   * A value at a stage, or at the last one before it that has it; for a value that is derived later, the one that it is
   * derived from. `null` if there is none.
   */
  card(program: ProgramInput, stage: number, id: ValueId): Promise<StageCard | null>;
  /** How a selection is found again in another program; `null` for values without a name. */
  reference(program: ProgramInput, id: ValueId): Promise<ValueReference | null>;
  /** The value that a reference means in a program; `null` if it has none. */
  resolve(program: ProgramInput, reference: ValueReference): Promise<ValueId | null>;
  /** The answer of a view's own question; see `views/define-view.ts`. */
  answer(view: string, program: ProgramInput, params: ViewParams): Promise<unknown>;
  fromBytecode(bytes: Uint8Array): Promise<ReadFile>;
  /** Sizes that the model only names are 8. */
  fromOnnx(bytes: Uint8Array): Promise<ReadFile>;
  /** Reads the description of a machine, in JSON. */
  readMachine(file: string, text: string): Promise<ReadFile>;
  /** @param program that is open; `null` to take the file alone. */
  fromHlo(file: CompiledInput, program: ProgramInput | null): Promise<ReadCompiled>;
  /** @param program that is open, with its compiled form where the profile has no HLO. */
  fromProfile(profile: ProfileInput, program: ProgramInput): Promise<ReadProfile>;
}

/** The compiler on its own side. */
export interface WorkerCompiler extends Compiler {
  /** @param flag cancels work while it isn't 0: see `sharedInterrupt` of ir-core. */
  listenTo(flag: SharedArrayBuffer): Promise<void>;
}

/** A file of arrays. */
export interface NumbersFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}
