import { CallOp, FuncOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import {
  ManualAxesAttr,
  ManualComputationOp,
  MeshAttr,
  MeshOp,
  OpShardingRuleAttr,
  SdyReturnOp,
  SHARDING,
  ShardingConstraintOp,
  TensorShardingAttr,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { attributeOfText, MHLO_SHARDING } from '@shardform/passes-sharding';
import {
  type Attribute,
  type Class,
  cloneOp,
  type Context,
  DictionaryAttr,
  IrMapping,
  isInstance,
  type ModuleOp,
  type Operation,
  StringAttr,
} from '@shardform/ir-core';

const FRONTEND = 'mhlo.frontend_attributes';
const BODY = 'xla.sdy.manual_computation_body';
const [BEGIN, END] = ['xla.sdy.GlobalToLocalShape', 'xla.sdy.LocalToGlobalShape'];

/** Why texts in a program are not Shardy's attributes. */
class RoundTripError extends Error {
  override readonly name = 'RoundTripError';
  readonly op: Operation;

  constructor(op: Operation, message: string) {
    super(message);
    this.op = op;
  }
}

/**
 * Reads Shardy's meshes, shardings and manual computations from the texts by which XLA takes them through HLO.
 *
 * @returns false after an error was reported.
 */
export function importSdyRoundTrip(module: ModuleOp, context: Context): boolean {
  if (frontendText(module.getAttr(FRONTEND), 'xla.sdy.meshes') === null) return true;
  try {
    new RoundTrip(module, context).run();
    return true;
  } catch (error) {
    if (!(error instanceof RoundTripError)) throw error;
    context.diagnostics.emitOn(error.op, 'error', error.message);
    return false;
  }
}

function frontendText(attribute: Attribute | null | undefined, name: string): string | null {
  const text = attribute instanceof DictionaryAttr ? attribute.get(name) : null;
  return text instanceof StringAttr ? text.value : null;
}

class RoundTrip {
  readonly #module: ModuleOp;
  readonly #context: Context;

  constructor(module: ModuleOp, context: Context) {
    this.#module = module;
    this.#context = context;
  }

  run(): void {
    const functions = [...this.#module.body].filter((op) => op instanceof FuncOp);
    this.#insertMeshes();
    for (const func of functions) {
      this.#readValues(func, 'arg_attrs');
      this.#readValues(func, 'res_attrs');
    }
    const ops: Operation[] = [];
    this.#module.walk((op) => {
      if (!(op instanceof FuncOp) && op !== this.#module) ops.push(op);
    });
    for (const op of ops) this.#readOp(op);
    // Bodies may hold others, which are theirs when these are copied.
    const calls = ops.filter((op) => op instanceof CallOp && op.callee.root.startsWith(BODY));
    for (const call of calls) if (call instanceof CallOp) this.#makeManual(call);
    for (const func of functions) if (func.symName.value.startsWith(BODY)) func.erase();
  }

  /** Reads an attribute of a class from a text of the front end's attributes, which it leaves; `null` for none. */
  #take<T extends Attribute>(op: Operation, name: string, kind: Class<T>): T | null {
    const frontend = op.getAttr(FRONTEND);
    const text = frontendText(frontend, name);
    if (text === null || !(frontend instanceof DictionaryAttr)) return null;
    const rest = frontend.with(name, null);
    op.setAttr(FRONTEND, rest.entries.length === 0 ? null : rest);
    return this.#parsed(op, name, text, kind);
  }

  #parsed<T extends Attribute>(op: Operation, name: string, text: string, kind: Class<T>): T {
    const { result } = this.#context.diagnostics.capture(() => attributeOfText(text, this.#context));
    if (isInstance(kind, result)) return result;
    throw new RoundTripError(op, `'${name}' is not what Shardy writes there: ${text}`);
  }

  #insertMeshes(): void {
    const meshes = this.#take(this.#module, 'xla.sdy.meshes', DictionaryAttr);
    const first = this.#module.body.firstOp;
    for (const [name, mesh] of meshes?.entries ?? []) {
      if (!(mesh instanceof MeshAttr))
        throw new RoundTripError(this.#module, `'xla.sdy.meshes' has '${name}', which is not a mesh`);
      this.#module.body.insertBefore(MeshOp.create({ symName: StringAttr.get(name), mesh }, []), first);
    }
  }

  #readValues(func: FuncOp, which: 'arg_attrs' | 'res_attrs'): void {
    const all = valueAttrsList(func, which);
    if (all.every(({ entries }) => entries.length === 0)) return;
    const read = all.map((attrs) => {
      const frontend = attrs.get(FRONTEND);
      const text = frontendText(frontend, 'xla.sdy.sharding');
      const rest = frontend instanceof DictionaryAttr ? frontend.with('xla.sdy.sharding', null) : null;
      const kept = attrs
        .with(MHLO_SHARDING, null)
        .with(FRONTEND, rest === null || rest.entries.length === 0 ? null : rest);
      return text === null
        ? kept
        : kept.with(SHARDING, this.#parsed(func, 'xla.sdy.sharding', text, TensorShardingAttr));
    });
    setAllValueAttrs(func, which, read);
  }

  #readOp(op: Operation): void {
    const target = op instanceof CustomCallOp ? op.callTargetName.value : '';
    const shardings = this.#take(op, 'xla.sdy.sharding', TensorShardingPerValueAttr);
    const rule = this.#take(op, 'xla.sdy.sharding_rule', OpShardingRuleAttr);
    op.setAttr(MHLO_SHARDING, null);
    if (rule !== null) op.setAttr('sdy.sharding_rule', rule);
    if (shardings === null) return;
    const [sharding] = shardings.shardings;
    if (target === 'Sharding' && sharding !== undefined) this.#constrain(op, sharding);
    else if (target === 'xla.sdy.FuncResultSharding' && sharding !== undefined)
      this.#shardResult(op, sharding);
    else op.setAttr(SHARDING, shardings);
  }

  #constrain(call: Operation, sharding: TensorShardingAttr): void {
    const input = call.getOperand(0);
    const constraint = ShardingConstraintOp.create({ input, sharding }, [input.type], {
      location: call.location,
    });
    constraint.moveBefore(call);
    call.replaceAllUsesWith(constraint.results);
    call.erase();
  }

  /** The results of the function that return the value are split so. */
  #shardResult(call: Operation, sharding: TensorShardingAttr): void {
    const func = call.parentOp;
    if (func instanceof FuncOp) {
      const all = valueAttrsList(func, 'res_attrs');
      const returned = func.entry.getTerminator().operandValues();
      setAllValueAttrs(
        func,
        'res_attrs',
        all.map((attrs, i) => (returned[i] === call.getResult() ? attrs.with(SHARDING, sharding) : attrs)),
      );
    }
    call.replaceAllUsesWith([call.getOperand(0)]);
    call.erase();
  }

  /** Makes a manual computation of the call of its body, between the calls that begin and end it. */
  #makeManual(call: CallOp): void {
    const begin = mark(
      call.operandValues().map(({ definingOp }) => definingOp),
      BEGIN,
    );
    const ends = new Set(call.results.flatMap((result) => result.users()));
    const end = mark([...ends], END);
    const callee = call.calledFunction();
    const some = begin ?? end;
    if (callee === null || some === null || ends.size > 1)
      throw new RoundTripError(
        call,
        `calls the body of a manual computation without '@${BEGIN}' and '@${END}' around`,
      );
    const none = TensorShardingPerValueAttr.get([]);
    const taken = (op: Operation | null, name: string): TensorShardingPerValueAttr =>
      op === null ? none : (this.#take(op, name, TensorShardingPerValueAttr) ?? none);
    const manualAxes = this.#take(some, 'xla.sdy.manual_axes', ManualAxesAttr);
    if (manualAxes === null) throw new RoundTripError(some, `has no 'xla.sdy.manual_axes'`);
    const after = end ?? call;
    const manual = ManualComputationOp.create(
      {
        tensors: begin?.operandValues() ?? [],
        inShardings: taken(begin, 'xla.sdy.in_shardings'),
        outShardings: taken(end, 'xla.sdy.out_shardings'),
        manualAxes,
      },
      after.resultTypes(),
      { location: call.location },
    );
    manual.moveBefore(after);
    this.#fill(manual, call, callee);
    after.replaceAllUsesWith(manual.results);
    for (const op of new Set([end, call, begin]))
      if (op?.results.every((own) => own.firstUse === null) === true) op.erase();
  }

  #fill(manual: ManualComputationOp, call: CallOp, callee: FuncOp): void {
    const mapping = new IrMapping();
    const block = manual.body.addBlock();
    const order = call.operandValues();
    const begun = order[0]?.definingOp?.results ?? [];
    // The body takes the values in the order of the call.
    const inside = begun.map((value) => block.addArgument(value.type, call.location));
    callee.entry.arguments.forEach((argument, i) =>
      mapping.values.set(argument, inside[begun.findIndex((value) => value === order[i])] ?? order[i]!),
    );
    for (const op of callee.entry) {
      if (!op.definition.isTerminator) {
        block.append(cloneOp(op, mapping));
        continue;
      }
      const results = op.operandValues().map((value) => mapping.value(value));
      block.append(SdyReturnOp.create({ results }, [], { location: op.location }));
    }
  }
}

function mark(ops: readonly (Operation | null)[], target: string): CustomCallOp | null {
  const found = ops.find((op) => op instanceof CustomCallOp && op.callTargetName.value === target);
  return found instanceof CustomCallOp ? found : null;
}
