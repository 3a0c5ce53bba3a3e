import * as emitc from '@shardform/dialect-emitc';
import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import { ORIGINAL_NAME } from '@shardform/dialect-ttcore';
import {
  type Attribute,
  cppComment,
  cppNames,
  cppString,
  FloatAttr,
  FloatType,
  IndexType,
  IntegerAttr,
  IntegerType,
  isSourceName,
  ModuleOp,
  type Operation,
  quoteString,
  StringAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { UnwritableOperation } from '../binary/program.ts';

/** Returns a module of `emitc` and `func` as C++. @throws UnwritableOperation for other operations. */
export function cppText(module: ModuleOp): string {
  return new CppWriter().text(module);
}

/** A type as C++ writes it; `null` for one that it has not. */
function typeText(type: Type): string | null {
  if (type instanceof emitc.OpaqueType) return type.value;
  if (type instanceof emitc.LValueType) return typeText(type.valueType);
  if (type instanceof emitc.PointerType) {
    const pointee = typeText(type.pointee);
    return pointee === null ? null : `${pointee}*`;
  }
  if (type instanceof IndexType) return 'size_t';
  if (type instanceof IntegerType) {
    if (type.width === 1) return 'bool';
    const isNamed = [8, 16, 32, 64].includes(type.width);
    return isNamed ? `${type.signedness === 'unsigned' ? 'u' : ''}int${type.width}_t` : null;
  }
  if (!(type instanceof FloatType)) return null;
  return FLOATS[String(type)] ?? null;
}

const FLOATS: Readonly<Record<string, string>> = { f32: 'float', f64: 'double' };

function attributeText(attribute: Attribute): string | null {
  if (attribute instanceof emitc.OpaqueAttr) return attribute.value;
  if (attribute instanceof IntegerAttr)
    return attribute.type instanceof IntegerType && attribute.type.width === 1
      ? String(attribute.value !== 0n)
      : String(attribute.value);
  if (!(attribute instanceof FloatAttr)) return null;
  const type = typeText(attribute.type) ?? 'float';
  const { value } = attribute;
  if (Number.isNaN(value)) return `::std::numeric_limits<${type}>::quiet_NaN()`;
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}::std::numeric_limits<${type}>::infinity()`;
  const text = String(value);
  return `${/[.e]/.test(text) ? text : `${text}.0`}${type === 'float' ? 'f' : ''}`;
}

/** The name of a file that is included, which has no quotes in C++. */
function includedFile(op: emitc.IncludeOp): string {
  const file = op.include.value;
  if (/^[^"<>\\\p{C}]+$/u.test(file)) return file;
  throw new UnwritableOperation(op, `'${file}' is not the name of a file to include in C++`);
}

class CppWriter {
  /** The variable or expression that holds a value. */
  readonly #values = new Map<Value, string>();
  readonly #lines: string[] = [];
  #depth = 0;
  #count = 0;

  text(module: ModuleOp): string {
    for (const op of module.body) this.#topLevel(op);
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  #line(text: string): void {
    this.#lines.push(text === '' ? '' : `${'  '.repeat(this.#depth)}${text}`);
  }

  #type(type: Type, op: Operation): string {
    const text = typeText(type);
    if (text === null) throw new UnwritableOperation(op, `cannot emit type '${String(type)}'`);
    return text;
  }

  #attribute(attribute: Attribute, op: Operation): string {
    const text = attributeText(attribute);
    if (text === null) throw new UnwritableOperation(op, `cannot emit attribute: ${String(attribute)}`);
    return text;
  }

  #nameOf(value: Value): string {
    let name = this.#values.get(value);
    if (name === undefined) this.#values.set(value, (name = `v${++this.#count}`));
    return name;
  }

  /** A symbol, which has a name of C++. */
  #symbol(name: string, op: Operation): string {
    if (isSourceName(name, cppNames)) return name;
    throw new UnwritableOperation(op, `'${name}' is not a name in C++`);
  }

  #operands(values: readonly Value[]): string {
    return values.map((value) => this.#nameOf(value)).join(', ');
  }

  #topLevel(op: Operation): void {
    if (op instanceof ModuleOp) for (const inner of op.body) this.#topLevel(inner);
    else if (op instanceof FuncOp) this.#function(op);
    else if (op instanceof emitc.IncludeOp)
      this.#line(
        op.isStandardInclude === null
          ? `#include ${cppString(includedFile(op))}`
          : `#include <${includedFile(op)}>`,
      );
    else if (op instanceof emitc.GlobalOp) this.#global(op);
    else throw new UnwritableOperation(op, 'unable to find printer for op');
  }

  #global(op: emitc.GlobalOp): void {
    const { initialValue: value } = op;
    const words = [...op.specifiers, this.#type(op.type, op), this.#symbol(op.symName.value, op)].join(' ');
    this.#line(`${words}${value === null ? '' : ` = ${this.#attribute(value, op)}`};`);
  }

  #function(func: FuncOp): void {
    const { inputs, results } = func.functionType;
    const name = this.#symbol(func.symName.value, func);
    const [first] = results;
    const result =
      results.length > 1
        ? `::std::tuple<${results.map((type) => this.#type(type, func)).join(', ')}>`
        : first === undefined
          ? 'void'
          : this.#type(first, func);
    this.#count = 0;
    if (func.isDeclaration) {
      const types = inputs.map((type) => this.#type(type, func)).join(', ');
      this.#line(`${result} ${name}(${types});`);
      return;
    }
    const args = func.entry.arguments.map(
      (argument) => `${this.#type(argument.type, func)} ${this.#nameOf(argument)}`,
    );
    const original = func.getAttr(ORIGINAL_NAME);
    if (original instanceof StringAttr) this.#line(cppComment(quoteString(original.value)));
    this.#line(`${result} ${name}(${args.join(', ')}) {`);
    this.#depth++;
    for (const op of func.entry) this.#statement(op);
    this.#depth--;
    this.#line('}');
    this.#line('');
  }

  #statement(op: Operation): void {
    if (op instanceof emitc.LiteralOp) this.#values.set(op.result, op.value.value);
    else if (op instanceof emitc.GetGlobalOp)
      this.#values.set(op.result, this.#symbol(op.globalName.root, op));
    else if (op instanceof emitc.SubscriptOp)
      this.#values.set(
        op.result,
        `${this.#nameOf(op.value)}${op.indices.map((at) => `[${this.#nameOf(at)}]`).join('')}`,
      );
    else this.#line(`${this.#assigned(op)};`);
  }

  #assigned(op: Operation): string {
    if (op instanceof ReturnOp) return this.#return(op);
    const expression = this.#expression(op);
    const [result, other] = op.results;
    if (result === undefined) return expression;
    if (other === undefined) return `${this.#type(result.type, op)} ${this.#nameOf(result)} = ${expression}`;
    const names = op.results.map((own) => this.#nameOf(own));
    return `auto [${names.join(', ')}] = ${expression}`;
  }

  #return(op: ReturnOp): string {
    const values = op.operandValues();
    if (values.length === 0) return 'return';
    const text = this.#operands(values);
    return values.length === 1 ? `return ${text}` : `return ::std::make_tuple(${text})`;
  }

  #expression(op: Operation): string {
    if (op instanceof emitc.CallOpaqueOp) return this.#call(op);
    if (op instanceof CallOp)
      return `${this.#symbol(op.callee.root, op)}(${this.#operands(op.operandValues())})`;
    if (op instanceof emitc.ConstantOp) return this.#attribute(op.value, op);
    if (op instanceof emitc.LoadOp) return this.#nameOf(op.operand);
    if (op instanceof emitc.ApplyOp) return `${op.applicableOperator.value}${this.#nameOf(op.operand)}`;
    throw new UnwritableOperation(op, 'unable to find printer for op');
  }

  #call(op: emitc.CallOpaqueOp): string {
    const operands = op.operandValues();
    const templates = op.templateArgs?.elements.map((own) => this.#attribute(own, op)) ?? [];
    const args = op.args?.elements.map((own) =>
      // Verified: the operand is there.
      own instanceof IntegerAttr && own.type instanceof IndexType
        ? this.#nameOf(operands[own.number]!)
        : this.#attribute(own, op),
    );
    const template = templates.length === 0 ? '' : `<${templates.join(', ')}>`;
    return `${op.callee.value}${template}(${args?.join(', ') ?? this.#operands(operands)})`;
  }
}
