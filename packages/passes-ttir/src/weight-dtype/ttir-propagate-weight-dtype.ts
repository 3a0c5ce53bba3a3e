import {
  BlockArgument,
  definePass,
  type DiagnosticEngine,
  type Operation,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, valueAttrs } from '@shardform/dialect-func';
import { type DataType, dataTypes } from '@shardform/dialect-ttcore';
import * as ttir from '@shardform/dialect-ttir';

/** The attribute of arguments and of the operations that use them: the format in which weights are stored. */
export const WEIGHT_DTYPE = 'ttcore.weight_dtype';

/** Operations behind which a weight is the same weight. */
const seenThrough = [
  ttir.AllGatherOp,
  ttir.AllReduceAsyncOp,
  ttir.AllReduceOp,
  ttir.AllToAllOp,
  ttir.BroadcastOp,
  ttir.CollectiveBroadcastOp,
  ttir.CollectivePermuteOp,
  ttir.MeshPartitionOp,
  ttir.MeshShardOp,
  ttir.PermuteOp,
  ttir.RearrangeOp,
  ttir.ReduceScatterOp,
  ttir.RepeatInterleaveOp,
  ttir.ReshapeOp,
  ttir.TransposeOp,
  ttir.TypecastOp,
] as const;

/** The formats of the weights that a value is made of; `null` for one that has none. */
function formatsOf(value: Value, diagnostics: DiagnosticEngine): (DataType | null)[] {
  let source = value;
  for (let op = source.definingOp; op !== null; op = source.definingOp) {
    if (op instanceof ttir.ConcatOp) return op.inputs.flatMap((input) => mergedOf(input, diagnostics));
    const through = op;
    if (!seenThrough.some((cls) => through instanceof cls)) return [null];
    source = op.getOperand(0);
  }
  return [formatOfArgument(source, diagnostics)];
}

/** Like {@link formatsOf}; a concatenation without any format counts as one value. */
function mergedOf(value: Value, diagnostics: DiagnosticEngine): (DataType | null)[] {
  const formats = formatsOf(value, diagnostics);
  return formats.every((format) => format === null) ? [null] : formats;
}

function formatOfArgument(value: Value, diagnostics: DiagnosticEngine): DataType | null {
  const func = value instanceof BlockArgument ? value.owner.parentOp : null;
  if (!(func instanceof FuncOp) || !(value instanceof BlockArgument)) return null;
  const word = valueAttrs(func, 'arg_attrs', value.index).get(WEIGHT_DTYPE);
  if (!(word instanceof StringAttr)) return null;
  const format = dataTypes.find((known) => known === word.value);
  if (format === undefined) {
    const message = `ignoring invalid ${WEIGHT_DTYPE} "${word.value}" on argument ${value.index}`;
    diagnostics.emitOn(func, 'warning', `'func.func' op ${message}`);
  }
  return format ?? null;
}

/** Bits of an element, which end the names of the formats. */
function bitsOf(format: DataType): number {
  return Number(/\d+$/.exec(format)![0]);
}

function mark(op: Operation, weight: Value, diagnostics: DiagnosticEngine): void {
  const formats = formatsOf(weight, diagnostics);
  const [best] = formats.filter((format) => format !== null).toSorted((a, b) => bitsOf(b) - bitsOf(a));
  if (best === undefined) return;
  if (formats.some((format) => format !== best)) {
    diagnostics.emitOn(
      op,
      'warning',
      `'${op.name}' op fusing matmuls with differing weight dtype overrides; using highest-precision dtype ` +
        `'${best}' for the fused weight to avoid precision loss`,
    );
  }
  op.setAttr(WEIGHT_DTYPE, StringAttr.get(best));
}

/** Matrix products say in which format their weight is stored, as the argument that it comes from says. */
export const ttirPropagateWeightDtype = definePass({
  name: 'ttir-propagate-weight-dtype',
  className: 'TTIRPropagateWeightDtype',
  summary: 'propagates the formats of weights to matrix products',
  anchor: 'builtin.module',
  run(module, pass) {
    module.walk((op) => {
      if (op instanceof ttir.MatmulOp || op instanceof ttir.LinearOp || op instanceof ttir.SparseMatmulOp) {
        mark(op, op.b, pass.context.diagnostics);
      }
    });
  },
});
