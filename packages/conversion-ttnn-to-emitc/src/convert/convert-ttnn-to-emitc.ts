import { IncludeOp } from '@shardform/dialect-emitc';
import { FuncOp } from '@shardform/dialect-func';
import * as ttcore from '@shardform/dialect-ttcore';
import { definePass, FunctionType, type ModuleOp, type Operation, StringAttr } from '@shardform/ir-core';
import { cpp, unknownReason, UnwritableValue } from '@shardform/ttnn-calls';
import { converted } from './cpp-types.ts';
import { OperationConversion } from './operation-conversion.ts';

/** Calls of C++'s `ttnn` take the place of TTNN's operations. */
export const convertTtnnToEmitc = definePass({
  name: 'convert-ttnn-to-emitc',
  className: 'ConvertTTNNToEmitC',
  summary: 'converts TTNN to C++',
  anchor: 'builtin.module',
  dependentDialects: ['emitc'],
  run(module, pass) {
    const ops: Operation[] = [];
    module.walk((op) => {
      if (op !== module) ops.push(op);
    }, 'pre');
    for (const op of ops) if (op instanceof FuncOp) convertSignature(op);
    const conversion = new OperationConversion(pass.context);
    for (const op of ops) {
      const reason = problemOf(op, conversion);
      if (reason === null) continue;
      const detail = reason === '' ? '' : `: ${reason}`;
      pass.context.diagnostics.emitOn(op, 'error', `failed to legalize operation '${op.name}'${detail}`);
      pass.fail();
      return;
    }
    // The types of arguments say what operations do until all are converted.
    for (const func of ops)
      if (func instanceof FuncOp && !func.isDeclaration)
        for (const argument of func.entry.arguments) argument.setType(converted(argument.type));
    // Users come after what they use.
    for (const op of ops.toReversed()) if (conversion.isReplaced(op)) op.erase();
    finish(module);
  },
});

/** Why an operation is not converted, empty where there is nothing to say; `null` if it is. */
function problemOf(op: Operation, conversion: OperationConversion): string | null {
  if (op instanceof FuncOp && ttcore.isKind(op, 'forward_cpu_declaration'))
    return "the host executes it, which programs of C++ do not; 'enable-cpu-hoisted-const-eval=false' leaves it to the device";
  try {
    return conversion.convert(op) ? null : (unknownReason(op, cpp) ?? '');
  } catch (error) {
    if (!(error instanceof UnwritableValue)) throw error;
    return error.message;
  }
}

function convertSignature(func: FuncOp): void {
  const { inputs, results } = func.functionType;
  func.functionType = FunctionType.get(inputs.map(converted), results.map(converted));
  func.argAttrs = null;
  func.resAttrs = null;
}

function finish(module: ModuleOp): void {
  for (const [name] of module.sortedDiscardable()) module.setAttr(name, null);
  const include = StringAttr.get('ttnn-precompiled.hpp');
  module.body.insertBefore(
    IncludeOp.create({ include }, [], { location: module.location }),
    module.body.firstOp,
  );
  for (const op of [...module.body]) if (op instanceof ttcore.DeviceOp) op.erase();
}
