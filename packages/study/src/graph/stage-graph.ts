import { FuncOp, programEntry } from '@shardform/dialect-func';
import { groupOperations, OperationGroup } from '@shardform/inspect';
import {
  type Block,
  BlockArgument,
  callOpInterface,
  type Context,
  lookupNearestSymbol,
  ModuleOp,
  type Operation,
  Region,
  symbolTable,
  SymbolRefAttr,
  type Value,
} from '@shardform/ir-core';
import {
  ArgumentGroup,
  type GraphContent,
  type GraphItem,
  operationOf,
  operationsIn,
  usedValues,
} from './graph-item.ts';

/** The use of values of a node by another one. */
export interface GraphConnection {
  /** Positions in {@link GraphLevel.items}; `null` for values from outside of the level. */
  readonly from: number | null;
  readonly to: number;
  /** Each once, in the order of use. */
  readonly values: readonly Value[];
}

/** What is in a node: other nodes, each behind all that it uses, and the connections between them. */
export interface GraphLevel {
  readonly items: readonly GraphItem[];
  readonly connections: readonly GraphConnection[];
}

/** More arguments of a block than these are grouped by what uses them first. */
const MOST_ARGUMENTS = 6;
/** An operation whose region has no more than this is seen as one. */
const PLAIN_REGION = 2;

/**
 * The graph of a program: nodes in nodes, as far as one looks into them. In a module are its functions, in a function its
 * layers or other groups, in these operations, and in operations what they call, or their regions.
 */
export class StageGraph {
  readonly root: GraphItem;
  readonly #module: ModuleOp;
  readonly #context: Context;
  readonly #isGrouped: boolean;
  readonly #levels = new Map<string, GraphLevel>();
  readonly #items = new Map<string, GraphItem>();
  #calls: Map<Operation, Operation> | null = null;

  /** @param isGrouped whether operations of a block are grouped, by {@link groupOperations}. */
  constructor(
    module: ModuleOp,
    context: Context,
    { isGrouped = true }: { readonly isGrouped?: boolean } = {},
  ) {
    this.#module = module;
    this.#context = context;
    this.#isGrouped = isGrouped;
    this.root = { id: '', content: startOf(module), parent: null };
    this.#items.set('', this.root);
  }

  /** The node of an identity, as far as what it is in was looked into; `null` if there is none. */
  item(id: string): GraphItem | null {
    const known = this.#items.get(id);
    if (known !== undefined) return known;
    const end = id.lastIndexOf('/');
    const parent = end === -1 ? null : this.item(id.slice(0, end));
    if (parent === null || !this.canOpen(parent)) return null;
    this.level(parent);
    return this.#items.get(id) ?? null;
  }

  /** Whether there is anything to see in a node. */
  canOpen(item: GraphItem): boolean {
    const { content } = item;
    if (content instanceof BlockArgument) return false;
    const op = operationOf(item);
    if (op === null) return true;
    // A function that calls itself would have no end.
    const callee = this.calleeOf(op);
    if (callee !== null) return !this.#isInside(item, callee);
    return op.regions.some(({ blocks }) => blocks.some((block) => countOf(block) > PLAIN_REGION));
  }

  /** What is in a node. */
  level(item: GraphItem): GraphLevel {
    let level = this.#levels.get(item.id);
    if (level === undefined) {
      level = this.#levelOf(item);
      this.#levels.set(item.id, level);
    }
    return level;
  }

  /** The nodes around a value, from the outermost to that which defines it; `null` if the graph has none. */
  wayTo(value: Value): readonly GraphItem[] | null {
    const op = value.definingOp ?? value.parentBlock?.parentOp ?? null;
    const around = op === null ? null : this.#operationsAround(value.definingOp ?? null, op);
    if (around === null) return null;
    const way: GraphItem[] = [];
    let at = this.root;
    // Each operation is in some group of the level of the one around it.
    for (let steps = 0; steps < 1000; steps++) {
      if (!this.canOpen(at)) return way;
      const next = this.level(at).items.find((item) => holds(item, value, around));
      if (next === undefined) return way.length === 0 ? null : way;
      way.push(next);
      at = next;
    }
    return way;
  }

