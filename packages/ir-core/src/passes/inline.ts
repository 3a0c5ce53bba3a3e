import { SymbolRefAttr } from '../builtin/attrs/basic-attrs.ts';
import { singleBlock, symbolTable } from '../definition/traits.ts';
import type { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import { callOpInterface } from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { SymbolTables } from '../ir/symbol-table.ts';
import { integerOption, listOption, stringOption } from '../pass/option.ts';
import { definePass, type PassRun } from '../pass/pass.ts';
import type { OpPipeline } from '../pass/pipeline.ts';
import { PipelineError } from '../pass/pipeline-error.ts';
import { parsePipeline } from '../pass/pipeline-text.ts';
import { inlineCall } from '../rewrite/inline-call.ts';
import { CallGraph, type CallGraphNode } from './call-graph.ts';
import { CallUses } from './call-uses.ts';

/** No limit: the value of MLIR's option for it. */
const UNLIMITED = 2 ** 32 - 1;

/** MLIR's `inline`. */
export const inline = /* @__PURE__ */ definePass({
  name: 'inline',
  className: 'Inliner',
  summary: 'Inline function calls',
  description:
    'Replaces calls by the bodies of the functions they call, callees before their callers, and simplifies ' +
    'each function before. Private functions that no call is left of are erased. Recursive calls stay.',
  options: {
    'default-pipeline': stringOption(
      'The optimizer pipeline used for callables that do not have a dedicated optimizer pipeline',
      'canonicalize',
    ),
    'inlining-threshold': integerOption(
      'Size of a callee, in percent of the size of its caller, above which it is not inlined',
      UNLIMITED,
      'uint',
    ),
    'max-iterations': integerOption(
      'Maximum number of iterations when inlining within a group of functions that call each other',
      4,
      'uint',
    ),
    'op-pipelines': listOption(
      'Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`)',
      stringOption(''),
    ),
  },
  run(op, pass) {
    if (!op.hasTrait(symbolTable)) {
      // Two blanks, as upstream prints it.
      pass.opError(op, ' was scheduled to run under the inliner, but does not define a symbol table');
      return;
    }
    try {
      new Inliner(op, pass).run();
    } catch (error) {
      if (!(error instanceof PipelineError)) throw error;
      pass.context.diagnostics.error(op.location, error.message);
    }
  },
});

/** A call, the node whose body it stands in and the node it calls. */
interface ResolvedCall {
  readonly op: Operation;
  readonly source: CallGraphNode;
  readonly target: CallGraphNode;
  /** The inlining that brought the call here, or `null`. */
  readonly history: InlineHistory | null;
}

interface InlineHistory {
  readonly callee: CallGraphNode;
  readonly before: InlineHistory | null;
}

interface InlinerOptions {
  readonly 'default-pipeline': string;
  readonly 'inlining-threshold': number;
  readonly 'max-iterations': number;
  readonly 'op-pipelines': readonly string[];
}

class Inliner {
  readonly #pass: PassRun<InlinerOptions>;
  readonly #context: Context;
  readonly #symbols = new SymbolTables();
  readonly #graph: CallGraph;
  readonly #uses: CallUses;
  readonly #dead = new Set<CallGraphNode>();
  /** Simplification by the name of the callable operation. */
  readonly #pipelines = new Map<string, OpPipeline | null>();

  constructor(root: Operation, pass: PassRun<InlinerOptions>) {
    this.#pass = pass;
    this.#context = pass.context;
    this.#graph = new CallGraph(root, this.#context, this.#symbols);
    this.#uses = new CallUses(root, this.#graph, this.#context, this.#symbols);
    for (const text of pass.options['op-pipelines']) {
      const pipeline = parsePipeline(text, this.#context);
      this.#pipelines.set(pipeline.anchor, pipeline);
    }
  }

  run(): void {
    for (const component of this.#graph.components()) {
      const nodes = component.filter(({ region }) => region !== null);
      if (nodes.length === 0 || this.#inlineComponent(nodes)) continue;
      this.#pass.fail();
      return;
    }
    for (const node of this.#dead) node.region!.parent.erase();
  }

  /** Simplifies and inlines in turn until nothing is inlined. */
  #inlineComponent(component: CallGraphNode[]): boolean {
    let nodes = component;
    for (let iteration = 0; ;) {
      if (!this.#simplify(nodes)) return false;
      const dead = new Set<CallGraphNode>();
      const changed = this.#inlineCalls(nodes, dead);
      nodes = nodes.filter((node) => !dead.has(node));
      for (const node of dead) this.#dead.add(node);
      if (!changed || ++iteration >= this.#pass.options['max-iterations']) return true;
    }
  }

  #simplify(nodes: readonly CallGraphNode[]): boolean {
    const simplified = nodes.filter((node) => {
      const { definition } = node.region!.parent;
      return !node.hasChildren && definition.isIsolatedFromAbove;
    });
    for (const node of simplified) {
      const callable = node.region!.parent;
      const pipeline = this.#pipelineFor(callable.name);
      if (pipeline !== null && !this.#pass.runPipeline(callable, pipeline)) return false;
    }
    for (const node of simplified) this.#uses.recompute(node);
    return true;
  }

  #pipelineFor(name: string): OpPipeline | null {
    let pipeline = this.#pipelines.get(name);
    if (pipeline === undefined) {
      const text = this.#pass.options['default-pipeline'];
      pipeline = text === '' ? null : parsePipeline(`${name}(${text})`, this.#context);
      this.#pipelines.set(name, pipeline);
    }
    return pipeline;
  }

  /** Inlines the calls of a group of nodes, also those that come in with inlined bodies. */
  #inlineCalls(nodes: readonly CallGraphNode[], dead: Set<CallGraphNode>): boolean {
    const calls: ResolvedCall[] = [];
    for (const node of nodes) {
      if (this.#uses.isDead(node)) dead.add(node);
      else this.#collectCalls(node.region!.blocks, node, null, calls, false);
    }
    let changed = false;
    // The list grows meanwhile; the iteration goes on to what is added.
    for (const call of calls) {
      if (dead.has(call.source) || !this.#shouldInline(call)) continue;
      const { op, source, target } = call;
      const inPlace = this.#uses.hasOneUse(target);
      const history: InlineHistory = { callee: target, before: call.history };
      const inlined = inlineCall(op, target.region!.parent, this.#context, {
        clone: !inPlace,
        onInlined: (blocks) => {
          this.#collectCalls(blocks, this.#nodeAround(blocks[0]!), history, calls, true);
        },
      });
      if (!inlined) continue;
      changed = true;
      this.#uses.dropCall(source, op);
      this.#uses.mergeAfterInlining(target, source);
      op.erase();
      if (!inPlace) continue;
      this.#uses.erase(target);
      dead.add(target);
    }
    return changed;
  }

  #nodeAround(block: Block): CallGraphNode {
    let region: Region | null = block.parent;
    for (; region !== null; region = region.parent.parentRegion) {
      const node = this.#graph.node(region);
      if (node !== null) return node;
    }
    throw new Error('the call stands in no callable');
  }

  /** Adds the calls of callables that are known and whose symbol is not nested. */
  #collectCalls(
    blocks: readonly Block[],
    node: CallGraphNode,
    history: InlineHistory | null,
    calls: ResolvedCall[],
    entersCallables: boolean,
  ): void {
    const work = blocks.map((block) => ({ block, source: node }));
    for (let item = work.pop(); item !== undefined; item = work.pop()) {
      const { block, source } = item;
      for (let op = block.firstOp; op !== null; op = op.next) {
        const call = this.#context.query(callOpInterface, op);
        if (call !== undefined) {
          const { callee } = call;
          if (callee instanceof SymbolRefAttr && !callee.isFlat) continue;
          const target = this.#graph.resolve(op, call);
          if (target.region !== null) calls.push({ op, source, target, history });
          continue;
        }
        for (const region of op.regions) {
          const inner = this.#graph.node(region);
          if (inner !== null && !entersCallables) continue;
          work.push(...region.blocks.map((nested) => ({ block: nested, source: inner ?? source })));
        }
      }
    }
  }

  #shouldInline({ op, source, target, history }: ResolvedCall): boolean {
    for (let entry = history; entry !== null; entry = entry.before) if (entry.callee === target) return false;
    const callee = target.region!;
    const holder = op.parentOp!;
    const isRecursive = target.targets.has(target) || op.parentRegion!.isInside(callee);
    if (op.definition.isTerminator || isRecursive) return false;
    const needsBlocks = callee.blocks.length > 1 && callee.parent.name !== holder.name;
    if (needsBlocks && (holder.hasTrait(singleBlock) || !holder.definition.isRegistered)) return false;
    return this.#isProfitable(source.region!, callee);
  }

  #isProfitable(caller: Region, callee: Region): boolean {
    const threshold = this.#pass.options['inlining-threshold'];
    if (threshold === 0 || threshold === UNLIMITED) return threshold === UNLIMITED;
    return Math.floor((countOps(callee) * 100) / countOps(caller)) <= threshold;
  }
}

function countOps(region: Region): number {
  let count = 0;
  for (const block of region.blocks) {
    for (const op of block) {
      op.walk(() => {
        count++;
      });
    }
  }
  return count;
}
