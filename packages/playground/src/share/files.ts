import { batch } from '@preact/signals';
import { isHloProto, isHloText } from '@shardform/hlo-module';
import { isProfileFile } from '@shardform/profile-reader';
import { ask, failureText } from '../compiler/client.ts';
import type { CompiledInput, Compiler, FileProblem, ProfileInput, ReadFile } from '../compiler/messages.ts';
import { fileProblem } from '../state/file-problem.ts';
import { view } from '../state/layout.ts';
import { partitionSteps } from '../state/partition-steps.ts';
import {
  activeSteps,
  compiled,
  inputArrays,
  machine,
  name,
  open,
  profiled,
  program,
} from '../state/program.ts';
import { results, showStep } from '../state/results.ts';

const BYTECODE_MAGIC = [0x4d, 0x4c, 0xef, 0x52];
/** Descriptions of machines. */
const MACHINE = /\.json$/i;
/** Files of arrays; their errors are shown with the numbers. */
const ARRAYS = /\.(npz|safetensors)$/i;
/** Lines that programs of MLIR begin with, and other languages don't. */
const PROGRAM_LINE =
  /^\s*(module\b|"?builtin\.module|"?func\.func|sdy\.mesh|%[\w#:, %]+ = |[#!]\w+ = |\/\/ )/m;
/** What traces have near their beginning, and machines don't. */
const TRACE = /"(?:traceEvents|displayTimeUnit|ph)"/;
const TRACE_BEGINNING = 2 ** 12;
/** The bytes by which HLO is known. */
const LOOKED_AT = 2 ** 20;

/**
 * Opens a program, arrays to execute one on, the description of a machine, the program that XLA has compiled of the one that is open, or the profile of its run; of several
 * files the program first. @returns what was opened, or why nothing was.
 */
export async function openFiles(files: readonly File[]): Promise<string> {
  fileProblem.value = null;
  const kinds = await Promise.all(files.map(kindOf));
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
  const profiles = files.filter((_, i) => kinds[i] === 'profile');
  // Of files that belong together, a problem with the first is told.
  if (profiles.length > 0 && !hasProblem()) said.push(await openProfile(profiles));
  return said.filter(Boolean).join(', ');
}

async function kindOf(file: File): Promise<'hlo' | 'profile' | 'other'> {
  if (await isProfile(file)) return 'profile';
  return (await isHlo(file)) ? 'hlo' : 'other';
}

/** Whether a file is a profile by its name, or a trace in JSON by its beginning. */
async function isProfile(file: File): Promise<boolean> {
  if (isProfileFile(file.name) || /\.json\.gz$/i.test(file.name)) return true;
  return MACHINE.test(file.name) && TRACE.test(await file.slice(0, TRACE_BEGINNING).text());
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
      `'${name}' is not a program, as MLIR, HLO or ONNX, nor arrays, as .npz or .safetensors, nor a machine, as .json, nor a profile, as .xplane.pb or .trace.json.gz`,
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

/** Takes files as the profile of the program that is open. Its HLO is the compiled form, or else that which is open. */
async function openProfile(files: readonly File[]): Promise<string> {
  const [first] = files;
  const input: ProfileInput = {
    name: files.length === 1 && first !== undefined ? first.name : `${files.length} files of a profile`,
    number: ++opened,
    files: files.map((file) => ({ name: file.name, file })),
  };
  const wanted = program.value;
  try {
    const answer = await ask((compiler) => compiler.fromProfile(input, wanted), { isUrgent: true });
    if (answer.kind === 'failed') return refused(answer.problem);
    const { hlo } = answer;
    batch(() => {
      if (hlo !== null) {
        const file = new Blob([new Uint8Array(hlo)]);
        compiled.value = { input: { name: input.name, number: ++opened, file }, text: wanted.text };
      }
      profiled.value = { input, text: wanted.text };
      showStep(activeSteps.value.length + 1);
      view.value = 'measured';
    });
    return `${input.name} is the profile of ${name.value}`;
  } catch (error) {
    return refused(problemOf(input.name, failureText(error)));
  }
}

/** Other files may have been refused meanwhile. */
function hasProblem(): boolean {
  return fileProblem.value !== null;
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
