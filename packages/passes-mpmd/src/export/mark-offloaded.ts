import { FuncOp, valueAttrs } from '@shardform/dialect-func';
import { ARG_ATTRS, DEVICE, FragmentOp, MEMORY_KIND, PINNED_HOST, RES_ATTRS } from '@shardform/dialect-mpmd';
import {
  type Attribute,
  type Context,
  DictionaryAttr,
  ModuleOp,
  type Operation,
  OpResult,
  type OpOperand,
  printOp,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
  type Value,
} from '@shardform/ir-core';
import { distributedPass } from '../program/distributed-pass.ts';
import { fragmentsIn } from '../program/fragments.ts';
import { isEntryPoint } from '../program/functions.ts';
import { fragmentAttr, fragmentAttrs, setFragmentAttrs } from './value-attrs.ts';

const HOST = /* @__PURE__ */ StringAttr.get(PINNED_HOST);

/** `mpmd-mark-offloaded-input-output`. */
export const markOffloaded = /* @__PURE__ */ distributedPass({
  name: 'mpmd-mark-offloaded-input-output',
  className: 'MarkOffloadedInputOutputPass',
  summary: 'Marks operands and results of fragments that live on the host, and verifies that users agree.',
  run(func, { context }) {
    if (!isEntryPoint(func)) return;
    for (const fragment of fragmentsIn(func.entry)) markFragment(fragment, func);
    checkArguments(func, context);
    checkResults(func, context);
  },
});

function markFragment(fragment: FragmentOp, func: FuncOp): void {
  const mark = (attrs: DictionaryAttr, isHost: boolean): DictionaryAttr =>
    isHost ? attrs.with(MEMORY_KIND, HOST) : attrs;
  setFragmentAttrs(
    fragment,
    ARG_ATTRS,
    fragmentAttrs(fragment, ARG_ATTRS).map((attrs, i) =>
      mark(attrs, kindOfDefinition(fragment.getOperand(i), func) === HOST),
    ),
  );
  const terminator = fragment.entry.getTerminator();
  setFragmentAttrs(
    fragment,
    RES_ATTRS,
    fragmentAttrs(fragment, RES_ATTRS).map((attrs, i) => mark(attrs, isOnHost(terminator.getOperand(i)))),
  );
}

/** The memory kind that the definition of a value says: of a function's argument, or of a fragment's result. */
function kindOfDefinition(value: Value, func: FuncOp): Attribute | null {
  const { definingOp } = value;
  if (definingOp === null) {
    const argument = func.entry.arguments.find((one) => one === value);
    return argument === undefined ? null : valueAttrs(func, 'arg_attrs', argument.index).get(MEMORY_KIND);
  }
  if (!(definingOp instanceof FragmentOp)) return null;
  return fragmentAttr(
    definingOp,
    RES_ATTRS,
    definingOp.results.findIndex((one) => one === value),
    MEMORY_KIND,
  );
}

/** Follows a value in a fragment back to what says where it lives. */
function isOnHost(value: Value): boolean {
  let at: Value | null = value;
  while (at instanceof OpResult) {
    const op: Operation = at.owner;
    const frontend = op.getAttr('mhlo.frontend_attributes');
    const attribute = (name: string): string | null => {
      const found = frontend instanceof DictionaryAttr ? frontend.get(name) : null;
      return found instanceof StringAttr ? found.value : null;
    };
    const compute = attribute('_xla_compute_type');
    if (compute !== null) return compute === 'host';
    const previous: Value | null = stepBack(op, at.index);
    if (previous === null) {
      return (
        customCallTarget(op) === 'annotate_device_placement' &&
        attribute('_xla_buffer_placement') === PINNED_HOST
      );
    }
    at = previous;
  }
  return false;
}

const SHARDING_CALLS: ReadonlySet<string> = new Set([
  'Sharding',
  'SPMDShardToFullShape',
  'SPMDFullToShardShape',
]);

