import { CallOp, FuncOp } from '@shardform/dialect-func';
import { CpuModuleOp, DeviceModuleOp, isKind } from '@shardform/dialect-ttcore';
import { type Block, definePass, ModuleOp, type Operation } from '@shardform/ir-core';

/** The program is what runs on the device, and before what calls them first, the functions of the host. */
export const emitpyLinkModules = definePass({
  name: 'emitpy-link-modules',
  className: 'EmitPyLinkModules',
  summary: 'moves the functions of the device and of the host into the program',
  anchor: 'builtin.module',
  run(root, pass) {
    const fail = (op: Operation, message: string): void => {
      pass.context.diagnostics.emitOn(op, 'error', message);
      pass.fail();
    };
    if (root.parentOp !== null) {
      fail(root, 'EmitPyLinkModules pass must run on root module!');
      return;
    }
    const ops = [...root.body];
    const outer = ops.find((op) => op instanceof DeviceModuleOp);
    const inner = outer?.bodyRegion.entry.firstOp;
    if (outer === undefined || !(inner instanceof ModuleOp)) {
      fail(root, 'No ttcore.device_module found in the top-level module!');
      return;
    }
    const host = ops.find((op) => op instanceof CpuModuleOp);
    if (host !== undefined) {
      for (const declaration of hostDeclarations(inner)) {
        const problem = link(declaration, host);
        if (problem !== null) fail(declaration, problem);
      }
      host.erase();
    }
    for (const op of [...inner.body]) op.moveToEnd(root.body);
    for (const [name, attribute] of inner.sortedDiscardable())
      if (!root.hasAttr(name)) root.setAttr(name, attribute);
    outer.erase();
  },
});

function hostDeclarations(module: ModuleOp): FuncOp[] {
  const found: FuncOp[] = [];
  module.walkOf(FuncOp, (func) => {
    if (isKind(func, 'forward_cpu_declaration')) found.push(func);
  });
  return found;
}

/** Puts the function before what calls it first; returns what prevents that. */
function link(declaration: FuncOp, host: CpuModuleOp): string | null {
  const name = declaration.symName.value;
  const inner = host.bodyRegion.entry.firstOp;
  const definition =
    inner instanceof ModuleOp
      ? [...inner.body].find((op) => op instanceof FuncOp && !op.isDeclaration && op.symName.value === name)
      : undefined;
  if (definition === undefined) return 'CPU-hoisted declaration has no matching definition in the CPU module';
  const caller = firstCaller(name, declaration.parent!);
  if (caller === null) return 'CPU-hoisted declaration has no call site in its scope';
  definition.moveBefore(caller);
  declaration.erase();
  return null;
}

function firstCaller(name: string, scope: Block): Operation | null {
  for (const op of scope) {
    const calls: CallOp[] = [];
    op.walkOf(CallOp, (call) => void calls.push(call));
    if (calls.some(({ callee }) => callee.root === name)) return op;
  }
  return null;
}
