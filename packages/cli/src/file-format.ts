import { isBytecode } from '@shardform/ir-core';
import { exportedArtifact } from '@shardform/dialect-vhlo';
import { protobufFields } from './protobuf-fields.ts';
import { loneArrayRemedy } from '@shardform/inspect';

/** A format that holds no MLIR module, and what its owner can do. */
export interface ForeignFormat {
  /** With its article, such as `an ONNX model`. */
  readonly name: string;
  /** The suggested action, as a clause. */
  readonly remedy: string;
}

const STABLEHLO_OF_JAX =
  'write the StableHLO of the same function: jax.jit(f).lower(*args).as_text(debug_info=True)';
const ARRAYS = 'it holds arrays: pass it with --in to `shardform run` beside a program';

function textIn(encoding: string): ForeignFormat {
  return { name: `text in ${encoding}`, remedy: `convert it to UTF-8: iconv -f ${encoding} -t UTF-8 FILE` };
}

/** Formats that begin with bytes of their own, as Latin-1 text; the first that fits counts. */
const SIGNATURES: readonly (readonly [string, ForeignFormat])[] = [
  [
    '\u0093NUMPY',
    {
      name: 'a NumPy array',
      get remedy() {
        return loneArrayRemedy;
      },
    },
  ],
  [
    '\u0089PNG\r\n',
    { name: 'a PNG image', remedy: 'expected MLIR text, MLIR bytecode or a file of jax.export' },
  ],
  [
    '\u0089HDF\r\n',
    { name: 'an HDF5 file', remedy: ARRAYS.replace('pass it', 'save them as npz and pass it') },
  ],
  [
    '\u001f\u008b',
    { name: 'a gzip file', remedy: 'decompress it first: gzip -dc FILE | shardform COMMAND -' },
  ],
  [
    '(\u00b5/\u00fd',
    { name: 'a Zstandard file', remedy: 'decompress it first: zstd -dc FILE | shardform COMMAND -' },
  ],
  ['BZh', { name: 'a bzip2 file', remedy: 'decompress it first: bzip2 -dc FILE | shardform COMMAND -' }],
  ['\u00fd7zXZ\0', { name: 'an xz file', remedy: 'decompress it first: xz -dc FILE | shardform COMMAND -' }],
  [
    '\u007fELF',
    {
      name: 'an executable or a library',
      remedy: 'expected MLIR text, MLIR bytecode or a file of jax.export',
    },
  ],
  ['%PDF', { name: 'a PDF document', remedy: 'expected MLIR text, MLIR bytecode or a file of jax.export' }],
  // The mark of UTF-32 begins with that of UTF-16.
  ['\u00ff\u00fe\0\0', textIn('UTF-32')],
  ['\0\0\u00fe\u00ff', textIn('UTF-32')],
  ['\u00ff\u00fe', textIn('UTF-16')],
  ['\u00fe\u00ff', textIn('UTF-16')],
  [
    'BC\u00c0\u00de',
    { name: 'LLVM bitcode', remedy: 'expected MLIR text, MLIR bytecode or a file of jax.export' },
  ],
];

/** Detects, by content, the format of a file that is no MLIR module; `null` for MLIR and for other text. */
export function foreignFormat(bytes: Uint8Array): ForeignFormat | null {
  if (bytes.length === 0 || isBytecode(bytes)) return null;
  if (mayBeFlatBuffer(bytes) && exportedArtifact(bytes) !== null) return null;
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const signature = SIGNATURES.find(([start]) => head.startsWith(start));
  if (signature !== undefined) return signature[1];
  if (head.startsWith('PK\u0003\u0004')) return zipFormat(head);
  return (
    textFormat(head) ??
    safetensorsFormat(bytes, head) ??
    pickleFormat(bytes) ??
    protobufFormat(bytes) ??
    binaryFormat(head)
  );
}

/**
 * False of text. A FlatBuffer begins with the offset of its outermost table, which is near, perhaps after its size: one of the
 * first eight bytes is zero.
 */
export function mayBeFlatBuffer(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 8).includes(0);
}

function zipFormat(head: string): ForeignFormat {
  // The name of the first member follows a header of 30 bytes.
  const member = head.slice(30, 30 + head.charCodeAt(26) + 256 * head.charCodeAt(27));
  if (member.endsWith('.npy')) return { name: 'an npz file', remedy: ARRAYS };
  if (/data\.pkl$|\/version$|\.format_version$/.test(member))
    return {
      name: 'a file of torch.save or torch.export',
      remedy: 'export the model as ONNX and read it with `shardform translate --from-onnx`',
    };
  return { name: 'a zip archive', remedy: 'unpack it and name the program in it' };
}

