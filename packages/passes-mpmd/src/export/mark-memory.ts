import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import {
  ARG_ATTRS,
  FragmentOp,
  MEMORY_KIND,
  meshNamedAt,
  MeshTensorType,
  meshTensorTypeOf,
  PINNED_HOST,
  RES_ATTRS,
  RESERVED_HBM_BYTES,
  TransferOp,
} from '@shardform/dialect-mpmd';
import { lookUpMesh } from '@shardform/dialect-sdy';
import {
  type Attribute,
  boolAttr,
  elementBitWidth,
  i32Attr,
  i64Attr,
  IntegerAttr,
  type Operation,
  type OpOperand,
  type PassRun,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { mpmdPass } from '../program/distributed-pass.ts';
import { fragmentsIn } from '../program/fragments.ts';
import { fragmentAttr, fragmentAttrs, setFragmentAttrs } from './value-attrs.ts';

const ALIASING = 'tf.aliasing_output';
const DONOR = 'jax.buffer_donor';
const LAYOUT_MODE = 'mhlo.layout_mode';

/** `mpmd-mark-aliasing-and-donation`. */
export const markAliasing = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-mark-aliasing-and-donation',
  className: 'MarkAliasingAndDonationPass',
  summary: 'Lets fragments reuse the memory of operands that nothing needs behind them.',
  run(func) {
    const lastUses = new Map<Value, OpOperand>();
    for (const op of func.entry) for (const operand of op.operands) lastUses.set(operand.value, operand);
    const last = new Set(lastUses.values());
    for (const fragment of fragmentsIn(func.entry)) {
      const operands = fragment.operands.filter((operand) => last.has(operand));
      if (operands.length > 0) markFragment(fragment, operands, func);
    }
  },
});

function markFragment(fragment: FragmentOp, operands: readonly OpOperand[], func: FuncOp): void {
  const aliased = new Set<number>();
  const attrs = fragmentAttrs(fragment, ARG_ATTRS);
  const mark = (index: number, output: number | null): void => {
    if (output !== null) aliased.add(output);
    attrs[index] =
      output === null
        ? attrs[index]!.with(DONOR, boolAttr(true))
        : attrs[index]!.with(ALIASING, i32Attr(output));
  };
  const aliasFor = (index: number): number | null =>
    fragment.results.find((result) => canAlias(fragment, index, result.index, aliased))?.index ?? null;
  for (const { value, index } of operands) {
    if (isHost(fragmentAttr(fragment, ARG_ATTRS, index, MEMORY_KIND))) continue;
    if (value.users().some((user) => user instanceof TransferOp)) continue;
    const argument = func.entry.arguments.find((one) => one === value);
    if (argument === undefined) {
      mark(index, aliasFor(index));
      continue;
    }
    const given = valueAttrs(func, 'arg_attrs', argument.index);
    const output = given.get(ALIASING);
    if (isTrue(given.get(DONOR))) mark(index, null);
    else if (output instanceof IntegerAttr) {
      const preferred = resultBehind(func, output.number, fragment);
      const usable = preferred !== null && canAlias(fragment, index, preferred, aliased);
      mark(index, usable ? preferred : aliasFor(index));
    }
  }
  const before = fragmentAttrs(fragment, ARG_ATTRS);
  if (attrs.some((dictionary, i) => dictionary !== before[i])) setFragmentAttrs(fragment, ARG_ATTRS, attrs);
}

/** The result of a fragment that an output of the function is, through operations of one operand. */
function resultBehind(func: FuncOp, output: number, fragment: FragmentOp): number | null {
  let value: Value | undefined = func.entry.getTerminator().operands[output]?.value;
  while (value !== undefined) {
    const { definingOp }: Value = value;
    const at = value;
    if (definingOp === fragment) return fragment.results.findIndex((result) => result === at);
    if (definingOp?.operands.length !== 1) return null;
    value = definingOp.getOperand(0);
  }
  return null;
}

function canAlias(
  fragment: FragmentOp,
  operand: number,
  result: number,
  aliased: ReadonlySet<number>,
): boolean {
  if (aliased.has(result) || fragment.getOperand(operand).type !== fragment.getResult(result).type)
    return false;
  if (isHost(fragmentAttr(fragment, RES_ATTRS, result, MEMORY_KIND))) return false;
  return (
    fragmentAttr(fragment, ARG_ATTRS, operand, LAYOUT_MODE) ===
    fragmentAttr(fragment, RES_ATTRS, result, LAYOUT_MODE)
  );
}

