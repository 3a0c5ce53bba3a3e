import { FuncOp } from '@shardform/dialect-func';
import { programMesh } from '@shardform/dialect-sdy';
import {
  abridged,
  type Attribute,
  type Block,
  callOpInterface,
  DenseElementsAttr,
  lookupNearestSymbol,
  type Operation,
  SymbolRefAttr,
  type Value,
} from '@shardform/ir-core';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import type { LayerLookUp } from '../values/layer.ts';
import { type ValueRow, valueRows } from '../values/value-rows.ts';

/** Graphs of a program as Model Explorer reads them from a JSON file: a graph collection. */
export interface ModelExplorerGraphs {
  readonly label: string;
  readonly graphs: readonly ModelExplorerGraph[];
}

/** The graph of a function. */
export interface ModelExplorerGraph {
  readonly id: string;
  readonly nodes: readonly ModelExplorerNode[];
  /** By namespace; the empty one is the graph. */
  readonly groupNodeAttributes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** An operation, or an argument of a function or region. */
export interface ModelExplorerNode {
  /** Unique in the graph, and the same in each stage of a program for what computes the same value. */
  readonly id: string;
  readonly label: string;
  /** Layers and regions around it, separated by `/`. */
  readonly namespace: string;
  readonly attrs: readonly KeyValue[];
  readonly incomingEdges: readonly IncomingEdge[];
  readonly outputsMetadata: readonly OutputMetadata[];
  /** Graphs of functions that it calls. */
  readonly subgraphIds?: readonly string[];
}

/** The use of a result. */
export interface IncomingEdge {
  readonly sourceNodeId: string;
  readonly sourceNodeOutputId: string;
  readonly targetNodeInputId: string;
}

/** What is known of a result. */
export interface OutputMetadata {
  readonly id: string;
  readonly attrs: readonly KeyValue[];
}

/** An attribute. */
export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

/** An operation whose regions have no more operations than this, as the body of a reduction, is one node. */
const PLAIN_REGION = 2;
/** Constants of more elements are told by their number. */
const MOST_ELEMENTS = 32;
/** Attributes that columns of values tell. */
const TOLD_ATTRS: ReadonlySet<string> = new Set(['sdy.sharding', 'sym_name', 'function_type']);

/**
 * Returns the graphs of a stage, one for each function, in the format of JSON files of Model Explorer: operations with the
 * names of the program, in namespaces that are its layers and regions, with the shardings and sizes of their results.
 *
 * @param label of the collection.
 */
export function modelExplorerGraphs(study: Study, stage: Stage, label: string): ModelExplorerGraphs {
  const rows = new Map(valueRows(study, stage).rows.map((row) => [row.id, row]));
  const { layerFor } = study;
  const graphs: ModelExplorerGraph[] = [];
  stage.module.walk((op) => {
    if (op instanceof FuncOp && !op.isDeclaration)
      graphs.push(new FunctionGraph(study, stage, rows, layerFor).of(op));
  }, 'pre');
  return { label, graphs };
}

/** Where the values of a function come from. */
interface Source {
  readonly node: string;
  readonly output: number;
}

class FunctionGraph {
  readonly #study: Study;
  readonly #stage: Stage;
  readonly #rows: ReadonlyMap<string, ValueRow>;
  readonly #layerFor: LayerLookUp;
  readonly #nodes: ModelExplorerNode[] = [];
  readonly #sources = new Map<Value, Source>();
  readonly #counts = new Map<string, number>();

  constructor(study: Study, stage: Stage, rows: ReadonlyMap<string, ValueRow>, layerFor: LayerLookUp) {
    this.#study = study;
    this.#stage = stage;
    this.#rows = rows;
    this.#layerFor = layerFor;
  }

  of(func: FuncOp): ModelExplorerGraph {
    for (const block of func.body.blocks) this.#addBlock(block, '', []);
    const mesh = programMesh(this.#stage.module) ?? programMesh(this.#study.module);
    const axes = mesh?.[1].axes.map(({ name, size }) => `${name}=${size}`).join(', ') ?? '';
    const attrs = { stage: this.#stage.step === '' ? 'as given' : this.#stage.step, mesh: axes };
    return { id: func.symName.value, nodes: this.#nodes, groupNodeAttributes: { '': attrs } };
  }

  /** @param inputs of the operation around the block, where arguments are these one by one. */
  #addBlock(block: Block, namespace: string, inputs: readonly Value[]): void {
    for (const [i, argument] of block.arguments.entries()) {
      const input = inputs.length === block.arguments.length ? [inputs[i]!] : [];
      const id = this.#uniqueId(this.#stage.values.idOf(argument));
      const row = this.#rowOf(argument);
      this.#sources.set(argument, { node: id, output: 0 });
      this.#nodes.push({
        id,
        label: row?.userName ?? `argument ${argument.index}`,
        namespace: namespace === '' ? 'arguments' : namespace,
        attrs: keyValues({
          operation: 'argument',
          value: row?.value,
          line: row?.line,
          index: argument.index,
        }),
        incomingEdges: this.#edges(input),
        outputsMetadata: this.#outputs([argument]),
      });
    }
    for (const op of block) this.#addOperation(op, namespace);
  }

