import {
  ArrayAttr,
  type AttrConstraint,
  attrWhere,
  type Attribute,
  DictionaryAttr,
  FunctionType,
  type Operation,
  type OpReport,
  type Region,
  type Type,
} from '@shardform/ir-core';

/** Operations that are functions: a type, a body whose entry arguments match it, attributes per argument and result. */
export interface FunctionLike extends Operation {
  readonly functionType: FunctionType;
  readonly body: Region;
}

/** One dictionary per argument or result. */
export const dictionaryArrayAttr: AttrConstraint<ArrayAttr> = /* @__PURE__ */ attrWhere(
  ArrayAttr,
  'Array of dictionary attributes',
  ({ elements }) => elements.every((element) => element instanceof DictionaryAttr),
);

type Which = 'arg_attrs' | 'res_attrs';

/** Returns the attributes of one argument or result; empty where there are none. */
export function valueAttrs(op: Operation, which: Which, index: number): DictionaryAttr {
  const all = op.getAttr(which);
  const one = all instanceof ArrayAttr ? all.elements[index] : undefined;
  return one instanceof DictionaryAttr ? one : DictionaryAttr.empty;
}

/** Sets or removes (`null`) one attribute of an argument or result. */
export function setValueAttr(
  op: Operation,
  which: Which,
  index: number,
  name: string,
  attribute: Attribute | null,
): void {
  // The attributes of all arguments are one list, which a change copies.
  if ((valueAttrs(op, which, index).get(name) ?? null) === attribute) return;
  setAllValueAttrs(
    op,
    which,
    valueAttrsList(op, which).map((attrs, i) => (i === index ? attrs.with(name, attribute) : attrs)),
  );
}

/** Sets one attribute of several arguments or results, by index; `null` leaves that of one as it is. */
export function setValueAttrs(
  op: Operation,
  which: Which,
  name: string,
  attributes: readonly (Attribute | null)[],
): void {
  const list = valueAttrsList(op, which).map((attrs, i) => {
    const attribute = attributes[i] ?? null;
    return attribute === null ? attrs : attrs.with(name, attribute);
  });
  setAllValueAttrs(op, which, list);
}

/** Returns the attributes of all arguments or results, one dictionary each. */
export function valueAttrsList(op: Operation, which: Which): DictionaryAttr[] {
  const type = functionTypeOf(op);
  const count = (which === 'arg_attrs' ? type.inputs : type.results).length;
  return Array.from({ length: count }, (_, i) => valueAttrs(op, which, i));
}

/** Stores the attributes of all arguments or results; nothing is stored when all are empty. */
export function setAllValueAttrs(op: Operation, which: Which, attrs: readonly DictionaryAttr[]): void {
  const isEmpty = attrs.every((dictionary) => dictionary.entries.length === 0);
  op.setAttr(which, isEmpty ? null : ArrayAttr.get(attrs));
}

/** Returns the type of a function-like operation. @throws for other operations. */
export function functionTypeOf(op: Operation): FunctionType {
  const type = op.getAttr('function_type');
  if (type instanceof FunctionType) return type;
  throw new Error(`'${op.name}' has no function type`);
}

/** Checks the body against the type, and hands dialect attributes of arguments and results to their dialects. */
export function verifyFunction(op: FunctionLike, report: OpReport): boolean {
  const { inputs, results } = op.functionType;
  if (!verifyAttrList(op, 'arg_attrs', inputs, 'arguments', report)) return false;
  if (!verifyAttrList(op, 'res_attrs', results, 'results', report)) return false;
  const entry = op.body.blocks[0];
  if (entry === undefined) return true;
  if (entry.arguments.length !== inputs.length) {
    return report.opError(`entry block must have ${inputs.length} arguments to match function signature`);
  }
  for (let i = 0; i < inputs.length; i++) {
    const actual = entry.getArgument(i).type;
    if (actual !== inputs[i]) {
      return report.opError(
        `type of entry block argument #${i}('${String(actual)}') must match the type of the corresponding argument in function signature('${String(inputs[i])}')`,
      );
    }
  }
  return true;
}

function verifyAttrList(
  op: Operation,
  which: Which,
  types: readonly Type[],
  kind: 'arguments' | 'results',
  report: OpReport,
): boolean {
  const all = op.getAttr(which);
  if (!(all instanceof ArrayAttr)) return true;
  if (all.elements.length !== types.length) {
    const subject = kind === 'arguments' ? 'argument' : 'result';
    return report.opError(
      `expects ${subject} attribute array to have the same number of elements as the number of function ${kind}, got ${all.elements.length}, but expected ${types.length}`,
    );
  }
  const subject = kind === 'arguments' ? 'argument' : 'result';
  for (let i = 0; i < types.length; i++) {
    const attrs = all.elements[i];
    if (!(attrs instanceof DictionaryAttr)) {
      return report.opError(
        `expects ${subject} attribute dictionary to be a DictionaryAttr, but got \`${String(attrs)}\``,
      );
    }
    for (const [name, attribute] of attrs.entries) {
      const dot = name.indexOf('.');
      if (dot < 0) return report.opError(`${kind} may only have dialect attributes`);
      const dialect = report.context.dialects.get(name.slice(0, dot));
      const isValid =
        which === 'arg_attrs'
          ? dialect?.verifyArgumentAttr?.(op, i, name, attribute, report)
          : dialect?.verifyResultAttr?.(op, i, name, attribute, report);
      if (isValid === false) return false;
    }
  }
  return true;
}
