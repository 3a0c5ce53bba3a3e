import { groupOf } from '../definition/segments.ts';
import type { OpDefinition } from '../definition/op-definition.ts';
import type { Type } from '../ir/attribute.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import type { Printer } from '../text/printer.ts';
import { type FormatElement, type FormatReference, isVariadicRegion } from './format-element.ts';
import { Spacing } from './spacing.ts';

/** Writes a part of an operation's text. */
export type Write = (printer: Printer, op: Operation) => void;

/** Compiles elements to what writes them, in order: each decides the space before the next. */
export class FormatWriter {
  readonly #definition: OpDefinition;
  /** Attributes that the format binds; `attr-dict` leaves them out. */
  readonly #bound: ReadonlySet<string>;
  readonly #spacing = new Spacing();

  constructor(definition: OpDefinition, elements: readonly FormatElement[]) {
    this.#definition = definition;
    const bound = new Set(['operandSegmentSizes', 'resultSegmentSizes']);
    const visit = (element: FormatElement): void => {
      if (element.kind === 'value' && element.reference.kind === 'attr') bound.add(element.reference.name);
      if (element.kind === 'custom') {
        for (const { reference } of element.arguments)
          if (reference.kind === 'attr') bound.add(reference.name);
      }
      if (element.kind === 'optional') [...element.then, ...element.otherwise].forEach(visit);
    };
    elements.forEach(visit);
    this.#bound = bound;
  }

