import * as emitpy from '@shardform/dialect-emitpy';
import { CallOp, FuncOp, ReturnOp, valueAttrs } from '@shardform/dialect-func';
import { ORIGINAL_NAME } from '@shardform/dialect-ttcore';
import {
  type Attribute,
  type Block,
  FloatAttr,
  IndexType,
  IntegerAttr,
  isSourceName,
  ModuleOp,
  type Operation,
  pythonComment,
  pythonNames,
  pythonString,
  quoteString,
  StringAttr,
  SymbolRefAttr,
  type Value,
} from '@shardform/ir-core';
import { UnwritableOperation } from '../binary/program.ts';
import { ScopedNames, validName } from './python-names.ts';

/**
 * Returns a module of `emitpy` and `func` as Python. Of its files, the one with the id, or all, each after its name.
 *
 * @throws UnwritableOperation for other operations.
 */
export function pythonText(module: ModuleOp, fileId: string | null = null): string {
  return new PythonWriter(fileId).text(module);
}

const textOf = (attribute: Attribute | null | undefined): string | null =>
  attribute instanceof StringAttr ? attribute.value : null;

/** An attribute as Python writes it; `null` for one that it has not. */
function attributeText(attribute: Attribute): string | null {
  if (attribute instanceof emitpy.OpaqueAttr) return attribute.value;
  if (attribute instanceof IntegerAttr) return String(attribute.value);
  if (attribute instanceof StringAttr) return pythonString(attribute.value);
  if (!(attribute instanceof FloatAttr)) return null;
  const { value } = attribute;
  if (Number.isNaN(value)) return "float('nan')";
  return Number.isFinite(value) ? String(value) : `float('${value < 0 ? '-' : ''}inf')`;
}

class PythonWriter {
  readonly #fileId: string | null;
  readonly #names = new ScopedNames();
  /** The variable or expression that holds a value. */
  readonly #values = new Map<Value, string>();
  readonly #lines: string[] = [];
  #depth = 0;
  #classes = 0;

  constructor(fileId: string | null) {
    this.#fileId = fileId;
  }

  text(module: ModuleOp): string {
    this.#module(module);
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  #line(text: string): void {
    this.#lines.push(text === '' ? '' : `${'  '.repeat(this.#depth)}${text}`);
  }

