import { FuncOp, ReturnOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import { MeshTensorType, NamedMeshAttr, TOPOLOGY, TopologyAttr, TransferOp } from '@shardform/dialect-mpmd';
import { functionResultSharding, MeshOp, SHARDING, type TensorShardingAttr } from '@shardform/dialect-sdy';
import {
  Builder,
  type Context,
  FunctionType,
  IrMapping,
  ModuleOp,
  type Operation,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import type { PipelineTask } from '@shardform/passes-dist';
import { effectiveOperands } from '@shardform/passes-mpmd';
import type { PlannedMesh } from '../plan/apply-plan.ts';
import {
  joinedType,
  joinParts,
  narrowed,
  numberConstant,
  partsOfBatch,
  summed,
  wholeType,
  wideType,
} from './microbatch-parts.ts';
import type { MicrobatchProgram } from './microbatch-program.ts';
import { type FragmentBody, StageFragments } from './stage-fragments.ts';
import { meshTypeOf, stageMeshName, StageValues } from './stage-values.ts';
import type { StageWork, TaskOperations } from './stage-work.ts';

/** What becomes a program of several meshes. */
export interface StagedMicrobatches {
  /** With a sharding of each value. */
  readonly program: MicrobatchProgram;
  readonly mesh: PlannedMesh;
  readonly work: StageWork;
  /** In an order in which each task follows those that it needs. */
  readonly tasks: readonly PipelineTask[];
}

/**
 * Returns a program in Shardy's MPMD dialect that does for all microbatches what one does for one, with a mesh for each stage,
 * or for several stages that share one. The tasks of the pipeline are fragments in the order of the schedule; what one stage
 * needs of another one is transferred. Sums grow as microbatches complete.
 */
export function stageProgram(staged: StagedMicrobatches, context: Context): ModuleOp {
  return new StageProgramBuilder(staged, context).build();
}

/** What a fragment does. */
interface FragmentWork extends TaskOperations {
  /** `null` for what is done once. */
  readonly task: PipelineTask | null;
  readonly results: readonly Value[];
  /** Values that are added to the sums of earlier microbatches. */
  readonly sums?: readonly Value[];
}

class StageProgramBuilder {
  readonly #staged: StagedMicrobatches;
  readonly #builder: Builder;
  readonly #values: StageValues;
  readonly #fragments: StageFragments;
  /** How values are to be split that are results. */
  readonly #returned = new Map<Value, TensorShardingAttr | null>();

  constructor(staged: StagedMicrobatches, context: Context) {
    this.#staged = staged;
    this.#builder = new Builder(context);
    this.#values = new StageValues(staged.program.microbatches, this.#builder);
    this.#fragments = new StageFragments(staged.mesh, this.#builder);
  }

  build(): ModuleOp {
    const { program, mesh, work, tasks } = this.#staged;
    const { func } = program;
    const module = ModuleOp.empty(program.module.location);
    for (const [name, attribute] of program.module.sortedDiscardable()) module.setAttr(name, attribute);
    module.symName = program.module.symName;
    const builder = this.#builder;
    builder.location = func.location;
    builder.setInsertionPointToEnd(module.body);
    builder.create(MeshOp, { symName: StringAttr.get(mesh.name), mesh: mesh.mesh });
    const made = this.#function();
    const returned = func.entry.getTerminator().operandValues();
    for (const [index, value] of returned.entries())
      if (!this.#returned.has(value)) this.#returned.set(value, functionResultSharding(func, index));
    this.#splitBatch();
    work.before.forEach((own) => this.#runOnce(own));
    for (const task of tasks) this.#runTask(task);
    work.after.forEach((own) => this.#runOnce(own));
    const results = returned.map((value, index) => this.#result(value, index));
    builder.create(ReturnOp, { operands: results }, [], { location: func.location });
    made.functionType = FunctionType.get(
      made.functionType.inputs,
      results.map(({ type }) => type),
    );
    this.#copyAttributes(made);
    return module;
  }

  /** Makes the function, in which the builder is then. */
  #function(): FuncOp {
    const { program, work } = this.#staged;
    const { func, number, data, microbatches } = program;
    const given = func.entry.arguments.filter(({ index }) => index !== number);
    const inputs = given.map((argument) => {
      const type = this.#fragments.typeOn(argument, work.meshOfArgument(argument));
      return data.has(argument.index) ? wholeType(type, microbatches) : type;
    });
    const functionType = FunctionType.get(inputs, []);
    const options = { attributes: func.discardable };
    const made = this.#builder.create(FuncOp, { symName: func.symName, functionType }, [], options);
    const entry = this.#builder.createBlock(made.body, inputs);
    given.forEach((argument, i) => {
      this.#values.set(argument, null, work.meshOfArgument(argument), entry.getArgument(i));
    });
    return made;
  }

  /** Shardings are in the types; the meshes are the topology. */
  #copyAttributes(made: FuncOp): void {
    const { program, mesh, work } = this.#staged;
    for (const which of ['arg_attrs', 'res_attrs'] as const) {
      const all = valueAttrsList(program.func, which);
      const own = which === 'arg_attrs' ? all.filter((_, index) => index !== program.number) : all;
      setAllValueAttrs(
        made,
        which,
        own.map((attributes) => attributes.with(SHARDING, null)),
      );
    }
    const meshes = Array.from({ length: work.meshes }, (_, own) =>
      NamedMeshAttr.get({ name: stageMeshName(own), mesh: mesh.mesh }),
    );
    made.setAttr(TOPOLOGY, TopologyAttr.get({ meshes }));
  }

  /** Cuts the batch into its parts, each on the mesh where the argument is. */
  #splitBatch(): void {
    const { program, work } = this.#staged;
    const { func, microbatches, data, number, mayStride } = program;
    const add = (index: number, operands: readonly Value[], body: FragmentBody): void => {
      const argument = func.entry.getArgument(index);
      const mesh = work.meshOfArgument(argument);
      const types = new Array<MeshTensorType>(microbatches).fill(this.#fragments.typeOn(argument, mesh));
      const frame = { mesh, operands, types, task: null, location: func.location };
      this.#fragments.make(frame, body).forEach((part, i) => this.#values.set(argument, i, mesh, part));
    };
    for (const index of data) {
      const argument = func.entry.getArgument(index);
      const whole = this.#values.at(argument, null, work.meshOfArgument(argument));
      add(index, [whole], ([own]) =>
        partsOfBatch(own!, { microbatches, isStrided: mayStride }, this.#builder),
      );
    }
    if (number !== null)
      add(number, [], () => Array.from({ length: microbatches }, (_, i) => numberConstant(i, this.#builder)));
  }

  #runOnce({ mesh, ops }: TaskOperations): void {
    const { work } = this.#staged;
    const results = ops.flatMap((op) => op.results).filter((value) => work.isUsedOutside(value));
    this.#addFragment({ mesh, ops, task: null, results });
  }

  #runTask(task: PipelineTask): void {
    const { work, program } = this.#staged;
    const found = work.of(task);
    if (found === null) return;
    const all = found.ops.flatMap((op) => op.results);
    const sums = all.filter((value) => program.sums.has(value));
    const results = all.filter((value) => work.isUsedOutside(value));
    this.#addFragment({ ...found, task, results, sums });
    // As soon as they are made, so that they arrive while other things are computed.
    for (const value of results)
      for (const other of work.meshesOfUsers(value)) this.#values.at(value, task.microbatch, other);
  }

  #addFragment({ mesh, ops, task, results, sums = [] }: FragmentWork): void {
    const { program, work } = this.#staged;
    const microbatch = task?.microbatch ?? null;
    const { inputs, constants } = this.#usedBy(ops);
    const isSum = (value: Value): boolean => microbatch === null && program.sums.has(value);
    const outer = [...inputs].map((value) =>
      isSum(value)
        ? this.#values.sumAt(value, mesh, work.meshOf(value.definingOp!))
        : this.#values.at(value, microbatch, mesh),
    );
    const grown = sums.flatMap((value) => {
      const before = this.#values.sumOf(value);
      return before === null ? [] : [{ value, before }];
    });
    const types = results.map((value) => this.#resultType(value, mesh, microbatch === null));
    const sumTypes = sums.map((value) => {
      const type = this.#fragments.typeOn(value, mesh);
      return type.with({ globalType: wideType(type.globalType) });
    });
    const operands = [...outer, ...grown.map(({ before }) => before)];
    const frame = { mesh, operands, types: [...types, ...sumTypes], task, location: ops[0]!.location };
    const made = this.#fragments.make(frame, (given) => {
      const mapping = new IrMapping();
      for (const [i, value] of [...inputs].entries())
        mapping.values.set(value, isSum(value) ? narrowed(given[i]!, value.type, this.#builder) : given[i]!);
      for (const op of [...constants, ...ops]) this.#builder.clone(op, mapping);
      const before = new Map(grown.map(({ value }, i) => [value, given[outer.length + i]!]));
      return [
        ...results.map((value) => mapping.value(value)),
        ...sums.map((value) => summed(before.get(value) ?? null, mapping.value(value), this.#builder)),
      ];
    });
    results.forEach((value, i) => this.#values.set(value, microbatch, mesh, made[i]!));
    sums.forEach((value, i) => this.#values.setSum(value, made[results.length + i]!));
  }

  /** What operations use of others; constants are copied into the fragments that use them. */
  #usedBy(ops: readonly Operation[]): { readonly inputs: Set<Value>; readonly constants: Set<Operation> } {
    const { kinds } = this.#staged.program;
    const inside = new Set<Value>(ops.flatMap((op) => op.results));
    const inputs = new Set<Value>();
    const constants = new Set<Operation>();
    const visit = (op: Operation): void => {
      for (const value of effectiveOperands(op)) {
        const { definingOp } = value;
        if (inside.has(value)) continue;
        if (definingOp === null || kinds.get(definingOp) !== 'constant') inputs.add(value);
        else if (!constants.has(definingOp)) {
          visit(definingOp);
          constants.add(definingOp);
        }
      }
    };
    ops.forEach(visit);
    return { inputs, constants };
  }

  #resultType(value: Value, mesh: number, isOnce: boolean): MeshTensorType {
    const type = this.#fragments.typeOn(value, mesh);
    const wanted = isOnce ? (this.#returned.get(value) ?? null) : null;
    return wanted === null ? type : type.with({ sharding: wanted });
  }

  #result(value: Value, index: number): Value {
    const { program, work } = this.#staged;
    const sharding = functionResultSharding(program.func, index) ?? this.#fragments.shardingOf(value);
    const dim = program.joined.get(index);
    if (dim !== undefined) return this.#joined(value, dim, sharding);
    if (program.sums.has(value)) {
      const mesh = work.meshOf(value.definingOp!);
      const sum = this.#values.sumAt(value, mesh, mesh);
      const type = this.#fragments.typeOn(value, mesh).with({ sharding });
      if (sum.type === type) return sum;
      const frame = { mesh, operands: [sum], types: [type], task: null, location: value.location };
      return this.#fragments.make(frame, ([own]) => [narrowed(own!, type.globalType, this.#builder)])[0]!;
    }
    if (this.#values.made(value, null) === null)
      // It depends on no argument.
      this.#addFragment({ mesh: 0, ops: [value.definingOp!], task: null, results: [value] });
    const [mesh] = this.#values.made(value, null)!;
    const made = this.#values.at(value, null, mesh);
    const type = meshTypeOf(made);
    if (type.sharding === sharding) return made;
    const { location } = value;
    return this.#builder.create(TransferOp, { tensor: made }, [type.with({ sharding })], { location }).result;
  }

  /** Puts a result together of which each microbatch has made a part. */
  #joined(value: Value, dim: number, sharding: TensorShardingAttr): Value {
    const { microbatches, mayStride } = this.#staged.program;
    const [mesh] = this.#values.made(value, 0)!;
    const operands = Array.from({ length: microbatches }, (_, i) => this.#values.at(value, i, mesh));
    const types = [joinedType(meshTypeOf(operands[0]!), dim, microbatches).with({ sharding })];
    const frame = { mesh, operands, types, task: null, location: value.location };
    const isStrided = mayStride && dim === 0;
    return this.#fragments.make(frame, (given) => [joinParts(given, dim, isStrided, this.#builder)])[0]!;
  }
}
