import { FileOp } from '@shardform/dialect-emitpy';
import { CallOp, FuncOp } from '@shardform/dialect-func';
import { DeviceOp, isKind } from '@shardform/dialect-ttcore';
import { Block, cloneOp, definePass, enumOption, type Operation, StringAttr } from '@shardform/ir-core';
import { functionsIn, IMPORTED_FROM, setKind } from './names.ts';
import { prependAll } from './prepend.ts';

const CONSTANTS = 'consteval';

/** What is computed once stands in a file of its own, from which the program imports it. */
export const ttnnFileSplit = definePass({
  name: 'ttnn-file-split',
  className: 'TTNNFileSplit',
  summary: 'puts functions of constants into a file of their own',
  anchor: 'builtin.module',
  options: { target: enumOption('the language of the files; EmitC is not available', ['EmitPy'], 'EmitPy') },
  run(module) {
    if (!functionsIn(module).some((func) => isKind(func, 'const_eval'))) return;
    const fileOf = (id: string): FileOp => {
      const file = FileOp.create({ id: StringAttr.get(id) }, [], { location: module.location });
      file.bodyRegion.append(new Block());
      return file;
    };
    const [main, constants] = [fileOf('main'), fileOf(CONSTANTS)];
    const ops = [...module.body];
    const [mainBody, constantsBody] = [main.bodyRegion.entry, constants.bodyRegion.entry];
    const device = ops.find((op) => op instanceof DeviceOp);
    if (device !== undefined) for (const body of [mainBody, constantsBody]) body.append(cloneOp(device));
    const wrappers: FuncOp[] = [];
    const isFiller = (op: Operation): op is FuncOp =>
      op instanceof FuncOp && isKind(op, 'const_eval_wrapper');
    for (const op of ops) {
      if (isFiller(op)) wrappers.push(op);
      if (isFiller(op) || (op instanceof FuncOp && isKind(op, 'const_eval'))) op.moveToEnd(constantsBody);
    }
    for (const wrapper of wrappers) {
      const declaration = FuncOp.declaration(wrapper.symName.value, wrapper.functionType);
      setKind(declaration, 'imported_declaration');
      declaration.setAttr(IMPORTED_FROM, StringAttr.get(CONSTANTS));
      mainBody.append(declaration);
    }
    const calls = (body: Block): Set<string> => {
      const found = new Set<string>();
      for (const own of body)
        own.walk((op) => {
          if (op instanceof CallOp) found.add(op.callee.root);
        });
      return found;
    };
    const called = calls(constantsBody);
    for (const op of ops) {
      if (op === device || op.parent !== module.body) continue;
      // Functions of the host that only constants need go with them.
      if (op instanceof FuncOp && op.isDeclaration && called.has(op.symName.value)) {
        op.remove();
        prependAll(constantsBody, [op]);
      } else op.moveToEnd(mainBody);
    }
    device?.erase();
    module.body.append(main);
    module.body.append(constants);
  },
});