  #indented(body: () => void): void {
    this.#depth++;
    body();
    this.#depth--;
  }

  #module(module: ModuleOp): void {
    const ops = [...module.body];
    const files = ops.filter((op) => op instanceof emitpy.FileOp);
    this.#names.inScope(() => {
      if (files.length === 0) this.#all(ops);
      for (const file of files) {
        if (this.#fileId !== null && this.#fileId !== file.id.value) continue;
        if (this.#fileId === null) this.#line(pythonComment(`File: ${quoteString(file.id.value)}`));
        this.#all(file.bodyRegion.entry);
        // Upstream ends a file as it ends an operation.
        this.#line('');
      }
    });
  }

  #all(ops: Iterable<Operation>): void {
    for (const op of ops) this.#operation(op);
  }

  // ---- names

  #nameOf(value: Value, suggestion: string): string {
    let name = this.#values.get(value);
    if (name === undefined) {
      name = this.#names.unused(suggestion);
      this.#values.set(value, name);
    }
    return name;
  }

  /** A symbol, which has a name of Python. */
  #symbol(name: string, op: Operation): string {
    if (isSourceName(name, pythonNames)) return name;
    throw new UnwritableOperation(op, `'${name}' is not a name in Python`);
  }

  #operands(values: readonly Value[]): string {
    return values.map((value) => this.#nameOf(value, 'op_arg')).join(', ');
  }

  /** The variables that an operation assigns, up to what it assigns. */
  #assigned(op: Operation): string {
    if (op.results.length === 0) return '';
    if (op.results.length > 1)
      return `${op.results.map((result) => this.#nameOf(result, `v_${this.#names.next()}`)).join(', ')} = `;
    const suggested = validName(textOf(op.getAttr(emitpy.NAME)) ?? '');
    return `${this.#nameOf(op.getResult(), suggested === '' ? `var_${this.#names.next()}` : suggested)} = `;
  }

  // ---- operations

  #operation(op: Operation): void {
    if (op instanceof ModuleOp) this.#module(op);
    else if (op instanceof FuncOp) this.#function(op);
    else if (op instanceof emitpy.ClassOp) this.#class(op);
    else if (op instanceof emitpy.NestedFuncOp) this.#nested(op);
    else if (op instanceof emitpy.IfOp) this.#if(op, 'if');
    else if (op instanceof emitpy.LiteralOp) this.#values.set(op.result, op.value.value);
    else if (op instanceof emitpy.ExpressionOp) this.#expression(op);
    else this.#line(this.#statement(op));
  }

  #statement(op: Operation): string {
    if (op instanceof ReturnOp || op instanceof emitpy.NestedFuncReturnOp) {
      const values = this.#operands(op.operandValues());
      return values === '' ? 'return' : `return ${values}`;
    }
    if (op instanceof CallOp)
      return `${this.#assigned(op)}${this.#symbol(op.callee.root, op)}(${this.#operands(op.operandValues())})`;
    if (op instanceof emitpy.CallOpaqueOp) return this.#call(op);
    if (op instanceof emitpy.ImportOp) return importText(op);
    if (op instanceof emitpy.VerbatimOp) return this.#formatted(op.value.value, op.fmtArgs, op);
    if (op instanceof emitpy.ConstantOp) return `${this.#assigned(op)}${this.#attribute(op.value, op)}`;
    if (op instanceof emitpy.SubscriptOp) {
      const start = this.#assigned(op);
      const container = this.#nameOf(op.container, 'subscript_arg');
      const known = this.#values.has(op.index) ? '' : `index_${this.#names.next()}`;
      return `${start}${container}[${this.#nameOf(op.index, known)}]`;
    }
    if (op instanceof emitpy.GetAttrOp)
      return `${this.#assigned(op)}${this.#nameOf(op.object, 'object')}.${op.attrName.value}`;
    if (op instanceof emitpy.SetAttrOp)
      return `${this.#nameOf(op.object, 'object')}.${op.attrName.value} = ${this.#nameOf(op.value, 'value')}`;
    if (op instanceof emitpy.GlobalOp)
      return `${this.#symbol(op.symName.value, op)} = ${this.#attribute(op.initialValue, op)}`;
    if (op instanceof emitpy.GlobalStatementOp) {
      const name = this.#symbol(op.globalName.root, op);
      this.#values.set(op.result, name);
      return `global ${name}`;
    }
    if (op instanceof emitpy.AssignGlobalOp)
      return `${this.#symbol(op.globalName.root, op)} = ${this.#nameOf(op.value, op.globalName.root)}`;
    if (op instanceof emitpy.AssignOp)
      return `${this.#nameOf(op.target, 'target')} = ${this.#nameOf(op.value, 'value')}`;
    if (op instanceof emitpy.CreateDictOp) return this.#dict(op);
    throw new UnwritableOperation(op, 'unable to find printer for op');
  }

  #attribute(attribute: Attribute, op: Operation): string {
    const text = attributeText(attribute);
    if (text === null) throw new UnwritableOperation(op, `cannot emit attribute: ${String(attribute)}`);
    return text;
  }

  #call(op: emitpy.CallOpaqueOp): string {
    const start = this.#assigned(op);
    const operands = op.operandValues();
    if (op.callee.value === 'util_create_list') return `${start}[${this.#operands(operands)}]`;
    const names = op.keywordArgs?.elements.map((name) => textOf(name) ?? '') ?? [];
    const args = op.args?.elements.map((arg, i) => {
      const isOperand = arg instanceof IntegerAttr && arg.type instanceof IndexType;
      // Verified: the operand is there.
      const text = isOperand ? this.#nameOf(operands[arg.number]!, 'print_arg') : this.#attribute(arg, op);
      return names[i] === '' ? text : `${names[i]!}=${text}`;
    });
    return `${start}${op.callee.value}(${args?.join(', ') ?? this.#operands(operands)})`;
  }

  #dict(op: emitpy.CreateDictOp): string {
    this.#values.set(op.result, op.dictName.value);
    const start = `${op.dictName.value} = `;
    if (op.literalExpr !== null) return `${start}${op.literalExpr.value}`;
    const items = op.items.flatMap((item, i) =>
      i % 2 === 1
        ? []
        : [`${this.#nameOf(item, 'dict_key')}: ${this.#nameOf(op.items[i + 1]!, 'dict_value')}`],
    );
    return `${start}{${items.join(', ')}}`;
  }

  #formatted(format: string, values: readonly Value[], op: Operation): string {
    const items = emitpy.formatItems(format, values.length);
    if ('problem' in items) throw new UnwritableOperation(op, items.problem);
    let next = 0;
    return items.map((item) => item ?? this.#nameOf(values[next++]!, 'value')).join('');
  }

  #if(op: emitpy.IfOp, keyword: string): void {
    this.#line(`${keyword} ${this.#formatted(op.condition.value, op.condArgs, op)}:`);
    this.#indented(() => this.#all(op.thenRegion.entry));
    const [otherwise] = op.elseRegion.blocks;
    if (otherwise === undefined) return;
    const { firstOp } = otherwise;
    const isChain =
      firstOp instanceof emitpy.IfOp &&
      firstOp === otherwise.lastOp &&
      firstOp.elseRegion.blocks.length === 0;
    if (isChain) {
      this.#if(firstOp, 'elif');
      return;
    }
    this.#line('else:');
    this.#indented(() => this.#all(otherwise));
  }

  #function(func: FuncOp): void {
    if (func.isDeclaration) return;
    const name = this.#symbol(func.symName.value, func);
    const isMethod = this.#classes > 0;
    this.#names.inScope(() => {
      this.#names.reserve(name);
      const kind = textOf(func.getAttr(emitpy.METHOD_KIND));
      if (kind !== null && !isMethod)
        throw new UnwritableOperation(func, `${emitpy.METHOD_KIND} is only valid inside a class`);
      if (kind === 'classmethod' || kind === 'staticmethod') this.#line(`@${kind}`);
      const args = func.entry.arguments.map((argument, i) => {
        const given = textOf(valueAttrs(func, 'arg_attrs', i).get(emitpy.NAME));
        const own = validName(given ?? '');
        return this.#nameOf(argument, own !== '' ? own : isMethod && i === 0 ? 'self' : 'inputs');
      });
      const original = textOf(func.getAttr(ORIGINAL_NAME));
      if (original !== null) this.#line(pythonComment(quoteString(original)));
      this.#body(`def ${name}(${args.join(', ')}): `, func.entry);
      if (!isMethod && name === 'main')
        for (const line of ['', "if __name__ == '__main__':", '  main()', '']) this.#line(line);
      else this.#line('');
    });
  }

  #nested(op: emitpy.NestedFuncOp): void {
    const name = this.#symbol(op.symName.value, op);
    this.#names.reserve(name);
    this.#names.inScope(() => {
      const args = op.body.entry.arguments.map((argument) => this.#nameOf(argument, 'arg'));
      this.#body(`def ${name}(${args.join(', ')}): `, op.body.entry);
      this.#line('');
    });
  }

  #body(head: string, block: Block): void {
    this.#line(head);
    this.#indented(() => this.#all(block));
  }

  #class(op: emitpy.ClassOp): void {
    const bases = (op.baseClasses?.elements ?? []).map((base) =>
      base instanceof SymbolRefAttr ? this.#symbol(base.leaf, op) : this.#attribute(base, op),
    );
    this.#names.inScope(() => {
      this.#classes++;
      this.#line(
        `class ${this.#symbol(op.symName.value, op)}${bases.length > 0 ? `(${bases.join(', ')})` : ''}:`,
      );
      this.#indented(() => {
        if (op.body.entry.firstOp === null) this.#line('pass');
        this.#all(op.body.entry);
      });
      this.#line('');
      this.#classes--;
    });
  }

  // ---- expressions

  #expression(op: emitpy.ExpressionOp): void {
    const block = op.body.entry;
    for (const [i, argument] of block.arguments.entries())
      this.#values.set(argument, this.#nameOf(op.operandValues()[i]!, 'expr_arg'));
    // Verified: the last operation yields the value.
    const yielded = block.lastOp!.getOperand(0);
    if (op.doNotInline === null) {
      this.#values.set(op.result, this.#inline(yielded));
      return;
    }
    this.#names.inScope(() => {
      for (const own of block) if (!(own instanceof emitpy.YieldOp)) this.#operation(own);
      this.#line(`${this.#assigned(op)}${this.#nameOf(yielded, 'value')}`);
    });
  }

  #inline(value: Value): string {
    const op = value.definingOp;
    if (op === null) return this.#nameOf(value, 'expr_arg');
    const operands = op.operandValues().map((operand) => this.#inline(operand));
    if (op instanceof emitpy.CallOpaqueOp) {
      const isList = op.callee.value === 'util_create_list';
      const text = operands.join(', ');
      return isList ? `[${text}]` : `${op.callee.value}(${text})`;
    }
    if (op instanceof emitpy.ConstantOp) return this.#attribute(op.value, op);
    if (op instanceof emitpy.LiteralOp) return op.value.value;
    if (op instanceof emitpy.SubscriptOp) return `${operands[0]!}[${operands[1]!}]`;
    if (op instanceof emitpy.GetAttrOp) return `${operands[0]!}.${op.attrName.value}`;
    throw new UnwritableOperation(op, 'operation type not supported in inline expression');
  }
}

function importText(op: emitpy.ImportOp): string {
  const module = op.moduleName.value;
  if (op.importAll !== null) return `from ${module} import *`;
  const as = (alias: string): string => (alias === '' ? '' : ` as ${alias}`);
  if (op.members.length === 0) return `import ${module}${as(op.moduleAlias?.value ?? '')}`;
  return `from ${module} import ${op.members.map(({ name, alias }) => `${name}${as(alias)}`).join(', ')}`;
}
