import { MeshTable, programMesh } from '@shardform/dialect-sdy';
import { OperationGroup } from '@shardform/inspect';
import { BlockArgument, type Operation, Region, type Value } from '@shardform/ir-core';
import { programEntries } from '@shardform/runtime-sim';
import { describedCollectives } from '../collectives/collective-list.ts';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import { axisLabel } from '../time/collective-axes.ts';
import { tensorBytes } from '../values/tensor-bytes.ts';
import { chipAt } from '../values/value-card.ts';
import type { ValueId } from '../values/value-id.ts';
import { sizesText } from '../values/value-rows.ts';
import { ArgumentGroup, type GraphItem, operationOf, operationsIn } from './graph-item.ts';
import type { GraphConnection, StageGraph } from './stage-graph.ts';

/** What a node of a program's graph says of itself. */
export interface DescribedNode {
  readonly id: string;
  readonly kind: 'operation' | 'constant' | 'collective' | 'argument' | 'group';
  /** What a group is; empty for others. */
  readonly role: '' | 'call' | 'region' | 'module' | 'arguments' | OperationGroup['role'];
  /** `dot_general`, `Layer 3`. */
  readonly title: string;
  /** The name of its value: `%4`; empty for what has none. */
  readonly name: string;
  /** The type of its value without `tensor`: `8x32xf32`. */
  readonly type: string;
  /** Identities of what it computes. */
  readonly values: readonly ValueId[];
  readonly canOpen: boolean;
  /** Number of operations in it, itself included; 0 for arguments. */
  readonly operations: number;
  /** Of a repeat, the number of its copies. */
  readonly copies: number;
  /** Of a repeat, whether all copies communicate alike. */
  readonly isAlike: boolean;
  /** What is sent in it in one execution, alike collectives summed up. */
  readonly collectives: readonly NodeCollective[];
  /** What its operations take on the slowest device; `null` where it is not known. */
  readonly seconds: number | null;
}

/** Collectives of a node that are of one kind and along the same axes. */
export interface NodeCollective {
  /** `all_reduce`. */
  readonly kind: string;
  /** `x`, or `x, y`. */
  readonly axis: string;
  readonly count: number;
  /** That each device sends. */
  readonly bytes: number;
}

/** What a connection carries. */
export interface DescribedConnection {
  /** The first of its values. */
  readonly value: ValueId;
  readonly name: string;
  /** Number of values. */
  readonly count: number;
  /** Of all shards together; `null` if unknown. */
  readonly bytes: number | null;
  /** Axes along which values are split, in the order of the mesh. */
  readonly axes: readonly string[];
  /** Axes along which devices hold partial sums. */
  readonly unreduced: readonly string[];
}

/** What an operation and all that it runs come to. */
interface Totals {
  readonly operations: number;
  readonly collectives: readonly NodeCollective[];
  readonly seconds: number;
}

/** Describes the nodes of a stage's graph. What is asked several times is computed once. */
export class NodeDescriptions {
  readonly #study: Study;
  readonly #stage: Stage;
  readonly #graph: StageGraph;
  readonly #seconds: ReadonlyMap<ValueId, number> | null;
  readonly #collectives = new Map<Operation, NodeCollective>();
  readonly #totals = new Map<Operation, Totals>();
  readonly #carried = new Map<Value, Pick<DescribedConnection, 'axes' | 'unreduced'>>();
  readonly #axes: readonly string[];

  /** @param seconds of values, from {@link operationSeconds}; `null` where nothing was simulated. */
  constructor(study: Study, stage: Stage, graph: StageGraph, seconds: ReadonlyMap<ValueId, number> | null) {
    this.#study = study;
    this.#stage = stage;
    this.#graph = graph;
    this.#seconds = seconds;
    const { module } = stage;
    // A program of one device may have no mesh any more.
    const { notes } = stage.compiled ?? {};
    const mesh = notes?.mesh ?? (programMesh(module) ?? programMesh(study.module))?.[1] ?? null;
    this.#axes = mesh?.axes.map(({ name }) => name) ?? [];
    const meshes = new MeshTable(module);
    for (const { op, collective } of describedCollectives(programEntries(module), meshes, study.context, {
      mesh,
      known: notes?.known,
    })) {
      const { kind, bytes, axisNames } = collective;
      this.#collectives.set(op, { kind, axis: axisLabel(axisNames), count: 1, bytes });
    }
  }

