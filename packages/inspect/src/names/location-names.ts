import { FuncOp, valueAttrs } from '@shardform/dialect-func';
import {
  type Attribute,
  BlockArgument,
  CallSiteLoc,
  FusedLoc,
  type Location,
  NameLoc,
  type Operation,
  StringAttr,
  type Value,
  oneLine,
} from '@shardform/ir-core';

/** The attribute in which JAX names an argument of a function. */
export const ARGUMENT_INFO = 'jax.arg_info';
/** That in which `translate --from-onnx` does. */
const ONNX_NAME = 'onnx.name';
/** That of a result in JAX. */
const RESULT_INFO = 'jax.result_info';

/**
 * Returns the name of an argument of a function in the user's program, such as `p['layers'][0]['w']`; `null` if
 * unknown.
 */
export function argumentName(func: FuncOp, index: number): string | null {
  const attrs = valueAttrs(func, 'arg_attrs', index);
  const info = textOf(attrs.get(ARGUMENT_INFO)) ?? textOf(attrs.get(ONNX_NAME));
  if (info !== null || func.isDeclaration) return info;
  const argument = func.entry.arguments[index];
  return argument === undefined ? null : locationName(argument.location);
}

/** Returns the name of a result of a function in the user's program, such as `result['loss']`; `null` if unknown. */
export function resultName(func: FuncOp, index: number): string | null {
  const name = textOf(valueAttrs(func, 'res_attrs', index).get(RESULT_INFO));
  // So JAX calls whatever is returned alone.
  return name === 'result' ? null : name;
}

/** Returns the name of an argument of a function or of a region; `null` if unknown, and for results of operations. */
export function userNameOf(value: Value): string | null {
  if (!(value instanceof BlockArgument)) return null;
  const func = value.owner.parentOp;
  return func instanceof FuncOp ? argumentName(func, value.index) : null;
}

/**
 * Returns the name scopes around an operation and its name in the user's program: `block0/dot_general`; `null` for
 * none.
 */
export function scopeOf(op: Operation): string | null {
  const name = locationName(op.location);
  // The outermost scope is JAX's name of the jitted function, which doesn't describe an operation.
  // A name that ends with a colon is a type, as XLA has it.
  return name === null ? null : name.replace(/^jit\([^()]*\)\/(?=.)/, '').replace(/(?<=.):$/, '');
}

/** The outermost name of a location. */
function locationName(location: Location): string | null {
  const resolved = location.resolved();
  if (resolved instanceof NameLoc) return resolved.name === '' ? null : oneLine(resolved.name);
  if (resolved instanceof CallSiteLoc) return locationName(resolved.callee);
  if (!(resolved instanceof FusedLoc)) return null;
  for (const part of resolved.locations) {
    const name = locationName(part);
    if (name !== null) return name;
  }
  return null;
}

function textOf(attribute: Attribute | null): string | null {
  return attribute instanceof StringAttr && attribute.value !== '' ? oneLine(attribute.value) : null;
}
