import { FuncOp, valueAttrs } from '@shardform/dialect-func';
import { ArgumentTypeAttr, FUNCTION_TYPE, isKind } from '@shardform/dialect-ttcore';
import { ArrayAttr, isInstance, type ModuleOp, StringAttr } from '@shardform/ir-core';

/** The names of the tensors in a list of activations. */
export const ACTIVATION_NAMES = 'ttcore.original_activation_names';
/** The names of the tensors in a dictionary of weights. */
export const WEIGHT_NAMES = 'ttcore.original_weight_names';
/** What arguments were before they became a list and a dictionary. */
export const ARGUMENT_TYPES = 'ttcore.original_argument_types';
/** That a function takes a list of activations and a dictionary of weights. */
export const HAS_SPLIT_ARGUMENTS = 'tt.has_split_func_args_by_type';
/** The file that defines a function. */
export const IMPORTED_FROM = 'tt.imported_from';
/** That a variable holds what functions of constants returned. */
export const CACHE = 'cache_dict';

/** The functions of a module, files included, that have a body. */
export function functionsIn(module: ModuleOp): FuncOp[] {
  const found: FuncOp[] = [];
  module.walk((op) => {
    if (op instanceof FuncOp && !op.isDeclaration) found.push(op);
  }, 'pre');
  return found;
}

/** Functions that run on the device and that can be called from outside. */
export function forwardFunctions(module: ModuleOp): FuncOp[] {
  return functionsIn(module).filter((func) => isKind(func, 'forward_device'));
}

/** Marks a function as one of a kind. */
export function setKind(func: FuncOp, kind: string): void {
  func.setAttr(FUNCTION_TYPE, StringAttr.get(kind));
}

/** What the arguments of a function are said to be; `null` for those without a word. */
export function argumentTypesOf(func: FuncOp): (string | null)[] {
  return func.functionType.inputs.map((_, i) => {
    const own = valueAttrs(func, 'arg_attrs', i).get('ttcore.argument_type');
    return isInstance(ArgumentTypeAttr, own) ? own.value : null;
  });
}

/** Returns the index of the argument that is the dictionary of weights; -1 for none. */
export function weightsArgument(func: FuncOp): number {
  return func.functionType.inputs.findIndex(
    (_, i) => valueAttrs(func, 'arg_attrs', i).get(WEIGHT_NAMES) !== null,
  );
}

/** Texts as an attribute. */
export function textsAttr(texts: readonly string[]): ArrayAttr {
  return ArrayAttr.get(texts.map((text) => StringAttr.get(text)));
}
