import { isHloProto, isHloText } from '@shardform/hlo-module';
import { ask, failureText } from '../compiler/client.ts';
import type { CompiledInput, Compiler, FileProblem, ReadFile } from '../compiler/messages.ts';
import { fileProblem } from '../state/file-problem.ts';
import { view } from '../state/layout.ts';
import { partitionSteps } from '../state/partition-steps.ts';
import { activeSteps, compiled, inputArrays, machine, name, open, program } from '../state/program.ts';
import { results, showStep } from '../state/results.ts';

const BYTECODE_MAGIC = [0x4d, 0x4c, 0xef, 0x52];
/** Descriptions of machines. */
const MACHINE = /\.json$/i;
/** Files of arrays; their errors are shown with the numbers. */
const ARRAYS = /\.(npz|safetensors)$/i;
/** Lines that programs of MLIR begin with, and other languages don't. */
const PROGRAM_LINE =
  /^\s*(module\b|"?builtin\.module|"?func\.func|sdy\.mesh|%[\w#:, %]+ = |[#!]\w+ = |\/\/ )/m;
/** The bytes by which HLO is known. */
const LOOKED_AT = 2 ** 20;

/**
 * Opens a program, arrays to execute one on, the description of a machine, or the program that XLA has compiled of the one that is open; of several files the program
 * first. @returns what was opened, or why nothing was.
 */
export async function openFiles(files: readonly File[]): Promise<string> {
  fileProblem.value = null;
  const kinds = await Promise.all(files.map(async (file) => ((await isHlo(file)) ? 'hlo' : 'other')));
  const others = files.filter((_, i) => kinds[i] === 'other');
  const said: string[] = [];
  for (const file of others) said.push(await openFile(file));
  // What could not be opened says nothing here.
  let isBoth = others.some(({ name: own }, i) => !ARRAYS.test(own) && !MACHINE.test(own) && said[i] !== '');
  const hlo = files.filter((_, i) => kinds[i] === 'hlo');
  for (const file of hlo.toSorted((a, b) => Number(isAfter(a)) - Number(isAfter(b)))) {
    said.push(await openHlo(file, isBoth));
    isBoth = true;
  }
  return said.filter(Boolean).join(', ');
}

/** Of the files of one module, those after optimizations are the compiled form of those before. */
function isAfter({ name: own }: File): boolean {
  return /\bafter\b|after_/.test(own);
}

async function openFile(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (ARRAYS.test(file.name)) {
    inputArrays.value = { name: file.name, bytes };
    view.value = 'numbers';
    return `arrays of ${file.name}`;
  }
  if (MACHINE.test(file.name)) return openMachine(file.name, new TextDecoder().decode(bytes));
  const { text, messages } = await read(file.name, bytes);
  if (text === null) return refused(problemOf(file.name, messages[0] ?? 'the file is not valid'));
  open({ name: file.name.replace(/\.(mlirbc|onnx)$/i, '.mlir'), text });
  return `opened ${file.name}`;
}

/** Takes a description in JSON as the machine. @returns what was opened; empty where it is refused, which is shown. */
export async function openMachine(file: string, description: string): Promise<string> {
  const { text, messages } = await readByCompiler((compiler) => compiler.readMachine(file, description));
  if (text === null)
    return refused({
      ...problemOf(file, messages[0] ?? 'the file is not valid'),
      remedy: "Files of JSON describe machines; 'shardform machines NAME' prints one to start from.",
    });
  machine.value = text;
  return `times are of the machine of ${file}`;
}

async function read(name: string, bytes: Uint8Array): Promise<ReadFile> {
  if (BYTECODE_MAGIC.every((byte, i) => bytes[i] === byte))
    return readByCompiler((compiler) => compiler.fromBytecode(bytes));
  if (/\.onnx$/i.test(name)) return readByCompiler((compiler) => compiler.fromOnnx(bytes));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (/\.mlir$/i.test(name) || PROGRAM_LINE.test(text)) return { text, messages: [] };
  } catch {
    // No text at all.
  }
  return {
    text: null,
    messages: [
      `'${name}' is not a program, as MLIR, HLO or ONNX, nor arrays, as .npz or .safetensors, nor a machine, as .json`,
    ],
  };
}

async function readByCompiler(work: (compiler: Compiler) => Promise<ReadFile>): Promise<ReadFile> {
  try {
    return await ask(work, { isUrgent: true });
  } catch (error) {
    return { text: null, messages: [failureText(error)] };
  }
}

/** Whether the beginning of a file is HLO's: a part of it is enough, however large it is. */
async function isHlo(file: File): Promise<boolean> {
  if (ARRAYS.test(file.name) || /\.(mlir|mlirbc|onnx|json)$/i.test(file.name)) return false;
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
  return isHloProto(bytes) || isHloText(new TextDecoder().decode(bytes));
}

let opened = 0;

/** @param isTogether whether the program that it was compiled from was opened with it. */
async function openHlo(file: File, isTogether: boolean): Promise<string> {
  const input: CompiledInput = { name: file.name, number: ++opened, file };
  const wanted = program.value;
  const isRead = isTogether || results.value[0]?.failed === false;
  try {
    const answer = await ask((compiler) => compiler.fromHlo(input, isRead ? wanted : null), {
      isUrgent: true,
    });
    if (answer.kind === 'failed') return refused(answer.problem);
    if (answer.kind === 'compiled') {
      compiled.value = { input, text: wanted.text };
      showStep(activeSteps.value.length + 1);
      return `${file.name} is the compiled form of ${name.value}`;
    }
    const { text, isLocal, reason } = answer;
    if (isTogether && isLocal && reason !== null) return refused(notOfProgram(file.name, reason));
    open({
      name: file.name.replace(/\.[^.]*$/, '.mlir'),
      text,
      // The program of one device is not partitioned again.
      steps: isLocal ? [] : partitionSteps,
    });
    showStep(isLocal ? 0 : 2);
    return `opened ${file.name}`;
  } catch (error) {
    return refused(problemOf(file.name, failureText(error)));
  }
}

function refused(problem: FileProblem): string {
  fileProblem.value = problem;
  return '';
}

function notOfProgram(file: string, reason: string): FileProblem {
  return {
    ...problemOf(file, reason),
    remedy: `Drop '${file}' alone to look at it, or beside the program that it was compiled from.`,
  };
}

function problemOf(file: string, message: string): FileProblem {
  const remedy =
    'Programs are MLIR as text or bytecode, such as jax.jit(f).lower(*args).as_text(debug_info=True), HLO as text or protobuf, or ONNX.';
  return { file, line: 0, column: 0, excerpt: '', message, remedy };
}

/** Offers a text to the user as a download. */
export function download(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