function isHost(kind: Attribute | null): boolean {
  return kind instanceof StringAttr && kind.value === PINNED_HOST;
}

function isTrue(attribute: Attribute | null): boolean {
  return attribute instanceof IntegerAttr && attribute.value !== 0n;
}

/** `mpmd-mark-fragment-reserved-memory`. */
export const markReservedMemory = /* @__PURE__ */ mpmdPass({
  name: 'mpmd-mark-fragment-reserved-memory',
  className: 'MarkFragmentReservedMemoryPass',
  summary: 'Says of each fragment how many bytes of its mesh are live beside its operands.',
  run: (func, pass) => new ReservedMemory(func, pass).run(),
});

class ReservedMemory {
  readonly #func: FuncOp;
  readonly #pass: PassRun<unknown>;
  /** Bytes that are live on each mesh. */
  readonly #live = new Map<string, number>();

  constructor(func: FuncOp, pass: PassRun<unknown>) {
    this.#func = func;
    this.#pass = pass;
  }

  run(): void {
    for (const argument of this.#func.entry.arguments) {
      if (isHost(valueAttrs(this.#func, 'arg_attrs', argument.index).get(MEMORY_KIND))) continue;
      if (!this.#isDonated(argument.index) || argument.hasUses) this.#add(argument, 1);
    }
    for (const op of this.#func.entry) {
      if (op.name === 'func.return') continue;
      if (op instanceof FragmentOp) this.#mark(op);
      if (op instanceof FragmentOp || op instanceof TransferOp) this.#execute(op);
      else {
        this.#pass.context.diagnostics.error(
          op.location,
          'Expected only TransferOp, FragmentOp, FragmentCallOp and ReturnOp in the function body.',
        );
        return;
      }
    }
  }

  #mark(fragment: FragmentOp): void {
    let own = 0;
    for (const value of this.#deviceOperands(fragment)) own += this.#bytesOf(value);
    const reserved = (this.#live.get(fragment.mesh) ?? 0) - own;
    fragment.setAttr(RESERVED_HBM_BYTES, i64Attr(Math.ceil(reserved)));
  }

  #execute(op: FragmentOp | TransferOp): void {
    for (const value of this.#deviceOperands(op)) {
      if (!isDeadAfter(value, op)) continue;
      const argument = this.#func.entry.arguments.find((one) => one === value);
      if (argument === undefined || this.#isDonated(argument.index)) this.#add(value, -1);
    }
    for (const result of op.results) {
      const onHost =
        op instanceof FragmentOp && isHost(fragmentAttr(op, RES_ATTRS, result.index, MEMORY_KIND));
      if (!onHost && result.hasUses) this.#add(result, 1);
    }
  }

  #deviceOperands(op: FragmentOp | TransferOp): Set<Value> {
    const operands = new Set<Value>();
    for (const { value, index } of op.operands) {
      const onHost = op instanceof FragmentOp && isHost(fragmentAttr(op, ARG_ATTRS, index, MEMORY_KIND));
      if (!onHost) operands.add(value);
    }
    return operands;
  }

  #isDonated(index: number): boolean {
    return isTrue(valueAttrs(this.#func, 'arg_attrs', index).get(DONOR));
  }

  #add(value: Value, sign: 1 | -1): void {
    const type = meshTensorTypeOf(value);
    if (type === null || type.isOnHost) return;
    this.#live.set(type.meshName, (this.#live.get(type.meshName) ?? 0) + sign * this.#bytesOf(value));
  }

  #bytesOf(value: Value): number {
    const type = meshTensorTypeOf(value);
    if (type === null || type.isOnHost) return 0;
    const { elementType, elementCount } = this.#localType(type);
    return (elementCount * (elementBitWidth(elementType) ?? 0)) / 8;
  }

  #localType(type: MeshTensorType): MeshTensorType['globalType'] {
    if (type.sharding === null) return type.globalType;
    const mesh = lookUpMesh(this.#func, type.sharding.meshOrRef);
    const own = mesh ?? meshNamedAt(this.#func.entry.firstOp!, type.meshName);
    return own === null ? type.globalType : type.localTypeOn(own);
  }
}

function isDeadAfter(value: Value, op: Operation): boolean {
  return value.users().every((user) => user === op || user.isBefore(op));
}
