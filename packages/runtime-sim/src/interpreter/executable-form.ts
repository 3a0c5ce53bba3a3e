import { FuncOp } from '@shardform/dialect-func';
import { UniformDequantizeOp, UniformQuantizeOp } from '@shardform/dialect-stablehlo';
import {
  cloneOp,
  type Context,
  isInstance,
  type ModuleOp,
  type OpDefinition,
  type Operation,
  parsePipeline,
  RankedTensorType,
  runPasses,
  type Type,
  UnrankedTensorType,
} from '@shardform/ir-core';
import { quant } from '@shardform/dialects-mlir';
import { isExpandedChlo, readCustomCalls, standsForOperation } from '@shardform/passes-stablehlo';
import { ExecutionError } from './execution-error.ts';

/** A kind of operations that are executed in the form that passes give them. */
interface Lowering {
  readonly passes: readonly string[];
  readonly isNeededFor: (op: Operation) => boolean;
  readonly failure: string;
}

const toStatic = [
  'canonicalize',
  'shape-legalize-to-stablehlo',
  'stablehlo-canonicalize-dynamism',
  'canonicalize',
];

/** Quantized tensors: as StableHLO's reference interpreter does it. */
function quantizedLowering(): Lowering {
  const known = new Map<Type, boolean>();
  const isQuantized = (type: Type): boolean => {
    let answer = known.get(type);
    if (answer === undefined) known.set(type, (answer = hasQuantizedElements(type)));
    return answer;
  };
  return {
    passes: ['stablehlo-legalize-quant-to-math', 'chlo-legalize-to-stablehlo', ...toStatic],
    isNeededFor(op) {
      if (op instanceof FuncOp)
        return [...op.functionType.inputs, ...op.functionType.results].some(isQuantized);
      return op.results.some(({ type }) => isQuantized(type));
    },
    failure: 'Failed to lower quantized types/ops in function',
  };
}

/** Lowers CHLO operations to StableHLO. */
const chloLowering: Lowering = {
  passes: ['chlo-legalize-to-stablehlo', ...toStatic],
  isNeededFor: (op) => op.name.startsWith('chlo.'),
  failure: 'Failed to lower CHLO in function',
};

/**
 * Returns a program of operations that can be executed: the module itself, or a changed copy. Quantized tensors, in
 * inputs and results too, become the integers that they are stored as.
 *
 * @throws ExecutionError when an operation has no such form.
 */
export function executableForm(module: ModuleOp, context: Context): ModuleOp {
  let form = module;
  if (firstFunctionWith(module, standsForOperation) !== null) {
    form = cloneOp(module);
    readCustomCalls(form);
  }
  for (const { passes, isNeededFor, failure } of [quantizedLowering(), chloLowering]) {
    const needy = firstFunctionWith(form, isNeededFor);
    if (needy === null) continue;
    refuseWideStorage(needy);
    if (form === module) form = cloneOp(module);
    const pipeline = parsePipeline(`builtin.module(func.func(${passes.join()}))`, context);
    const { result, diagnostics } = context.diagnostics.capture(() => runPasses(form, pipeline, context));
    if (result.succeeded) continue;
    const reason = diagnostics.length === 0 ? '' : `: ${diagnostics[0].message}`;
    throw new ExecutionError(needy, `${failure}: ${needy.symName.value}${reason}`);
  }
  return form;
}

/**
 * Refuses quantized numbers that are stored unsigned in a type that is read as signed once they are integers, where the upper half of the
 * numbers would be cut.
 *
 * @throws ExecutionError that names the type.
 */
function refuseWideStorage(func: FuncOp): void {
  const check = (type: Type, op: Operation): void => {
    const isTensor = isInstance(RankedTensorType, type) || type instanceof UnrankedTensorType;
    const element = isTensor ? type.elementType : null;
    if (!(element instanceof quant.UniformQuantizedType)) return;
    const { type: stored, isSigned, max } = element.storage;
    const most = 2n ** BigInt(stored.width - 1) - 1n;
    if (isSigned || stored.signedness === 'unsigned' || max <= most) return;
    throw new ExecutionError(
      op,
      `numbers of '${String(element)}' are stored as up to ${max}, and executed as integers up to ${most}; quantize to i${stored.width}, or give the type a range: u${stored.width}<0:${most}>`,
    );
  };
  const { inputs, results } = func.functionType;
  for (const type of [...inputs, ...results]) check(type, func);
  func.walk((op) => {
    for (const { type } of op.results) check(type, op);
  });
}

function firstFunctionWith(module: ModuleOp, isWanted: (op: Operation) => boolean): FuncOp | null {
  for (const func of module.body) {
    if (!(func instanceof FuncOp)) continue;
    const wanted: Operation[] = [];
    func.walk((op) => {
      if (wanted.length === 0 && isWanted(op)) wanted.push(op);
    });
    if (wanted.length > 0) return func;
  }
  return null;
}

function hasQuantizedElements(type: Type): boolean {
  const isTensor = isInstance(RankedTensorType, type) || type instanceof UnrankedTensorType;
  return isTensor && type.elementType instanceof quant.UniformQuantizedType;
}

/** Returns whether {@link executableForm} replaces operations of a kind by those that are executed. */
export function hasExecutableForm(definition: OpDefinition): boolean {
  const isQuantization =
    definition === UniformQuantizeOp.definition || definition === UniformDequantizeOp.definition;
  return isQuantization || isExpandedChlo(definition);
}