  /** The function that an operation calls; `null` for others. */
  calleeOf(op: Operation): FuncOp | null {
    const callee = this.#context.query(callOpInterface, op)?.callee;
    const func = callee instanceof SymbolRefAttr ? lookupNearestSymbol(op, callee) : null;
    return func instanceof FuncOp && !func.isDeclaration ? func : null;
  }

  /** The operations around one, and itself; from a function on, around its first call. */
  #operationsAround(own: Operation | null, start: Operation): ReadonlySet<Operation | Region> | null {
    const around = new Set<Operation | Region>();
    if (own !== null) around.add(own);
    let op: Operation | null = start;
    let block: Block | null = null;
    while (op !== null) {
      around.add(op);
      if (op === this.root.content) return around;
      if (op.parentRegion !== null) around.add(op.parentRegion);
      block = op.parent;
      const call: Operation | undefined = op instanceof FuncOp ? this.#callsOf().get(op) : undefined;
      if (call !== undefined && around.has(call)) return null;
      op = call ?? block?.parentOp ?? null;
    }
    return around;
  }

  /** By function, the first call of it. */
  #callsOf(): ReadonlyMap<Operation, Operation> {
    if (this.#calls === null) {
      const calls = (this.#calls = new Map<Operation, Operation>());
      this.#module.walk((op) => {
        const callee = this.calleeOf(op);
        if (callee !== null && !calls.has(callee)) calls.set(callee, op);
      }, 'pre');
    }
    return this.#calls;
  }

  #isInside(item: GraphItem, func: Operation): boolean {
    for (let own: GraphItem | null = item; own !== null; own = own.parent) {
      const op = operationOf(own);
      if (own.content === func || (own !== item && op !== null && this.calleeOf(op) === func)) return true;
    }
    return false;
  }

  #levelOf(item: GraphItem): GraphLevel {
    const { content } = item;
    if (content instanceof BlockArgument) return { items: [], connections: [] };
    if (content instanceof ArgumentGroup) return this.#connected(item, content.values);
    if (content instanceof OperationGroup) return this.#connected(item, content.items);
    if (content instanceof Region) return this.#blocksLevel(item, content.blocks);
    const callee = this.calleeOf(content);
    if (callee !== null)
      return this.#blocksLevel(
        item,
        callee.regions.flatMap(({ blocks }) => blocks),
      );
    if (content.hasTrait(symbolTable)) return this.#symbolsLevel(item, content);
    const regions = content.regions.filter(({ isEmpty }) => !isEmpty);
    const [only] = regions;
    return regions.length === 1
      ? this.#blocksLevel(item, only!.blocks)
      : { items: this.#itemsOf(item, regions), connections: [] };
  }

  /** The functions of a module that no other one calls, and modules in it. */
  #symbolsLevel(item: GraphItem, table: Operation): GraphLevel {
    const calls = this.#callsOf();
    const ops = table.regions.flatMap(({ blocks }) => blocks.flatMap((block) => [...block]));
    const shown = ops.filter((op) => isContainer(op) && !calls.has(op));
    return { items: this.#itemsOf(item, shown), connections: [] };
  }

  #blocksLevel(item: GraphItem, blocks: readonly Block[]): GraphLevel {
    const contents = blocks.flatMap((block): GraphContent[] => {
      const ops = this.#isGrouped ? groupOperations(block) : [...block];
      return [...this.#argumentsOf(block, ops), ...ops];
    });
    return this.#connected(item, contents);
  }

  /** Arguments of a block; many are in groups by the first node that uses them. */
  #argumentsOf(block: Block, contents: readonly GraphContent[]): GraphContent[] {
    if (block.arguments.length <= MOST_ARGUMENTS) return [...block.arguments];
    const first = new Map<Value, number>();
    for (const [i, content] of contents.entries())
      for (const op of operationsIn({ id: '', content, parent: null }))
        for (const value of usedValues(op)) if (!first.has(value)) first.set(value, i);
    const groups = new Map<number, BlockArgument[]>();
    for (const argument of block.arguments) {
      const user = first.get(argument) ?? contents.length;
      const known = groups.get(user);
      if (known === undefined) groups.set(user, [argument]);
      else known.push(argument);
    }
    return [...groups.values()].map((values) =>
      values.length === 1 ? values[0]! : new ArgumentGroup(values),
    );
  }

  #connected(item: GraphItem, contents: readonly GraphContent[]): GraphLevel {
    const items = this.#itemsOf(item, contents);
    const owners = new Map<Value | Operation, number>();
    for (const [i, own] of items.entries()) {
      if (own.content instanceof BlockArgument) owners.set(own.content, i);
      else if (own.content instanceof ArgumentGroup)
        for (const value of own.content.values) owners.set(value, i);
      else for (const op of operationsIn(own)) owners.set(op, i);
    }
    const connections: GraphConnection[] = [];
    for (const [to, own] of items.entries()) {
      const used = new Map<number | null, Set<Value>>();
      for (const op of operationsIn(own))
        for (const value of usedValues(op)) {
          const from = owners.get(value.definingOp ?? value) ?? null;
          if (from === to) continue;
          const known = used.get(from);
          if (known === undefined) used.set(from, new Set([value]));
          else known.add(value);
        }
      for (const [from, values] of used) connections.push({ from, to, values: [...values] });
    }
    return { items, connections };
  }

  #itemsOf(parent: GraphItem, contents: readonly GraphContent[]): GraphItem[] {
    const counts = new Map<string, number>();
    return contents.map((content) => {
      const name = nameOf(content);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      const id = `${parent.id}/${name}${count === 0 ? '' : `#${count}`}`;
      const item = { id, content, parent };
      this.#items.set(id, item);
      return item;
    });
  }
}

