import { setValueAttr, type FuncOp } from '@shardform/dialect-func';
import { GetTupleElementOp } from '@shardform/dialect-ttcore';
import {
  changedTensor,
  DeviceType,
  GetDeviceOp,
  layoutOf,
  ToDeviceOp,
  ToLayoutOp,
} from '@shardform/dialect-ttnn';
import { definePass, FunctionType, isInstance, StringAttr, TupleType, type Type } from '@shardform/ir-core';
import { forwardFunctions } from './names.ts';

/** Gives a function the device as its last argument, which stands for all devices that it opened. */
export function takeDevice(func: FuncOp): void {
  const { inputs, results } = func.functionType;
  const device = func.entry.addArgument(DeviceType.instance, func.location);
  for (const op of func.entry) {
    if (!(op instanceof GetDeviceOp)) continue;
    op.device.replaceAllUsesWith(device);
    op.erase();
  }
  func.functionType = FunctionType.get([...inputs, DeviceType.instance], results);
  setValueAttr(func, 'arg_attrs', inputs.length, 'emitpy.name', StringAttr.get('device'));
}

/** The program is a function `forward` of tensors as the caller has them, row by row on the host, and of a device. */
export const ttnnPrepareModuleForExport = definePass({
  name: 'ttnn-prepare-module-for-export',
  className: 'TTNNPrepareModuleForExport',
  summary: 'makes the program a function of inputs on the host and a device',
  anchor: 'builtin.module',
  run(module, pass) {
    const [func] = forwardFunctions(module);
    if (func === undefined) return;
    func.symName = StringAttr.get('forward');
    const [tuple] = func.functionType.inputs;
    if (func.functionType.inputs.length !== 1 || !isInstance(TupleType, tuple)) {
      const problem =
        func.functionType.inputs.length === 0
          ? 'expected forward function to have at least one (tuple) input; run `-ttnn-tuplify-tensors=tuplify-input-if-empty=true` before this pass'
          : `expected forward function to have exactly (tuple, device) arguments after device injection; got ${func.functionType.inputs.length + 1} arguments`;
      pass.context.diagnostics.emitOn(func, 'error', `'func.func' op ${problem}`);
      pass.fail();
      return;
    }
    takeDevice(func);
    setValueAttr(func, 'arg_attrs', 0, 'emitpy.name', StringAttr.get('input'));
    takeFromHost(func, tuple);
  },
});

/** Inputs come in the host's memory, row by row, and are laid out and moved to the device first. */
function takeFromHost(func: FuncOp, tuple: TupleType): void {
  const { entry } = func;
  const [list, device] = [entry.getArgument(0), entry.getArgument(1)];
  const types: Type[] = [...tuple.types];
  for (const op of [...entry]) {
    if (!(op instanceof GetTupleElementOp) || op.getOperand(0) !== list) continue;
    const { type } = op.result;
    const layout = layoutOf(type);
    if (layout === null || layout.isOnHost) continue;
    const onHost = changedTensor(type, { bufferType: 'system_memory', isTiled: false });
    const laidOut = changedTensor(type, { bufferType: 'system_memory' });
    types[op.index.number] = onHost;
    const location = { location: op.location };
    op.result.setType(onHost);
    const inLayout = ToLayoutOp.create({ input: op.result }, [laidOut], location);
    const moved = ToDeviceOp.create({ input: inLayout.result, device: device }, [type], location);
    op.result.replaceUsesIf(moved.result, ({ owner }) => owner !== inLayout);
    entry.insertBefore(inLayout, op.next);
    entry.insertBefore(moved, inLayout.next);
  }
  const changed = TupleType.get(types);
  list.setType(changed);
  func.functionType = FunctionType.get([changed, DeviceType.instance], func.functionType.results);
}
