import { describe, expect, test } from 'vitest';
import { FuncOp, smallContext } from '../../tests/small-dialects.ts';
import { SymbolRefAttr, StringAttr } from '../builtin/attrs/basic-attrs.ts';
import type { ModuleOp } from '../builtin/ops/module-op.ts';
import { FunctionType } from '../builtin/types/composite-types.ts';
import { parseModule } from '../text/parse-module.ts';
import { printOp } from '../text/print.ts';
import type { Operation } from './operation.ts';
import {
  lookupNearestSymbol,
  lookupSymbol,
  nearestSymbolTable,
  setSymbolName,
  setSymbolVisibility,
  SymbolTable,
  SymbolTables,
  symbolName,
  symbolVisibility,
} from './symbol-table.ts';
import {
  isSymbolUnused,
  replaceSymbolUses,
  symbolUsersIn,
  symbolUsesOf,
  usesOfSymbol,
} from './symbol-uses.ts';

const context = smallContext();

function parse(text: string): ModuleOp {
  return parseModule(text, context)!;
}

function declaration(name: string): FuncOp {
  return FuncOp.create({ symName: StringAttr.get(name), functionType: FunctionType.get([], []) }, []);
}

const nested = `
module {
  func.func @main() {
    call @helper() : () -> ()
    return
  }
  func.func private @helper()
  module @inner {
    func.func nested @main()
    func.func private @helper()
  }
  "test.print"() {ref = @inner::@helper} : () -> ()
}`;

describe('look-up', () => {
  test('finds symbols of the nearest table, and of tables inside by nested references', () => {
    const module = parse(nested);
    const main = lookupSymbol(module, 'main')!;
    const inner = lookupSymbol(module, 'inner')!;
    const call = main.regions[0]!.entry.firstOp!;
    expect(symbolName(main)).toBe('main');
    expect(lookupSymbol(module, 'none')).toBeNull();
    expect(lookupNearestSymbol(call, 'helper')).toBe(lookupSymbol(module, 'helper'));
    const ref = SymbolRefAttr.get('inner', ['helper']);
    expect(lookupSymbol(module, ref)).toBe(lookupSymbol(inner, 'helper'));
    expect(lookupSymbol(module, SymbolRefAttr.get('helper', ['x']))).toBeNull();
    expect(new SymbolTables().lookupNearest(call, ref)).toBe(lookupSymbol(inner, 'helper'));
    expect(nearestSymbolTable(inner)).toBe(inner);
    expect(nearestSymbolTable(call)).toBe(module);
  });

  test('visibility is public unless it is said', () => {
    const module = parse(nested);
    const helper = lookupSymbol(module, 'helper')!;
    expect(symbolVisibility(lookupSymbol(module, 'main')!)).toBe('public');
    expect(symbolVisibility(helper)).toBe('private');
    setSymbolVisibility(helper, 'public');
    expect(helper.hasAttr('sym_visibility')).toBe(false);
  });
});

describe('SymbolTable', () => {
  test('numbers names that are taken, counting on for the whole table', () => {
    const module = parse('func.func private @f() func.func private @f_1()');
    const table = new SymbolTable(module);
    expect(table.insert(declaration('f'))).toBe('f_0');
    expect(table.insert(declaration('f'))).toBe('f_2');
    expect(table.insert(declaration('g'))).toBe('g');
    expect(table.insert(declaration('g'))).toBe('g_3');
    expect([...module.body].map((op) => symbolName(op))).toEqual(['f', 'f_1', 'f_0', 'f_2', 'g', 'g_3']);
  });

  test('inserts where it is told and leaves symbols that it has', () => {
    const module = parse('func.func private @f()');
    const table = new SymbolTable(module);
    const first = module.body.firstOp!;
    table.insert(declaration('g'), first);
    expect(table.insert(first)).toBe('f');
    expect([...module.body].map((op) => symbolName(op))).toEqual(['g', 'f']);
  });

  test('renames and erases', () => {
    const module = parse('func.func private @f() func.func private @g()');
    const table = new SymbolTable(module);
    const [f, g] = [...module.body] as [Operation, Operation];
    table.rename(f, 'h');
    expect(table.lookup('h')).toBe(f);
    expect(table.lookup('f')).toBeNull();
    expect(() => table.rename(f, 'g')).toThrow("symbol 'g' is defined already");
    table.erase(g);
    expect(table.lookup('g')).toBeNull();
    expect([...module.body]).toEqual([f]);
  });
});

describe('uses', () => {
  test('are found in attributes of the table and, by path, of tables around it', () => {
    const module = parse(nested);
    const inner = lookupSymbol(module, 'inner')!;
    const outerHelper = lookupSymbol(module, 'helper')!;
    const innerHelper = lookupSymbol(inner, 'helper')!;
    expect(usesOfSymbol(outerHelper)!.map(({ user }) => user.name)).toEqual(['func.call']);
    expect(usesOfSymbol(innerHelper)).toEqual([]);
    expect(usesOfSymbol(innerHelper, module)!.map(({ ref }) => String(ref))).toEqual(['@inner::@helper']);
    expect(isSymbolUnused(innerHelper)).toBe(true);
    expect(isSymbolUnused(inner)).toBe(false);
    expect(symbolUsesOf(lookupSymbol(module, 'main')!)!.length).toBe(1);
    expect(new Set(symbolUsersIn(module).keys())).toEqual(new Set(['helper', 'inner']));
  });

  test('are replaced inside other attributes and paths', () => {
    const module = parse(`
module {
  module @m {
    func.func private @f()
  }
  "test.print"() {a = [@m::@f, {b = @m}], c = @f} : () -> ()
}`);
    const inner = lookupSymbol(module, 'm')!;
    expect(replaceSymbolUses(inner, 'n')).toBe(true);
    setSymbolName(inner, 'n');
    expect(printOp(module.body.lastOp!, context)).toBe('test.print {a = [@n::@f, {b = @n}], c = @f}\n');
    expect(replaceSymbolUses(lookupSymbol(inner, 'f')!, 'g', module)).toBe(true);
    expect(printOp(module.body.lastOp!, context)).toBe('test.print {a = [@n::@g, {b = @n}], c = @f}\n');
  });

  test('are not known where undeclared operations may be symbol tables', () => {
    const open = smallContext();
    open.allowUnregisteredDialects = true;
    const module = parseModule('func.func private @f() "x.op"() ({}) {ref = @f} : () -> ()', open)!;
    const f = module.body.firstOp!;
    expect(usesOfSymbol(f)).toBeNull();
    expect(isSymbolUnused(f)).toBe(false);
    expect(replaceSymbolUses(f, 'g')).toBe(false);
  });
});
