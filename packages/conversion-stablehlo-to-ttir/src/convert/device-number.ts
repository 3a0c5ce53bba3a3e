import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { TensorBuilder } from '@shardform/dialect-ttir';
import {
  type ConversionPattern,
  currentBudget,
  DenseElementsAttr,
  IntegerAttr,
  product,
  type Tensor,
} from '@shardform/ir-core';
import { conversion } from './convertible.ts';

/** Each device takes its own number out of a table of all, whose dimensions are split along the axes of the mesh. */
const partitionId = conversion(shlo.PartitionIdOp, (op, { builder, mesh }) => {
  if (mesh === null) return null;
  const scalar = op.result.type;
  const count = product(mesh);
  currentBudget().check('devices', 'the mesh has', count);
  const table = scalar.withShape(mesh);
  const value = DenseElementsAttr.fromNumbers(
    table,
    Array.from({ length: count }, (_, i) => i),
  );
  let numbers: Tensor = builder.create(ttir.ConstantOp, { value }, [table]).result;
  for (const [axis, size] of mesh.entries()) {
    if (size === 1) continue;
    const type = numbers.type.withShape(numbers.type.shape.with(axis, 1));
    numbers = builder.create(
      ttir.MeshPartitionOp,
      {
        input: numbers,
        dim: IntegerAttr.get(axis, ttir.si32),
        clusterAxis: IntegerAttr.get(axis, ttir.ui32),
      },
      [type],
    ).result;
  }
  return [new TensorBuilder(builder).reshape(numbers, [])];
});

/** Conversions of operations that return a device's number. */
export const deviceNumberConversions: readonly ConversionPattern[] = [partitionId];
