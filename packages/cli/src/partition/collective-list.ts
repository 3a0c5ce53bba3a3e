import { type CollectiveOp, isCollectiveOp, localShape, MeshTable } from '@shardform/dialect-sdy';
import { elementBitWidth, isInstance, type ModuleOp, positionOf, RankedTensorType } from '@shardform/ir-core';

/** A collective that partitioning inserted. */
export interface InsertedCollective {
  /** `all_reduce`, ... */
  readonly kind: string;
  /** The axes as the operation writes them. */
  readonly axes: string;
  /** Bytes of the operand on one device. */
  readonly bytes: number;
  /** The operation whose result it moves, such as `stablehlo.dot_general`, or `argument`. */
  readonly source: string;
  /** `file:line` of that operation, or `null`. */
  readonly place: string | null;
}

/** The collectives of a module in the order of the program. */
export function listCollectives(module: ModuleOp): InsertedCollective[] {
  const meshes = new MeshTable(module);
  const found: InsertedCollective[] = [];
  module.walk((op) => {
    if (!isCollectiveOp(op)) return;
    const operand = op.getOperand(0);
    const { definingOp } = operand;
    const position = positionOf(operand.location);
    found.push({
      kind: op.name.slice('sdy.'.length),
      axes: axesOf(op),
      bytes: localBytes(op, meshes),
      source: definingOp?.name ?? 'argument',
      place: position === null ? null : `${position.file}:${position.line}`,
    });
  });
  return found;
}

/** The attribute that says along which axes: every collective has one besides its sharding. */
function axesOf(op: CollectiveOp): string {
  const attribute = op.sortedAttrs().find(([name]) => name.endsWith('axes') || name === 'params');
  if (attribute === undefined) return '';
  return String(attribute[1]).replace(/^#sdy<[a-z_]+ ?(.*)>$/, '$1');
}

function localBytes(op: CollectiveOp, meshes: MeshTable): number {
  const type = op.getResult().type;
  const { outSharding } = op;
  const mesh = meshes.meshOf(outSharding);
  if (!isInstance(RankedTensorType, type) || mesh === null) return 0;
  const shape = localShape(type.shape, outSharding, mesh) ?? type.shape;
  return (shape.reduce((product, size) => product * size, 1) * (elementBitWidth(type.elementType) ?? 0)) / 8;
}
