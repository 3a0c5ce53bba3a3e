import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { CallOp, FuncOp } from '@shardform/dialect-func';
import { Context, type ModuleOp, type Operation, parseModule, printOp, StringAttr, SymbolRefAttr, SourceText, TupleType } from '@shardform/ir-core';
import { hloDialect } from '@shardform/dialect-hlo';
import { chloDialect, CustomCallOp, type GetTupleElementOp } from '@shardform/dialect-stablehlo';
import { readHloProto } from '@shardform/hlo-module';
import { importHlo } from '../src/index.ts';

function normal(module: ModuleOp, context: Context): string {
  const funcs = new Map<string, FuncOp>();
  for (const op of module.body) if (op instanceof FuncOp) funcs.set(op.symName.value, op);
  const found: Operation[] = [];
  module.walk((op: Operation) => { found.push(op); });
  found.forEach((op: Operation) => {
    if (op.parent !== null && op.name === 'stablehlo.custom_call') {
      const config = op.getAttr('backend_config');
      if (config instanceof StringAttr && config.value === '') op.setAttr('backend_config', null);
      const [type] = op.resultTypes();
      if (op.results.length === 1 && type instanceof TupleType) {
        const c = op as CustomCallOp;
        const made = CustomCallOp.create({ inputs: c.inputs, callTargetName: c.callTargetName, hasSideEffect: c.hasSideEffect, backendConfig: c.backendConfig, apiVersion: c.apiVersion, calledComputations: c.calledComputations, operandLayouts: c.operandLayouts, resultLayouts: c.resultLayouts, outputOperandAliases: c.outputOperandAliases }, type.types, { attributes: op.discardable });
        made.moveBefore(op);
        for (const user of op.getResult().users()) { const g = user as GetTupleElementOp; g.getResult().replaceAllUsesWith(made.getResult(g.index.number)); g.erase(); }
        op.erase();
      }
    }
  });
  const order: FuncOp[] = [];
  const names = new Map<string, string>();
  const visit = (func: FuncOp): void => {
    order.push(func);
    func.walk((op: Operation) => {
      const targets = op instanceof CallOp ? [op.callee.root] : op.name === 'stablehlo.custom_call' ? [...String(op.getAttr('called_computations')).matchAll(/@([\w.$]+)/g)].map((m) => m[1]!) : [];
      for (const t of targets) if (!names.has(t)) { names.set(t, `f${names.size}`); pending.push(funcs.get(t)!); }
    }, 'pre');
  };
  const pending: FuncOp[] = [funcs.get('main')!];
  while (pending.length > 0) visit(pending.shift()!);
  return order.map((func) => {
    func.walk((op: Operation) => {
      for (const [name] of [...(op.discardable ?? [])]) if (/^hlo\.|^xla_shape$|result_layout/.test(name)) op.setAttr(name, null);
      if (op instanceof CallOp) op.callee = SymbolRefAttr.get(names.get(op.callee.root)!);
    }, 'pre');
    func.symName = StringAttr.get(names.get(func.symName.value) ?? 'main');
    return printOp(func, context).replace(/(jax.buffer_donor = true|tf.aliasing_output = \d+ : i32|hlo.must_alias = true)(, )?/g, '').replace(/ ?\{hlo.layout = "[^"]*"\}|hlo.layout = "[^"]*",? ?/g, '').replace(/ -> \((tensor<[^>]*>)\) /g, ' -> $1 ').replace(/, \}/g, '}').replace(/ \{\}/g, '');
  }).join('\n');
}
let same = 0; const all = process.argv.slice(2);
for (const file of all) {
  const n = basename(file).replace('.mlir', '');
  const make = (): Context => { const c = new Context([hloDialect, chloDialect]); c.allowUnregisteredDialects = true; c.diagnostics.subscribe((d) => { if (d.severity === 'error') console.log(n, d.message); }); return c; };
  const [a, b] = [make(), make()];
  const text = readFileSync(file, 'utf8')  .replace(/stablehlo\.dot (%[\w#.]+), (%[\w#.]+), precision = (\[[A-Z, ]+\]) : \(tensor<([^>]*)>, /g, (all, x, y, pr, t) => `stablehlo.dot_general ${x}, ${y}, contracting_dims = [${t.split('x').length - 2}] x [0], precision = ${pr} : (tensor<${t}>, `).replace(/mhlo\.erf/g, 'chlo.erf').replace(/\/\*index=\d+\*\//g, '').replace(/mhlo\.topk\((%[\w#.]+), k = (\d+)\)/g, 'chlo.top_k($1, k = $2)');
  const theirs = parseModule(new SourceText(n, text) as never, a);
  const ours = importHlo(readHloProto(readFileSync(`/work/hlo/real/${n}.before.pb`)), b, {});
  if (theirs === null || ours === null) { console.log(n, 'NULL'); continue; }
  const [x, y] = [normal(theirs, a), normal(ours, b)];
  if (x === y) same++;
  else {
    writeFileSync(`/tmp/hB/cmp/${n}.theirs`, x); writeFileSync(`/tmp/hB/cmp/${n}.ours`, y);
    const [p, q] = [x.split('\n'), y.split('\n')];
    const i = p.findIndex((line, k) => line !== q[k]);
    const [u, v] = [p[i] ?? '', q[i] ?? '']; let k = 0; while (u[k] === v[k] && k < u.length) k++; k = Math.max(0, k - 60);
    console.log(n, '\n  T', u.slice(k, k + 250), '\n  O', v.slice(k, k + 250));
  }
}
console.log(same, 'of', all.length);