  #addOperation(op: Operation, around: string): void {
    const id = this.#uniqueId(
      op.results[0] === undefined ? op.name : this.#stage.values.idOf(op.results[0]).replace('#0', ''),
    );
    const row = op.results[0] === undefined ? null : this.#rowOf(op.results[0]);
    const layer = row?.layer ?? this.#layerFor(this.#study.identities.sourceOf(op), null);
    const namespace = around === '' ? (layer ?? '') : around;
    const name = shortName(op);
    const regions = op.regions.filter(({ blocks }) => blocks.some((block) => isLarge(block)));
    const ends: Value[] = [];
    for (const region of regions) {
      const title = Object.keys(op.definition.spec.regions ?? {})[region.index] ?? `region ${region.index}`;
      const inner = [namespace, `${name} ${row?.value ?? id}`, ...(regions.length > 1 ? [title] : [])];
      const path = inner.filter((part) => part !== '').join('/');
      for (const block of region.blocks) {
        this.#addBlock(block, path, op.operandValues());
        ends.push(...(block.lastOp?.operandValues() ?? []));
      }
    }
    for (const [i, result] of op.results.entries()) this.#sources.set(result, { node: id, output: i });
    const called = this.#calleeOf(op);
    this.#nodes.push({
      id,
      label: called === null ? name : `${name} @${called}`,
      namespace,
      attrs: [...this.#attrsOf(op, row), ...plainRegions(op)],
      incomingEdges: this.#edges([...op.operandValues(), ...ends]),
      outputsMetadata: this.#outputs(op.results),
      ...(called === null ? {} : { subgraphIds: [called] }),
    });
  }

  #attrsOf(op: Operation, row: ValueRow | null): KeyValue[] {
    return [
      ...keyValues({
        operation: op.name,
        value: row?.value,
        name: row?.userName,
        layer: row?.layer,
        sharding: row?.sharding,
        'local shape': row?.localType,
        bytes: row?.bytes,
        executions: row?.executions,
        line: row?.line ?? this.#study.lineOfOperation(op),
      }),
      ...op
        .sortedAttrs()
        .filter(([name]) => !TOLD_ATTRS.has(name))
        .map(([key, attribute]) => ({ key, value: attributeText(attribute) })),
    ];
  }

  #outputs(values: readonly Value[]): OutputMetadata[] {
    return values.map((value, i) => {
      const row = this.#rowOf(value);
      return {
        id: String(i),
        attrs: keyValues({
          tensor_name: row?.value,
          tensor_shape: row?.type,
          'local shape': row?.localType,
          sharding: row?.sharding,
          bytes: row?.bytes,
        }),
      };
    });
  }

  #edges(values: readonly Value[]): IncomingEdge[] {
    return values.flatMap((value, i) => {
      const source = this.#sources.get(value);
      return source === undefined
        ? []
        : [
            {
              sourceNodeId: source.node,
              sourceNodeOutputId: String(source.output),
              targetNodeInputId: String(i),
            },
          ];
    });
  }

  #rowOf(value: Value): ValueRow | null {
    return this.#rows.get(this.#stage.values.idOf(value)) ?? null;
  }

  #calleeOf(op: Operation): string | null {
    const callee = this.#study.context.query(callOpInterface, op)?.callee;
    const func = callee instanceof SymbolRefAttr ? lookupNearestSymbol(op, callee) : null;
    return func instanceof FuncOp && !func.isDeclaration ? func.symName.value : null;
  }

  #uniqueId(wanted: string): string {
    const count = this.#counts.get(wanted) ?? 0;
    this.#counts.set(wanted, count + 1);
    return count === 0 ? wanted : `${wanted}@${count}`;
  }
}

function shortName({ name }: Operation): string {
  return name.slice(name.indexOf('.') + 1);
}

function isLarge({ firstOp }: Block): boolean {
  let count = 0;
  for (let op = firstOp; op !== null && count <= PLAIN_REGION; op = op.next) count++;
  return count > PLAIN_REGION;
}

/** What the regions of an operation do that is one node. */
function plainRegions(op: Operation): KeyValue[] {
  return op.regions.flatMap(({ blocks }, i) => {
    if (blocks.some((block) => isLarge(block))) return [];
    const names = blocks.flatMap((block) => [...block].slice(0, -1).map(({ name }) => name));
    const key = Object.keys(op.definition.spec.regions ?? {})[i] ?? `region ${i}`;
    return names.length === 0 ? [] : [{ key, value: names.join(', ') }];
  });
}

function attributeText(attribute: Attribute): string {
  if (attribute instanceof DenseElementsAttr && attribute.elementCount > MOST_ELEMENTS)
    return `dense of ${String(attribute.type)}`;
  return abridged(String(attribute));
}

/** The attributes that there are. */
function keyValues(values: Readonly<Record<string, string | number | null | undefined>>): KeyValue[] {
  return Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: String(value) }],
  );
}