/** The value that an operation hands on to a result without moving it; `null` for operations that compute. */
function stepBack(op: Operation, index: number): Value | null {
  switch (op.name) {
    case 'stablehlo.optimization_barrier':
      return op.getOperand(index);
    case 'stablehlo.while':
      return op.getRegion(1).entry.getTerminator().getOperand(index);
    case 'stablehlo.dynamic_update_slice':
      return op.getOperand(1);
    case 'stablehlo.reshape':
    case 'stablehlo.broadcast_in_dim':
      return sizesBeyondOne(op.getOperand(0)) === sizesBeyondOne(op.getResult()) ? op.getOperand(0) : null;
    case 'stablehlo.custom_call':
      return SHARDING_CALLS.has(customCallTarget(op) ?? '') ? op.getOperand(0) : null;
    case 'func.call': {
      const callee = calledFunction(op);
      return callee === null ? null : callee.entry.getTerminator().getOperand(index);
    }
    default:
      return null;
  }
}

function calledFunction(op: Operation): FuncOp | null {
  const name = op.getAttr('callee');
  let module = op.parentOp;
  while (module !== null && !(module instanceof ModuleOp)) module = module.parentOp;
  if (!(name instanceof SymbolRefAttr) || module === null) return null;
  for (const func of module.body) {
    if (func instanceof FuncOp && func.symName.value === name.root && !func.isDeclaration) return func;
  }
  return null;
}

function customCallTarget(op: Operation): string | null {
  const target = op.name === 'stablehlo.custom_call' ? op.getAttr('call_target_name') : null;
  return target instanceof StringAttr ? target.value : null;
}

function sizesBeyondOne({ type }: Value): string {
  return type instanceof RankedTensorType ? type.shape.filter((size) => size !== 1).join() : '';
}

function isOnDevice(kind: Attribute | null): boolean {
  return kind === null || (kind instanceof StringAttr && kind.value === DEVICE);
}

function kindText(kind: Attribute | null): string {
  return kind === null ? '<<NULL ATTRIBUTE>>' : String(kind);
}

function checkArguments(func: FuncOp, { diagnostics }: Context): void {
  for (const argument of func.entry.arguments) {
    const uses = [...argument.uses()];
    const [first] = uses;
    if (first === undefined) continue;
    const common = kindOfUse(first, func);
    for (const use of uses) {
      const kind = kindOfUse(use, func);
      if (kind === common) continue;
      diagnostics.error(
        argument.location,
        `Memory kind mismatch between users of arg ${argument.index}: ${kindText(common)} vs ${kindText(kind)}\n${opText(first.owner)} vs \n${opText(use.owner)}`,
      );
    }
    const own = valueAttrs(func, 'arg_attrs', argument.index).get(MEMORY_KIND);
    if (isOnDevice(own) !== isOnDevice(common)) {
      diagnostics.error(
        argument.location,
        `Memory kind mismatch between arg ${argument.index} and users: ${kindText(own)} vs ${kindText(common)}`,
      );
    }
  }
}

function kindOfUse({ owner, index }: OpOperand, func: FuncOp): Attribute | null {
  if (owner instanceof FragmentOp) return fragmentAttr(owner, ARG_ATTRS, index, MEMORY_KIND);
  return owner.name === 'func.return' ? valueAttrs(func, 'res_attrs', index).get(MEMORY_KIND) : null;
}

function opText(op: Operation): string {
  return printOp(op, null, { localScope: true }).trimEnd();
}

function checkResults(func: FuncOp, { diagnostics }: Context): void {
  const terminator = func.entry.getTerminator();
  for (const { value, index } of terminator.operands) {
    const own = valueAttrs(func, 'res_attrs', index).get(MEMORY_KIND);
    const definition = kindOfDefinition(value, func);
    if (isOnDevice(own) === isOnDevice(definition)) continue;
    diagnostics.error(
      terminator.location,
      `Memory kind mismatch between result ${index} and defining op: ${kindText(own)} vs ${kindText(definition)}`,
    );
  }
}
