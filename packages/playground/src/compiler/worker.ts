import { layoutGraph, modelExplorerGraphs, programGraph } from '@shardform/inspect';
import { FuncOp } from '@shardform/dialect-func';
import { Context, printOp, readBytecode } from '@shardform/ir-core';
import { expose } from 'comlink';
import { collectiveRows } from './collectives.ts';
import { extensionsFor } from './extensions.ts';
import type { Compiler } from './messages.ts';
import { numbersOf } from './numbers.ts';
import { problemsOf } from './problems.ts';
import { FILE_NAME, mainFunction, programOf } from './program.ts';
import { runSteps } from './run-steps.ts';
import { timelineOf } from './timeline.ts';
import { describeValue, explainAt, pictureOf } from './values.ts';

/** Of a node of a drawn graph, in pixels. */
const NODE = { nodeWidth: 190, rowHeight: 72 };

const compiler: Compiler = {
  async check(text) {
    const { model } = await programOf(text);
    return problemsOf(model.diagnostics, model.source);
  },
  run: runSteps,
  describe: async (text, offset) => describeValue(await programOf(text), offset),
  picture: async (text, offset) => pictureOf(await programOf(text), offset),
  explain: explainAt,
  collectives: async (text) => collectiveRows(await programOf(text)),
  async graph(text) {
    const program = await programOf(text);
    const func = mainFunction(program);
    if (func === null) return null;
    const graph = programGraph(func, program.names);
    return { ...graph, ...layoutGraph(graph, NODE) };
  },
  timeline: timelineOf,
  numbers: numbersOf,
  async modelExplorer(text) {
    const { model, names } = await programOf(text);
    const functions = [...model.module.body].filter((op): op is FuncOp => op instanceof FuncOp);
    const graphs = new Map(functions.map((func) => [func.symName.value, programGraph(func, names)]));
    return JSON.stringify(modelExplorerGraphs(FILE_NAME, graphs));
  },
  async fromBytecode(bytes) {
    const context = new Context(await extensionsFor(new TextDecoder('latin1').decode(bytes)));
    const { result: module, diagnostics } = context.diagnostics.capture(() =>
      readBytecode(bytes, context, FILE_NAME),
    );
    return {
      text: module === null ? null : printOp(module, context),
      messages: diagnostics.map(({ message }) => message),
    };
  },
  fromOnnx: async (bytes) => (await import('./onnx.ts')).programOfOnnx(bytes),
};

expose(compiler);