  node(item: GraphItem): DescribedNode {
    const { content, id } = item;
    const { values, naming } = this;
    const op = operationOf(item);
    const own =
      content instanceof BlockArgument
        ? [content]
        : content instanceof ArgumentGroup
          ? content.values
          : (op?.results ?? []);
    const first = own[0];
    const totals = sumOf(this.#operationsOf(item).map((inner) => this.#totalsOf(inner)));
    const isCollective = op !== null && this.#collectives.has(op);
    const canOpen = this.#graph.canOpen(item);
    const callee = op === null ? null : this.#graph.calleeOf(op);
    return {
      id,
      kind:
        content instanceof BlockArgument
          ? 'argument'
          : isCollective
            ? 'collective'
            : canOpen
              ? 'group'
              : op !== null && op.operands.length === 0 && op.results.length > 0
                ? 'constant'
                : 'operation',
      role: canOpen ? roleOf(item) : '',
      title: callee === null ? this.#titleOf(item) : `@${callee.symName.value}`,
      name: first === undefined || content instanceof ArgumentGroup ? '' : naming.operand(first),
      type: first === undefined || content instanceof ArgumentGroup ? '' : sizesText(first.type),
      values: own.map((value) => values.idOf(value)),
      canOpen,
      operations: totals.operations,
      copies: content instanceof OperationGroup && content.role === 'repeat' ? content.items.length : 1,
      isAlike: !(content instanceof OperationGroup) || content.isAlike,
      collectives: totals.collectives,
      seconds: this.#seconds === null ? null : totals.seconds,
    };
  }

  /** The identity of a value. */
  readonly idOf = (value: Value): ValueId => this.#stage.values.idOf(value);

  connection({ values }: Pick<GraphConnection, 'values'>): DescribedConnection {
    const [first] = values;
    const carried = values.map((value) => this.#carriedBy(value));
    const among = (names: readonly string[]): string[] =>
      [...new Set(names)].sort((a, b) => this.#order(a) - this.#order(b));
    return {
      value: first === undefined ? '' : this.values.idOf(first),
      name: first === undefined ? '' : this.naming.operand(first),
      count: values.length,
      bytes: values.reduce<number | null>((sum, value) => {
        const own = tensorBytes(value.type);
        return sum === null || own === null ? null : sum + own;
      }, 0),
      axes: among(carried.flatMap(({ axes }) => axes)),
      unreduced: among(carried.flatMap(({ unreduced }) => unreduced)),
    };
  }

  private get values() {
    return this.#stage.values;
  }

  private get naming() {
    return this.#study.naming(this.#stage);
  }

  #order(axis: string): number {
    const at = this.#axes.indexOf(axisName(axis));
    return at === -1 ? this.#axes.length : at;
  }

  #titleOf({ content }: GraphItem): string {
    if (content instanceof BlockArgument) {
      const source = this.#study.identities.source.find(this.values.idOf(content));
      return (
        (source === null ? null : this.#study.names.userName(content, source)) ?? `argument ${content.index}`
      );
    }
    if (content instanceof ArgumentGroup) return `${content.values.length} arguments`;
    if (content instanceof OperationGroup) return content.title;
    if (content instanceof Region)
      return (
        Object.keys(content.parent.definition.spec.regions ?? {})[content.index] ?? `region ${content.index}`
      );
    const symbol = content.getAttr('sym_name');
    return symbol === null
      ? content.name.slice(content.name.indexOf('.') + 1)
      : `@${String(symbol).replaceAll('"', '')}`;
  }

  /** Axes are those of global sizes, where a stage has others. */
  #carriedBy(value: Value): Pick<DescribedConnection, 'axes' | 'unreduced'> {
    let known = this.#carried.get(value);
    if (known === undefined) {
      const chip = chipAt(this.#study, this.#stage, this.values.idOf(value));
      const axes = chip?.dims.flatMap((dimension) => dimension.axes.map(axisName)) ?? [];
      known = { axes, unreduced: chip?.unreduced.map(axisName) ?? [] };
      this.#carried.set(value, known);
    }
    return known;
  }

  #operationsOf(item: GraphItem): readonly Operation[] {
    const { content } = item;
    if (content instanceof Region) return content.blocks.flatMap((block) => [...block]);
    return operationsIn(item);
  }

  #totalsOf(op: Operation): Totals {
    const known = this.#totals.get(op);
    if (known !== undefined) return known;
    const own: Totals = {
      operations: 1,
      collectives: listOf(this.#collectives.get(op)),
      seconds: op.results[0] === undefined ? 0 : (this.#seconds?.get(this.values.idOf(op.results[0])) ?? 0),
    };
    // Calls of a function by itself end here.
    this.#totals.set(op, own);
    const callee = this.#graph.calleeOf(op);
    const regions = [...op.regions, ...(callee?.regions ?? [])];
    const inner = regions.flatMap(({ blocks }) => blocks.flatMap((block) => [...block]));
    const totals = inner.length === 0 ? own : sumOf([own, ...inner.map((each) => this.#totalsOf(each))]);
    this.#totals.set(op, totals);
    return totals;
  }
}

function roleOf({ content, parent }: GraphItem): DescribedNode['role'] {
  if (content instanceof ArgumentGroup) return 'arguments';
  if (content instanceof OperationGroup) return content.role;
  if (content instanceof Region) return 'region';
  if (content instanceof BlockArgument || parent === null) return '';
  return content.getAttr('sym_name') !== null ? 'module' : 'call';
}

function sumOf(all: readonly Totals[]): Totals {
  const collectives = new Map<string, NodeCollective>();
  for (const own of all.flatMap((totals) => totals.collectives)) {
    const key = `${own.kind} ${own.axis}`;
    const known = collectives.get(key);
    collectives.set(
      key,
      known === undefined
        ? own
        : { ...known, count: known.count + own.count, bytes: known.bytes + own.bytes },
    );
  }
  return {
    operations: all.reduce((sum, { operations }) => sum + operations, 0),
    collectives: [...collectives.values()],
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
  };
}

function listOf<T>(value: T | undefined): T[] {
  return value === undefined ? [] : [value];
}

/** The axis of a sub-axis: `x` for `x:(1)2`. */
function axisName(axis: string): string {
  return /^[^:]*/.exec(axis)![0];
}
