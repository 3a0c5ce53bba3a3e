import { type ModuleOp, parseModule, parsePipeline, printOp, runPasses, verifyOp } from '@shardform/ir-core';
import {
  type ArrayKind,
  compareArrays,
  defaultTolerance,
  type NdArray,
  randomArray,
  runSequential,
} from '@shardform/runtime-sim';
import { createContext } from '../src/context.ts';

const context = createContext();

/** A program of TTIR in short. */
export interface TtirProgram {
  /** Shapes of the arguments %a0, %a1 and so on, of f32. */
  readonly inputs: readonly string[];
  /** Lines such as `%sum = add %a0, %a1 : 2x3` with attributes in braces behind the operands. */
  readonly body: readonly string[];
}

const typeOf = (text: string): string =>
  `tensor<${/x?(?:i1|i32|f32|bf16)$/.test(text) ? text : text === '' ? 'f32' : `${text}xf32`}>`;

/** The program in the generic form; its last value is the result. */
function textOf({ inputs, body }: TtirProgram): string {
  const types = new Map(inputs.map((shape, i) => [`%a${i}`, typeOf(shape)]));
  let last = '';
  const lines = body.map((line) => {
    const match = /^(%\w+) = (\w+) ?([^{:]*?) ?(\{.*\})? : (\S*)$/.exec(line);
    if (match === null) throw new Error(`not a line: ${line}`);
    const [, name, op, operands, attrs, shape] = match;
    const values = operands === '' ? [] : operands!.split(', ');
    const from = values.map((value) => types.get(value)!).join(', ');
    types.set(name!, typeOf(shape!));
    last = name!;
    const properties = attrs === undefined ? '' : `<${attrs}> `;
    return `    ${name!} = "ttir.${op!}"(${values.join(', ')}) ${properties}: (${from}) -> ${typeOf(shape!)}`;
  });
  const parameters = inputs.map((shape, i) => `%a${i}: ${typeOf(shape)}`);
  return `func.func @main(${parameters.join(', ')}) -> ${types.get(last)!} {
${lines.join('\n')}
    return ${last} : ${types.get(last)!}
}`;
}

function parsed(text: string): ModuleOp {
  const module = parseModule(text, context);
  if (module === null || !verifyOp(module, context)) throw new Error(`not a right program:\n${text}`);
  return module;
}

function operationNames(module: ModuleOp): string[] {
  const names: string[] = [];
  module.walk((op) => {
    if (op.name.startsWith('ttir.')) names.push(op.name.slice('ttir.'.length));
  });
  return names;
}

/**
 * The operations that passes make of a program, and how many numbers of the result they change.
 *
 * @param precision of the result, where passes compute with less than it has.
 */
export function transformed(
  program: TtirProgram,
  passes: string,
  seed = 17,
  precision: ArrayKind | null = null,
): { readonly names: readonly string[]; readonly mismatches: number; readonly text: string } {
  const text = textOf(program);
  const inputs = program.inputs.map((shape, i) => randomArray('f32', shape.split('x').map(Number), seed + i));
  const run = (module: ModuleOp): NdArray => runSequential(module, inputs, context)[0]!;
  const expected = run(parsed(text));
  const module = parsed(text);
  runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context);
  const after = printOp(module, context);
  if (!verifyOp(module, context)) throw new Error(`not a right program any more:\n${after}`);
  const actual = run(module);
  const isAlike = actual.shape.join() === expected.shape.join() && actual.kind === expected.kind;
  return {
    names: operationNames(module),
    mismatches: isAlike
      ? compareArrays(actual, expected, defaultTolerance(precision ?? expected.kind)).mismatches
      : Number.POSITIVE_INFINITY,
    text: `${text}\nbecame\n${after}`,
  };
}

/** A program whose results passes keep. */
export interface Case extends TtirProgram {
  readonly title: string;
  /** The passes in order, with their options. */
  readonly pass: string;
  /** The operations that remain, in order. */
  readonly made: readonly string[];
}

/** A line that makes a tensor of one number. */
export const full = (name: string, value: string, shape: string): string =>
  `%${name} = full {shape = array<i32: ${shape.replaceAll('x', ', ')}>, fill_value = ${value} : f32} : ${shape}`;
/** The dimensions of a reduction. */
export const dims = (...numbers: number[]): string =>
  `dim_arg = [${numbers.map((dim) => `${dim} : i32`).join(', ')}]`;
/** How often each dimension of size one is repeated. */
export const broadcast = (...counts: number[]): string =>
  `{broadcast_dimensions = array<i64: ${counts.join(', ')}>}`;
/** The shape of a reshape's result. */
export const reshape = (...shape: number[]): string =>
  `{shape = [${shape.map((n) => `${n} : i32`).join(', ')}]}`;
/** The order of a permutation. */
export const permute = (...order: number[]): string => `{permutation = array<i64: ${order.join(', ')}>}`;
/** A slice without steps. */
export const slice = (begins: number[], ends: number[]): string => {
  const list = (numbers: number[]): string => `[${numbers.map((n) => `${n} : i32`).join(', ')}]`;
  return `{begins = ${list(begins)}, ends = ${list(ends)}, step = ${list(begins.map(() => 1))}}`;
};

/** A convolution of neighbours. */
export const conv = (padding: number): string =>
  `{stride = 1 : i32, padding = ${padding} : i32, dilation = 1 : i32, groups = 1 : i32}`;
