import { Builder, definePass, type PassRun, type RankedTensorType, type Value } from '@shardform/ir-core';
import type { FuncOp } from '@shardform/dialect-func';
import {
  DeviceType,
  FromDeviceOp,
  GetDeviceOp,
  layoutOf,
  type LayoutRequest,
  makeLayout,
  MeshOffsetAttr,
  MeshShapeAttr,
  ToDeviceOp,
  ToLayoutOp,
  ToTensorSpecOp,
  TypecastOp,
  withEncoding,
} from '@shardform/dialect-ttnn';
import { deviceFunctions, deviceMesh } from '../device/device-modules.ts';

type Tensor = Value<RankedTensorType>;

/** A change of memory and layout becomes single steps: to the device, to tiles or rows, to the host. */
export const ttnnDecomposeLayouts = definePass({
  name: 'ttnn-decompose-layouts',
  className: 'TTNNDecomposeLayouts',
  summary: 'splits changes of layout into steps',
  anchor: 'builtin.module',
  run(op, pass) {
    for (const func of deviceFunctions(op)) {
      for (const inner of func.entry) if (inner instanceof ToTensorSpecOp) decompose(inner, func, pass);
    }
  },
});

function decompose(op: ToTensorSpecOp, func: FuncOp, pass: PassRun): void {
  const [from, to] = [layoutOf(op.input.type), layoutOf(op.result.type)];
  if (from === null || to === null) {
    pass.opError(op, 'needs layouts');
    return;
  }
  const builder = new Builder(pass.context);
  builder.location = op.location;
  builder.setInsertionPoint(op);
  let value: Tensor = op.input;
  let state: LayoutRequest = { bufferType: from.bufferType, isTiled: from.isTiled };
  const next = (change: Partial<LayoutRequest>): RankedTensorType => {
    state = { ...state, ...change };
    return withEncoding(value.type, makeLayout(value.type.shape, value.type.elementType, state));
  };
  if (from.isOnHost && !to.isOnHost) {
    const device = deviceValue(func, builder);
    value = builder.create(ToDeviceOp, { input: value, device }, [
      next({ bufferType: to.bufferType }),
    ]).result;
  }
  // Element types change on tiles: before tiles are given up, or after they are made.
  const cast = (): void => {
    const { elementType } = op.result.type;
    if (value.type.elementType === elementType) return;
    const type = withEncoding(
      value.type.withElementType(elementType),
      makeLayout(value.type.shape, elementType, state),
    );
    value = builder.create(TypecastOp, { input: value }, [type]).result;
  };
  if (state.isTiled) cast();
  if (state.isTiled !== to.isTiled) {
    value = builder.create(ToLayoutOp, { input: value }, [next({ isTiled: to.isTiled })]).result;
  }
  cast();
  if (!from.isOnHost && to.isOnHost) {
    value = builder.create(FromDeviceOp, { input: value }, [next({ bufferType: to.bufferType })]).result;
  }
  op.result.replaceAllUsesWith(value);
  op.erase();
}

/** The opened devices of a function, opened at its head if they are not yet. */
function deviceValue(func: FuncOp, builder: Builder): Value<DeviceType> {
  for (const op of func.entry) if (op instanceof GetDeviceOp) return op.device;
  const mesh = deviceMesh(func);
  return builder.atSavedPoint(() => {
    builder.setInsertionPointToStart(func.entry);
    const meshOffset = MeshOffsetAttr.get(mesh.map(() => 0));
    const args = { meshShape: MeshShapeAttr.get(mesh), meshOffset };
    return builder.create(GetDeviceOp, args, [DeviceType.instance]).device;
  });
}