/** The function with which a program begins, in modules in it as well where these have only one thing in them. */
function startOf(module: ModuleOp): Operation {
  const entry = programEntry(module);
  if (entry !== null && !entry.isDeclaration) return entry;
  let own: Operation = module;
  for (;;) {
    const inner = own.regions
      .flatMap(({ blocks }) => blocks.flatMap((block) => [...block]))
      .filter(isContainer);
    if (inner.length !== 1) {
      const start = own instanceof ModuleOp ? programEntry(own) : null;
      return start !== null && !start.isDeclaration ? start : own;
    }
    own = inner[0]!;
    if (own instanceof FuncOp) return own;
  }
}

/** Returns whether an operation of a module holds what is executed. */
function isContainer(op: Operation): boolean {
  return op instanceof FuncOp ? !op.isDeclaration : op.hasTrait(symbolTable);
}

/** In the identity of a node. */
function nameOf(content: GraphContent): string {
  if (content instanceof BlockArgument) return `argument ${content.index}`;
  if (content instanceof ArgumentGroup) return `arguments ${content.values[0]!.index}`;
  if (content instanceof Region) return `region ${content.index}`;
  const name = content instanceof OperationGroup ? content.title : content.name;
  return name.replaceAll('/', '.');
}

/** Returns whether a node is or has a value, or one of the operations around it. */
function holds(item: GraphItem, value: Value, around: ReadonlySet<Operation | Region>): boolean {
  const { content } = item;
  if (content instanceof BlockArgument) return content === value;
  if (content instanceof ArgumentGroup) return content.values.some((own) => own === value);
  if (content instanceof Region) return around.has(content);
  return operationsIn(item).some((op) => around.has(op));
}

function countOf(block: Block): number {
  let count = 0;
  for (let op = block.firstOp; op !== null && count <= PLAIN_REGION; op = op.next) count++;
  return count;
}
