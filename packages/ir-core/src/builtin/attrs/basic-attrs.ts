import { checkInterruptAfter } from '../../budget/budget.ts';
import { Attribute, type Type } from '../../ir/attribute.ts';
import { idKey, InternTable, textKey } from '../../ir/intern.ts';
import type { Printer } from '../../text/printer.ts';
import { NoneType } from '../types/integer-type.ts';
import { IntegerAttr, FloatAttr } from './number-attrs.ts';
import { i64 } from '../types/integer-type.ts';
import { f64 } from '../types/float-type.ts';

/** `"text"`, optionally of a type. */
export class StringAttr extends Attribute {
  static readonly #table = new InternTable<StringAttr>();
  readonly value: string;
  readonly type: Type;

  private constructor(value: string, type: Type) {
    super();
    this.value = value;
    this.type = type;
  }

  static get(value: string, type: Type = NoneType.instance): StringAttr {
    return this.#table.get(`${type.id}|${value}`, () => new StringAttr(value, type));
  }

  print(printer: Printer): void {
    printer.writeString(this.value);
    if (this.type !== NoneType.instance) {
      printer.write(' : ');
      printer.printType(this.type);
    }
  }
}

/** An attribute that says all by being there; dictionaries print only its key. */
export class UnitAttr extends Attribute {
  static readonly instance = /* @__PURE__ */ new UnitAttr();

  override get isUnit(): boolean {
    return true;
  }

  print(printer: Printer): void {
    printer.write('unit');
  }
}

/** An element takes as long to print as so many simple steps. */
const STEPS_PER_ELEMENT = 100;

/** `[a, b]`. */
export class ArrayAttr extends Attribute {
  static readonly #table = new InternTable<ArrayAttr>();
  readonly elements: readonly Attribute[];

  private constructor(elements: readonly Attribute[]) {
    super();
    this.elements = elements;
  }

  static get(elements: readonly Attribute[]): ArrayAttr {
    return this.#table.get(idKey(elements), () => new ArrayAttr([...elements]));
  }

  override subAttributes(): readonly Attribute[] {
    return this.elements;
  }

  override withSubAttributes(parts: readonly Attribute[]): ArrayAttr {
    return ArrayAttr.get(parts);
  }

  print(printer: Printer): void {
    printer.write('[');
    this.elements.forEach((element, i) => {
      checkInterruptAfter(STEPS_PER_ELEMENT);
      if (i > 0) printer.write(', ');
      // The types i64 and f64 are what a bare number in a list means.
      if (element instanceof IntegerAttr && element.type === i64) element.printWithoutType(printer);
      else if (element instanceof FloatAttr && element.type === f64) element.printWithoutType(printer);
      else printer.printAttribute(element);
    });
    printer.write(']');
  }
}

/** `{a = 1 : i32, b}`, sorted by name. */
export class DictionaryAttr extends Attribute {
  static readonly #table = new InternTable<DictionaryAttr>();
  /** Sorted by name. */
  readonly entries: readonly (readonly [string, Attribute])[];

  private constructor(entries: readonly (readonly [string, Attribute])[]) {
    super();
    this.entries = entries;
  }

  static get(entries: Iterable<readonly [string, Attribute]>): DictionaryAttr {
    const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    const key = sorted.map(([name, attribute]) => `${textKey(name)}=${attribute.id}`).join();
    return this.#table.get(key, () => new DictionaryAttr(sorted));
  }

  static readonly empty = /* @__PURE__ */ DictionaryAttr.get([]);

  get(name: string): Attribute | null {
    for (const [key, attribute] of this.entries) if (key === name) return attribute;
    return null;
  }

  override subAttributes(): readonly Attribute[] {
    return this.entries.map(([, attribute]) => attribute);
  }

  override withSubAttributes(parts: readonly Attribute[]): DictionaryAttr {
    return DictionaryAttr.get(this.entries.map(([name], i) => [name, parts[i]!]));
  }

  /** The dictionary with one entry set, or removed for `null`. */
  with(name: string, attribute: Attribute | null): DictionaryAttr {
    const rest = this.entries.filter(([key]) => key !== name);
    return DictionaryAttr.get(attribute === null ? rest : [...rest, [name, attribute]]);
  }

  print(printer: Printer): void {
    printer.printAttrDict(this.entries);
  }
}

/** `@root::@nested`: the name of a symbol. */
export class SymbolRefAttr extends Attribute {
  static readonly #table = new InternTable<SymbolRefAttr>();
  readonly root: string;
  readonly nested: readonly string[];

  private constructor(root: string, nested: readonly string[]) {
    super();
    this.root = root;
    this.nested = nested;
  }

  static get(root: string, nested: readonly string[] = []): SymbolRefAttr {
    return this.#table.get([root, ...nested].map(textKey).join(), () => new SymbolRefAttr(root, [...nested]));
  }

  get isFlat(): boolean {
    return this.nested.length === 0;
  }

  /** The name of the symbol itself: the last one. */
  get leaf(): string {
    return this.nested.at(-1) ?? this.root;
  }

  print(printer: Printer): void {
    printer.writeSymbolName(this.root);
    for (const name of this.nested) {
      printer.write('::');
      printer.writeSymbolName(name);
    }
  }
}

/** An attribute of a dialect that is not loaded, kept as text: `#dialect.body`. */
export class OpaqueAttr extends Attribute {
  static readonly #table = new InternTable<OpaqueAttr>();
  readonly dialect: string;
  readonly body: string;
  readonly type: Type;

  private constructor(dialect: string, body: string, type: Type) {
    super();
    this.dialect = dialect;
    this.body = body;
    this.type = type;
  }

  static get(dialect: string, body: string, type: Type = NoneType.instance): OpaqueAttr {
    return this.#table.get(
      `${textKey(dialect)}${type.id}|${body}`,
      () => new OpaqueAttr(dialect, body, type),
    );
  }

  print(printer: Printer): void {
    printer.writeDialectSymbol('#', this.dialect, this.body);
    if (this.type !== NoneType.instance) {
      printer.write(' : ');
      printer.printType(this.type);
    }
  }
}