/**
 * Returns the complaint about a file that no program can be in, whatever language was meant; `null` for others. Tools that take
 * upstream's place leave such text to the parser.
 */
export function withoutProgram(name: string, bytes: Uint8Array): string | null {
  if (bytes.length === 0) return `'${name}' is empty (0 bytes); ${WRITE_PROGRAM}`;
  if (bytes.length > MOST_OF_TEXT || mayBeFlatBuffer(bytes)) return null;
  const text = new TextDecoder('latin1').decode(bytes).trim();
  if (text === '') return `'${name}' has nothing but white space; ${WRITE_PROGRAM}`;
  if (/^[\w./~\\-]+\.(?:mlir|mlirbc|hlo|txt|bc|pb|jaxexport|ttnn)$/.test(text))
    return `'${name}' has the name of a file in it, '${text}', in place of a program; give that file, or its text`;
  if (isJson(text))
    return `'${name}' is JSON, not MLIR; budgets are given with --budget, machines with --machine, beside the program: ${WRITE_PROGRAM}`;
  return OPERATION.test(text) ? null : `'${name}' is text without an operation, not MLIR; ${WRITE_PROGRAM}`;
}

const WRITE_PROGRAM =
  'write the program of a JAX function with jax.jit(f).lower(*args).as_text(debug_info=True)';

/** Longer text is not looked through. */
const MOST_OF_TEXT = 1 << 20;

/** The mark of a value, a symbol, an attribute or a type, or the beginning of a module or function. */
const OPERATION = /[%@#!"]\w|\b(?:module|func)\b|\b[a-z]\w*\.[a-z]\w*/;

function isJson(text: string): boolean {
  if (!/^[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text begins as Python, or imports something behind its comments. */
function isPython(text: string): boolean {
  const begins = /^(import|from) \w[\w.]*|^#!.*python/.test(text);
  const imports = /^(?:import [\w.]+(?: as \w+)?(?:,|\s*$)|from [\w.]+ import )/m.test(text);
  return (begins || imports) && !text.includes('func.func');
}

/** Programs in other languages. */
function textFormat(head: string): ForeignFormat | null {
  const text = head.trimStart();
  if (/^\{ lambda\b/.test(text)) return { name: 'a jaxpr', remedy: STABLEHLO_OF_JAX };
  if (isPython(text)) return { name: 'a Python program', remedy: `let it ${STABLEHLO_OF_JAX}` };
  return null;
}

/** Detects a JSON header preceded by its length in eight bytes. */
function safetensorsFormat(bytes: Uint8Array, head: string): ForeignFormat | null {
  if (bytes.length < 10 || !/^\{\s*["}]/.test(head.slice(8, 64))) return null;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
  return length <= BigInt(bytes.length - 8) ? { name: 'a safetensors file', remedy: ARRAYS } : null;
}

/** From its second version on a pickle begins with the version and ends with a full stop. */
function pickleFormat(bytes: Uint8Array): ForeignFormat | null {
  const isPickle = bytes[0] === 0x80 && bytes[1]! >= 2 && bytes[1]! <= 5 && bytes.at(-1) === 0x2e;
  return isPickle
    ? { name: 'a Python pickle', remedy: 'save arrays as npz and programs as StableHLO' }
    : null;
}

/** Protocol buffers have no signature: they are distinguished by the fields of their outermost message. */
function protobufFormat(bytes: Uint8Array): ForeignFormat | null {
  const fields = protobufFields(bytes);
  if (fields === null) return null;
  // ModelProto: ir_version, graph, opset_import.
  if (fields.get(1) === 'number' && fields.get(7) === 'bytes' && fields.get(8) === 'bytes')
    return {
      name: 'an ONNX model',
      remedy: 'translate it: shardform translate --from-onnx FILE -o FILE.mlir',
    };
  // SavedModel: saved_model_schema_version, meta_graphs.
  if (fields.get(1) === 'number' && fields.get(2) === 'bytes' && fields.size === 2) return SAVED_MODEL;
  return null;
}

/** A SavedModel of TensorFlow. */
export const SAVED_MODEL: ForeignFormat = {
  name: 'a TensorFlow SavedModel',
  remedy: 'export StableHLO from JAX (jax.export), or ONNX (tf2onnx) for `shardform translate --from-onnx`',
};

function binaryFormat(head: string): ForeignFormat | null {
  const controls = head.match(/[\0-\x08\x0e-\x1f\x7f]/g)?.length ?? 0;
  if (controls === 0 || controls < head.length / 20) return null;
  return {
    name: 'a binary file of an unknown format, or one that is cut off',
    remedy: 'expected MLIR text, MLIR bytecode, a whole file of jax.export, or HLO as text or protobuf',
  };
}
