import { CallOp, FuncOp, ReturnOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import {
  DataFlowEdgeOp,
  dataFlowOf,
  edgeUserOf,
  functionResultSharding,
  getSharding,
  ManualComputationOp,
  MeshTable,
  NamedComputationOp,
  SHARDING,
  setSharding,
  shardableValue,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  BlockArgument,
  checkInterruptAfter,
  type Context,
  type DictionaryAttr,
  type ModuleOp,
  type Operation,
  type OpOperand,
  OpResult,
  ShapedType,
  STEPS_PER_OPERATION,
  type Value,
} from '@shardform/ir-core';
import { callsByCallee, functionsByName } from '../module/call-graph.ts';
import { OpNode, type PropagationSite } from './op-node.ts';
import { siteOf } from './propagation-site.ts';
import { TensorNode } from './tensor-node.ts';

/**
 * The operations and tensors of a module while shardings are propagated. Shardings live here, not in the program,
 * until {@link PropagationGraph.writeBack}; attributes of functions with many arguments are then written once.
 */
export class PropagationGraph {
  readonly context: Context;
  readonly module: ModuleOp;
  readonly meshes: MeshTable;
  /** All operations inside the module, in program order; erased ones included. */
  readonly ops: readonly OpNode[];
  readonly #opNodes = new Map<Operation, OpNode>();
  readonly #tensors = new Map<Value, TensorNode>();
  readonly #functionResults = new Map<FuncOp, TensorNode[]>();
  readonly #functions: ReadonlyMap<string, FuncOp>;
  /** Operations at which something moves; `null` before all were visited once. */
  #active: readonly OpNode[] | null = null;
  #calls: ReadonlyMap<string, readonly CallOp[]> | null = null;

  constructor(module: ModuleOp, context: Context) {
    this.module = module;
    this.context = context;
    this.meshes = new MeshTable(module);
    this.#functions = functionsByName(module);
    const ops: OpNode[] = [];
    module.walk((op) => {
      if (op === module) return;
      const node = new OpNode(op, ops.length);
      ops.push(node);
      this.#opNodes.set(op, node);
    }, 'pre');
    this.ops = ops;
  }

  opNode(op: Operation): OpNode | null {
    return this.#opNodes.get(op) ?? null;
  }

  /** The tensor that has the sharding of `value`: its edge's, its owner's or its own. */
  tensorOf(value: Value): TensorNode {
    return this.#tensors.get(value) ?? this.#addTensor(value);
  }

  /** The results of a function, as its callers see them. */
  functionResults(func: FuncOp): readonly TensorNode[] {
    let tensors = this.#functionResults.get(func);
    if (tensors === undefined) {
      tensors = func.functionType.results.map(
        (_, i) => new TensorNode(null, functionResultSharding(func, i)),
      );
      this.#functionResults.set(func, tensors);
    }
    return tensors;
  }

  calledFunction(call: CallOp): FuncOp | null {
    return this.#functions.get(call.callee.root) ?? null;
  }

  callsOf(func: FuncOp): readonly CallOp[] {
    this.#calls ??= callsByCallee(this.module);
    return this.#calls.get(func.symName.value) ?? [];
  }

  /** True if every operation was visited: dead ones are dropped, and the ones that propagate something are known. */
  get isExplored(): boolean {
    return this.#active !== null;
  }

  /** The operations to visit, in program order. */
  get activeOps(): readonly OpNode[] {
    return this.#active ?? this.ops;
  }

  /** Marks the graph as explored: every operation was visited. */
  markExplored(): void {
    this.#active ??= this.ops.filter(({ site, isErased }) => !isErased && (site ?? null) !== null);
  }

  /** The tensors between which shardings move at an operation; the rule is attached to it. */
  siteOf(node: OpNode, conservative: boolean): PropagationSite | null {
    if (node.site === undefined) node.site = siteOf(node.op, this, conservative);
    return node.site;
  }

  /** Sets a sharding. If other results of the same operation have none, they get fully open ones. */
  setSharding(tensor: TensorNode, sharding: TensorShardingAttr): void {
    const isFirst = tensor.sharding === null;
    tensor.sharding = sharding;
    tensor.version++;
    if (!isFirst || tensor.siblings === null) return;
    for (const sibling of tensor.siblings) {
      if (sibling.sharding !== null) continue;
      sibling.sharding = TensorShardingAttr.fullyOpen(sharding.meshOrRef, rankOfTensor(sibling));
      sibling.version++;
    }
  }

  /** The operations to visit after the sharding of a tensor has changed; the last one first. */
  observersOf(tensor: TensorNode): readonly OpNode[] {
    return (tensor.observers ??= this.#findObservers(tensor));
  }

  /** Puts the shardings into the program. */
  writeBack(): void {
    const argumentsByFunc = new Map<FuncOp, TensorNode[]>();
    for (const tensor of new Set(this.#tensors.values())) {
      checkInterruptAfter(STEPS_PER_OPERATION);
      const { value, sharding, initial } = tensor;
      if (value === null || sharding === null || sharding === initial) continue;
      const parent = value instanceof BlockArgument ? value.owner.parentOp : null;
      if (!(parent instanceof FuncOp)) {
        if (value.parentBlock !== null) setSharding(value, sharding, this.context);
        continue;
      }
      const list = argumentsByFunc.get(parent);
      if (list === undefined) argumentsByFunc.set(parent, [tensor]);
      else list.push(tensor);
    }
    for (const [func, tensors] of argumentsByFunc) {
      const attrs = valueAttrsList(func, 'arg_attrs');
      for (const { value, sharding } of tensors) {
        // The list holds arguments of functions.
        const { index } = value as BlockArgument;
        attrs[index] = attrs[index]!.with(SHARDING, sharding);
      }
      setAllValueAttrs(func, 'arg_attrs', attrs);
    }
    for (const [func, tensors] of this.#functionResults) {
      if (tensors.every(({ sharding, initial }) => sharding === initial)) continue;
      const attrs: DictionaryAttr[] = valueAttrsList(func, 'res_attrs');
      tensors.forEach(({ sharding, initial }, i) => {
        if (sharding !== initial) attrs[i] = attrs[i]!.with(SHARDING, sharding);
      });
      setAllValueAttrs(func, 'res_attrs', attrs);
    }
  }

  #addTensor(value: Value): TensorNode {
    const shardable = shardableValue(value, this.context);
    let tensor = shardable === null ? undefined : this.#tensors.get(shardable);
    if (tensor === undefined) {
      tensor = new TensorNode(shardable, shardable === null ? null : getSharding(shardable, this.context));
      if (shardable !== null) this.#tensors.set(shardable, tensor);
      if (shardable instanceof OpResult && shardable.owner.results.length > 1)
        this.#addSiblings(shardable.owner, tensor);
    }
    if (shardable !== value) this.#tensors.set(value, tensor);
    return tensor;
  }

  #addSiblings(op: Operation, first: TensorNode): void {
    const siblings: TensorNode[] = [];
    first.siblings = siblings;
    for (const result of op.results) {
      if (result === first.value) siblings.push(first);
      else {
        // A result that is represented by an edge has its sharding on the edge.
        if (edgeUserOf(result) !== null) continue;
        const sibling = new TensorNode(result, getSharding(result, this.context));
        sibling.siblings = siblings;
        this.#tensors.set(result, sibling);
        siblings.push(sibling);
      }
    }
  }

  /** The edge operation of the edge that `holder` feeds with an operand, its own or its region's. */
  #edgeFedBy(use: OpOperand, holder: Operation): DataFlowEdgeOp | null {
    if (isUnobservedSource(use)) return null;
    const owner = dataFlowOf(holder, this.context)?.ownerOfSource(use) ?? null;
    return owner === null ? null : edgeUserOf(owner);
  }

  #findObservers({ value }: TensorNode): OpNode[] {
    const found: OpNode[] = [];
    if (value === null) return found;
    const add = (op: Operation | null): void => {
      const node = op === null ? undefined : this.#opNodes.get(op);
      if (node !== undefined && !node.isErased) found.push(node);
    };
    // Without edges between them, a function that returns an argument passes it on from call to call.
    const seen = new Set<Value>();
    const addUsers = (used: Value): void => {
      if (seen.has(used)) return;
      seen.add(used);
      for (let use = used.firstUse; use !== null; use = use.nextUse) {
        const user = use.owner;
        const holder = user.definition.isTerminator ? user.parentOp : user;
        const edge = holder === null ? null : this.#edgeFedBy(use, holder);
        if (edge !== null) add(edge);
        else if (user instanceof ReturnOp && holder instanceof FuncOp) {
          for (const call of this.callsOf(holder)) addUsers(call.getResult(use.index));
        } else if (user instanceof CallOp) {
          const callee = this.calledFunction(user);
          if (callee !== null && !callee.isDeclaration) addUsers(callee.entry.getArgument(use.index));
        } else add(holder);
      }
    };
    if (value instanceof OpResult && value.owner instanceof DataFlowEdgeOp) {
      const { input } = value.owner;
      const holder = input.definingOp ?? input.parentBlock?.parentOp ?? null;
      const dataFlow = holder === null ? null : dataFlowOf(holder, this.context);
      for (const target of dataFlow?.otherTargets(input) ?? []) addUsers(target);
    }
    add(value.definingOp ?? value.parentBlock?.parentOp ?? null);
    addUsers(value);
    return found;
  }
}

/**
 * Upstream doesn't visit the edge of a block argument after the operand that feeds it has changed. The edge follows
 * when it is visited anyway, which shows where other shardings are decided in between.
 */
function isUnobservedSource(use: OpOperand): boolean {
  return use.owner instanceof ManualComputationOp || use.owner instanceof NamedComputationOp;
}

function rankOfTensor({ value }: TensorNode): number {
  return value !== null && value.type instanceof ShapedType ? (value.type.shape?.length ?? 0) : 0;
}
