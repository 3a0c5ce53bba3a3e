import type { FuncOp } from '@shardform/dialect-func';
import { argumentName, resultName } from '@shardform/inspect';
import { positionOf, type Type } from '@shardform/ir-core';
import { arrayTypeOf } from '@shardform/runtime-sim';
import { countText } from '@shardform/study';

/** An argument or a result of a program, whole. */
export interface SignatureValue {
  readonly type: Type;
  readonly name?: string | null;
}

/** The whole arguments and results of a program, and where they are written. */
export interface Signature {
  readonly file: string;
  readonly func: FuncOp;
  readonly inputs: readonly SignatureValue[];
  readonly results: readonly SignatureValue[];
}

/** Returns the signature of a program whose types are those of whole tensors. */
export function signatureOf(func: FuncOp, file: string): Signature {
  const { inputs, results } = func.functionType;
  return {
    ...{ file, func },
    inputs: inputs.map((type, i) => ({ type, name: argumentName(func, i) })),
    results: results.map((type, i) => ({ type, name: resultName(func, i) })),
  };
}

const KINDS = [
  {
    values: 'inputs',
    noun: 'argument',
    countRemedy:
      'JAX leaves out arguments that a function does not use: lower both with jit(..., keep_unused=True)',
    typeRemedy: 'lower both programs for the same arguments',
  },
  {
    values: 'results',
    noun: 'result',
    countRemedy: 'return the same tensors from both programs',
    typeRemedy: 'return the same tensors from both programs',
  },
] as const;

/** Returns how two programs differ in what they take or return, naming both; `null` if they agree. */
export function signatureProblem(own: Signature, other: Signature): string | null {
  for (const { values, noun, countRemedy, typeRemedy } of KINDS) {
    const [left, right] = [own[values], other[values]];
    if (left.length !== right.length)
      return `${placed(own)} has ${countText(left.length, noun)}, ${placed(other)} ${right.length}: ${noun}s are matched by position; ${countRemedy}`;
    const at = left.findIndex(({ type }, i) => arrayText(type) !== arrayText(right[i]!.type));
    if (at < 0) continue;
    const isArgument = values === 'inputs';
    const said = (side: Signature): string =>
      `${nameText(side[values][at]!)}${String(side[values][at]!.type)} in ${placed(side, isArgument ? at : null)}`;
    return `${noun} ${at} is ${said(own)}, but ${said(other)}: ${noun}s are matched by position; ${typeRemedy}`;
  }
  return null;
}

/** The file of a program, and the line of its function or of one of its arguments. */
function placed({ file, func }: Signature, argument: number | null = null): string {
  const value = argument === null || func.isDeclaration ? null : func.entry.arguments[argument];
  const position = positionOf((value ?? func).location);
  return position === null ? `'${file}'` : `'${file}' (${position.file}:${position.line})`;
}

function nameText({ name }: SignatureValue): string {
  return name == null ? '' : `${name}, `;
}

/** The kind and sizes of a tensor, without the encodings and meshes that types may have. */
function arrayText(type: Type): string {
  const array = arrayTypeOf(type);
  return array === null ? String(type) : `${array.kind}[${array.shape.join()}]`;
}
