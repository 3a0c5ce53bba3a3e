import { layoutGraph, modelExplorerGraphs, programGraph } from '@shardform/inspect';
import { FuncOp } from '@shardform/dialect-func';
import {
  Budget,
  Context,
  type Interrupt,
  printOp,
  readBytecode,
  sharedInterrupt,
  withBudget,
} from '@shardform/ir-core';
import { expose } from 'comlink';
import { collectivesOf } from './collectives.ts';
import { extensionsFor } from './extensions.ts';
import type { WorkerCompiler } from './messages.ts';
import { numbersOf } from './numbers.ts';
import { problemsOf } from './problems.ts';
import { FILE_NAME, mainFunction, programOf } from './program.ts';
import { runSteps } from './run-steps.ts';
import { timelineOf } from './timeline.ts';
import { describeValue, explainAt, pictureOf } from './values.ts';

/** Of a node of a drawn graph, in pixels. */
const NODE = { nodeWidth: 190, rowHeight: 72 };

/** A page has less memory than a process. */
const LIMITS = { memory: 2 ** 31 };

let interrupt: Interrupt | null = null;

/** @throws Interrupted when the page cancels the work, LimitError when a limit is exceeded. */
function within<T>(work: () => Promise<T>): Promise<T> {
  return withBudget(new Budget(LIMITS, interrupt), work);
}

const compiler: WorkerCompiler = {
  listenTo(flag) {
    interrupt = sharedInterrupt(flag);
    return Promise.resolve();
  },
  check: (text) =>
    within(async () => {
      const { model } = await programOf(text);
      return problemsOf(model.diagnostics, model.source);
    }),
  run: (text, steps) => within(() => runSteps(text, steps)),
  describe: (text, offset) => within(async () => describeValue(await programOf(text), offset)),
  picture: (text, offset) => within(async () => pictureOf(await programOf(text), offset)),
  explain: (text, offset) => within(() => explainAt(text, offset)),
  collectives: (text) => within(async () => collectivesOf(await programOf(text))),
  graph: (text) =>
    within(async () => {
      const program = await programOf(text);
      const func = mainFunction(program);
      if (func === null) return null;
      const graph = programGraph(func, program.names);
      return { ...graph, ...layoutGraph(graph, NODE) };
    }),
  timeline: (text, machine) => within(() => timelineOf(text, machine)),
  numbers: (text, input) => within(() => numbersOf(text, input)),
  modelExplorer: (text) =>
    within(async () => {
      const { model, names } = await programOf(text);
      const functions = [...model.module.body].filter((op): op is FuncOp => op instanceof FuncOp);
      const graphs = new Map(functions.map((func) => [func.symName.value, programGraph(func, names)]));
      return JSON.stringify(modelExplorerGraphs(FILE_NAME, graphs));
    }),
  fromBytecode: (bytes) =>
    within(async () => {
      const context = new Context(await extensionsFor(new TextDecoder('latin1').decode(bytes)));
      const { result: module, diagnostics } = context.diagnostics.capture(() =>
        readBytecode(bytes, context, FILE_NAME),
      );
      return {
        text: module === null ? null : printOp(module, context),
        messages: diagnostics.map(({ message }) => message),
      };
    }),
  fromOnnx: (bytes) => within(async () => (await import('./onnx.ts')).programOfOnnx(bytes)),
};

expose(compiler);