  writer(element: FormatElement): Write[] {
    switch (element.kind) {
      case 'literal':
        return [this.#literalWriter(element.text)];
      case 'space': {
        this.#spacing.explicit(element.text);
        if (element.text === '\n') return [(printer) => printer.newline()];
        return element.text === '' ? [] : [(printer) => printer.write(' ')];
      }
      case 'attr-dict':
        this.#spacing.attrDict();
        return [this.#attrDictWriter(element.keyword)];
      case 'optional':
        return [this.#optionalWriter(element)];
      default: {
        if (isEmptyAttr(this.#definition, element)) return [];
        const space = this.#spacing.value();
        const write = this.#elementWriter(element);
        return space ? [(printer) => printer.write(' '), write] : [write];
      }
    }
  }

  #literalWriter(text: string): Write {
    const spelled = this.#spacing.literal(text);
    return (printer) => printer.write(spelled);
  }

  #attrDictWriter(keyword: boolean): Write {
    const { attrs } = this.#definition;
    const bound = [...this.#bound];
    const defaults = attrs.filter(
      ({ defaultValue, name }) => defaultValue !== null && !this.#bound.has(name),
    );
    const unbound = attrs.some(({ name }) => !this.#bound.has(name));
    return (printer, op) => {
      if (!unbound && op.discardable === null) return;
      let elided = bound;
      for (const { name, defaultValue } of defaults) {
        if (op.getAttr(name) === defaultValue?.()) elided = [...elided, name];
      }
      printer.printOptionalAttrDict(op.sortedAttrs(), elided, keyword ? 'attributes' : '');
    };
  }

  #optionalWriter(element: FormatElement & { kind: 'optional' }): Write {
    const isPresent = presence(this.#definition, element.anchor);
    const then = sequence(element.then.flatMap((child) => this.writer(child)));
    const otherwise = sequence(element.otherwise.flatMap((child) => this.writer(child)));
    return (printer, op) => (isPresent(op) ? then : otherwise)(printer, op);
  }

  #elementWriter(element: FormatElement): Write {
    switch (element.kind) {
      case 'value':
        return this.#valueWriter(element.reference);
      case 'type': {
        const types = typesGetter(this.#definition, element.reference);
        return (printer, op) => printer.printTypes(types(op));
      }
      case 'functional-type': {
        const inputs = typesGetter(this.#definition, element.inputs);
        const results = typesGetter(this.#definition, element.results);
        return (printer, op) => printer.printFunctionType(inputs(op), results(op));
      }
      case 'custom': {
        const directive = this.#definition.spec.directives![element.name]!;
        return (printer, op) => directive.print(printer, op, element.arguments);
      }
      default:
        throw new Error(`unexpected '${element.kind}'`);
    }
  }

  #valueWriter(reference: FormatReference): Write {
    const { kind, index } = reference;
    switch (kind) {
      case 'operand': {
        const single = index !== 'all' && this.#definition.operands.every(({ arity }) => arity === 'one');
        if (single) return (printer, op) => printer.printOperand(op.getOperand(index));
        const values = valuesGetter(this.#definition, reference);
        return (printer, op) => printer.printOperands(values(op));
      }
      case 'attr': {
        const position = index;
        const { format } = this.#definition.attrs[position]!.constraint;
        return (printer, op) => {
          const attribute = op.properties[position] ?? null;
          if (attribute === null) return;
          if (format !== undefined) format.print(printer, attribute);
          else printer.printAttribute(attribute);
        };
      }
      case 'region':
        return (printer, op) => {
          const regions =
            index === 'all' || isVariadicRegion(this.#definition, index)
              ? op.regions.slice(index === 'all' ? 0 : index)
              : [op.getRegion(index)];
          printer.writeList(regions, (region) =>
            printer.printRegion(region, { entryArguments: true, terminators: false }),
          );
        };
      case 'successor':
        return (printer, op) => {
          const successors = index === 'all' ? op.successors : op.successors.slice(index, index + 1);
          printer.writeList(successors, (block) => printer.printSuccessor(block));
        };
      case 'result':
        throw new Error(`'${this.#definition.name}': a format can't print the result '${reference.name}'`);
    }
  }
}

/** Runs writers one after the other. */
export function sequence(writers: readonly Write[]): Write {
  if (writers.length === 1) return writers[0]!;
  return (printer, op) => {
    for (const write of writers) write(printer, op);
  };
}

function isEmptyAttr(definition: OpDefinition, element: FormatElement): boolean {
  if (element.kind !== 'value' || element.reference.kind !== 'attr') return false;
  return definition.attrs[element.reference.index]!.constraint.format?.isEmpty === true;
}

function valuesGetter(
  definition: OpDefinition,
  { kind, index }: FormatReference,
): (op: Operation) => Value[] {
  if (kind !== 'operand' && kind !== 'result')
    throw new Error(`'${definition.name}': expected operands or results`);
  if (kind === 'operand') {
    if (index === 'all') return (op) => op.operandValues();
    return (op) => {
      const [start, count] = groupOf(op, 'operand', index);
      return op.operands.slice(start, start + count).map((operand) => operand.value);
    };
  }
  if (index === 'all') return (op) => [...op.results];
  return (op) => {
    const [start, count] = groupOf(op, 'result', index);
    return op.results.slice(start, start + count);
  };
}

function typesGetter(definition: OpDefinition, reference: FormatReference): (op: Operation) => Type[] {
  const { kind, index } = reference;
  const declared = kind === 'operand' ? definition.operands : definition.results;
  // The common case, without looking for groups.
  if (index !== 'all' && declared.every(({ arity }) => arity === 'one')) {
    if (kind === 'operand') return (op) => [op.getOperand(index).type];
    return (op) => [op.getResult(index).type];
  }
  const values = valuesGetter(definition, reference);
  return (op) => values(op).map((value) => value.type);
}

/** Returns true if the anchor of an optional group has something to print. */
function presence(definition: OpDefinition, anchor: FormatElement): (op: Operation) => boolean {
  if (anchor.kind === 'custom') {
    const all = anchor.arguments.map(({ reference }) => referencePresence(definition, reference));
    return (op) => all.some((isPresent) => isPresent(op));
  }
  if (anchor.kind === 'value' || anchor.kind === 'type')
    return referencePresence(definition, anchor.reference);
  if (anchor.kind === 'functional-type') return referencePresence(definition, anchor.inputs);
  throw new Error(`'${definition.name}': '${anchor.kind}' can't be an anchor`);
}

function referencePresence(definition: OpDefinition, reference: FormatReference): (op: Operation) => boolean {
  const { kind, index } = reference;
  if (kind === 'attr') {
    const { name, defaultValue } = definition.attrs[index]!;
    return (op) => {
      const attribute = op.getAttr(name);
      return attribute !== null && attribute !== defaultValue?.();
    };
  }
  if (kind === 'region') {
    return (op) => {
      const region = op.regions[index === 'all' ? 0 : index];
      return region !== undefined && !region.isEmpty;
    };
  }
  if (kind === 'successor') return (op) => op.successors.length > (index === 'all' ? 0 : index);
  const values = valuesGetter(definition, reference);
  return (op) => values(op).length > 0;
}
