import {
  definePass,
  FunctionType,
  ModuleOp,
  type Operation,
  type PassRun,
  type Type,
} from '@shardform/ir-core';
import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { bufferTypeOf, DeviceModuleOp, GlobalOp } from '@shardform/dialect-ttcore';

/** The modules of the devices, or the module itself without any. */
function bufferizedModules(module: ModuleOp): ModuleOp[] {
  const devices = [...module.body].filter((op) => op instanceof DeviceModuleOp);
  if (devices.length === 0) return [module];
  return devices.flatMap((device) =>
    [...device.bodyRegion.entry].filter((op): op is ModuleOp => op instanceof ModuleOp),
  );
}

/** The first operation of a function on tensors, for which no form on buffers is known. */
function unknownOp(func: FuncOp): Operation | null {
  let found: Operation | null = null;
  func.walk((op) => {
    if (op === func || op instanceof ReturnOp) return;
    const types = [...op.operandTypes(), ...op.resultTypes()];
    if (found === null && types.some((type) => bufferTypeOf(type) !== null)) found = op;
  });
  return found;
}

function bufferize(func: FuncOp, pass: PassRun): void {
  const op = unknownOp(func);
  if (op !== null) {
    pass.opError(op, 'has no form on buffers; functions may only pass tensors on');
    return;
  }
  const convert = (type: Type): Type => bufferTypeOf(type) ?? type;
  const { inputs, results } = func.functionType;
  func.functionType = FunctionType.get(inputs.map(convert), results.map(convert));
  for (const block of func.body.blocks) {
    for (const argument of block.arguments) argument.setType(convert(argument.type));
  }
}

/**
 * Tensors of signatures and variables become buffers, where their encoding says: in the manner of MLIR's one-shot
 * bufferization, of which this has no operations but function, return and variable; others are refused.
 */
export const ttcoreOneShotBufferize = definePass({
  name: 'ttcore-one-shot-bufferize',
  className: 'TTCoreOneShotBufferizePass',
  summary: 'turns tensors of signatures and variables into buffers',
  anchor: 'builtin.module',
  run(op, pass) {
    for (const module of bufferizedModules(op)) {
      for (const inner of module.body) if (inner instanceof FuncOp) bufferize(inner, pass);
    }
    op.walkOf(GlobalOp, (variable) => {
      const type = bufferTypeOf(variable.type);
      if (type !== null) variable.type = type;
    });
  },
});
