import {
  type EnumType,
  type FieldType,
  SCALAR_BYTES,
  type ScalarType,
  type Schema,
  type StructField,
  type StructType,
  type TableField,
  type TableType,
  type UnionType,
} from './schema.ts';

/**
 * Parses a schema in the language of FlatBuffers: structs, enumerations, unions and tables.
 *
 * Enumerations stand before the structs that use them.
 *
 * @throws Error for text that is none; schemas are part of this package.
 */
export function parseSchema(text: string): Schema {
  return new SchemaParser(text).parse();
}

class SchemaParser {
  readonly #tokens: readonly string[];
  #next = 0;
  readonly #enums = new Map<string, EnumType>();
  readonly #structs = new Map<string, StructType>();
  readonly #unions = new Map<string, UnionType>();
  readonly #tables = new Map<string, TableType>();

  constructor(text: string) {
    this.#tokens = text.match(/-?\d[\w.+-]*|\w+|\S/g) ?? [];
  }

  parse(): Schema {
    const tables = new Map<string, number>();
    while (this.#next < this.#tokens.length) this.#declaration(tables);
    // Tables refer to what may stand after them.
    for (const [name, start] of tables) {
      this.#next = start;
      this.#tables.set(name, this.#table(name));
    }
    return { enums: this.#enums, structs: this.#structs, unions: this.#unions, tables: this.#tables };
  }

  #take(): string {
    const token = this.#tokens[this.#next++];
    if (token === undefined) throw new Error('the schema ends too early');
    return token;
  }

  #accept(token: string): boolean {
    if (this.#tokens[this.#next] !== token) return false;
    this.#next++;
    return true;
  }

  #expect(token: string): void {
    if (!this.#accept(token))
      throw new Error(`expected '${token}', found '${this.#tokens[this.#next] ?? ''}'`);
  }

  #declaration(tables: Map<string, number>): void {
    const keyword = this.#take();
    const name = this.#take();
    switch (keyword) {
      case 'enum':
        this.#enums.set(name, this.#enum(name));
        return;
      case 'union':
        this.#unions.set(name, { kind: 'union', name, ...this.#numbered(1) });
        return;
      case 'struct':
        this.#structs.set(name, this.#struct(name));
        return;
      case 'table':
        tables.set(name, this.#next);
        while (this.#take() !== '}');
        return;
      default:
        throw new Error(`unknown declaration '${keyword}'`);
    }
  }

  #enum(name: string): EnumType {
    this.#expect(':');
    const base = scalarType(this.#take());
    if (base === null) throw new Error(`'${name}' is not stored as a number`);
    const { members: names, numbers } = this.#numbered(0);
    return { kind: 'enum', name, base, names, numbers };
  }

  /** `{ A, B = 4, C }`. */
  #numbered(first: number): { readonly members: Map<number, string>; readonly numbers: Map<string, number> } {
    const members = new Map<number, string>();
    const numbers = new Map<string, number>();
    let number = first;
    this.#expect('{');
    while (!this.#accept('}')) {
      const name = this.#take();
      if (this.#accept('=')) number = Number(this.#take());
      members.set(number, name);
      numbers.set(name, number++);
      this.#accept(',');
    }
    return { members, numbers };
  }

  #struct(name: string): StructType {
    const fields: StructField[] = [];
    let offset = 0;
    let alignment = 1;
    for (const { name: field, type } of this.#fields()) {
      if (type.kind !== 'scalar' && type.kind !== 'enum' && type.kind !== 'struct')
        throw new Error(`'${name}.${field}' can't be in a struct`);
      const own = inlineAlignment(type);
      offset = Math.ceil(offset / own) * own;
      fields.push({ name: field, type, offset });
      offset += inlineBytes(type);
      alignment = Math.max(alignment, own);
    }
    return { kind: 'struct', name, fields, alignment, bytes: Math.ceil(offset / alignment) * alignment };
  }

  #table(name: string): TableType {
    const fields: TableField[] = [];
    let slots = 0;
    for (const { name: field, type, fallback } of this.#fields()) {
      // The number of a union's member lies before it, that of each of a vector of unions in a vector before it.
      const element = type.kind === 'vector' ? type.element : type;
      if (element.kind === 'union') slots++;
      const number = fallback === null || fallback === 'null' ? null : this.#number(type, fallback);
      const isNumber = type.kind === 'scalar' || type.kind === 'enum';
      fields.push({ name: field, slot: slots++, type, fallback: fallback === null && isNumber ? 0 : number });
    }
    return { kind: 'table', name, fields, slots };
  }

  #number(type: FieldType, text: string): number {
    if (text === 'true' || text === 'false') return Number(text === 'true');
    const number = type.kind === 'enum' ? type.numbers.get(text) : Number(text);
    if (number === undefined || Number.isNaN(number)) throw new Error(`'${text}' is no number`);
    return number;
  }

  /** `{ a:T; b:[T]; c:uint32 = null; }`. */
  #fields(): readonly {
    readonly name: string;
    readonly type: FieldType;
    readonly fallback: string | null;
  }[] {
    const fields = [];
    this.#expect('{');
    while (!this.#accept('}')) {
      const name = this.#take();
      this.#expect(':');
      const type = this.#type();
      const fallback = this.#accept('=') ? this.#take() : null;
      this.#expect(';');
      fields.push({ name, type, fallback });
    }
    return fields;
  }

  #type(): FieldType {
    if (!this.#accept('[')) return this.#single(this.#take());
    const element = this.#single(this.#take());
    this.#expect(']');
    return { kind: 'vector', element };
  }

  #single(name: string): Exclude<FieldType, { readonly kind: 'vector' }> {
    const scalar = scalarType(name);
    if (scalar !== null) return { kind: 'scalar', scalar };
    if (name === 'string') return { kind: 'string' };
    const known = this.#enums.get(name) ?? this.#structs.get(name) ?? this.#unions.get(name);
    return known ?? { kind: 'table', name };
  }
}

function scalarType(name: string): ScalarType | null {
  // The keys are those of the record.
  return Object.hasOwn(SCALAR_BYTES, name) ? (name as ScalarType) : null;
}

/** Returns how many bytes a value takes where it stands. */
export function inlineBytes(type: StructField['type']): number {
  if (type.kind === 'struct') return type.bytes;
  return SCALAR_BYTES[type.kind === 'enum' ? type.base : type.scalar];
}

function inlineAlignment(type: StructField['type']): number {
  return type.kind === 'struct' ? type.alignment : inlineBytes(type);
}
