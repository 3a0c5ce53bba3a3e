import {
  BlockArgument,
  Builder,
  definePass,
  type Operation,
  type PassRun,
  type RankedTensorType,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, valueAttrs } from '@shardform/dialect-func';
import { ArgumentTypeAttr, type DataType } from '@shardform/dialect-ttcore';
import {
  changedTensor,
  FromDeviceOp,
  LinearOp,
  MatmulOp,
  openedDevice,
  SparseMatmulOp,
  ToDeviceOp,
  TypecastOp,
} from '@shardform/dialect-ttnn';
import { formatOption, inFormat } from '../number-format.ts';
import { formatOf } from '../workaround/operand-workaround.ts';

type Product = MatmulOp | LinearOp | SparseMatmulOp;

const WEIGHT_DTYPE = 'ttcore.weight_dtype';
const FORMATS: readonly string[] = ['bfp_bf8', 'bfp_bf4', 'bf16'];

/** Weights of matrix products are stored in fewer bits, all alike or as the product says. */
export const ttnnWeightDtypeConversion = definePass({
  name: 'ttnn-weight-dtype-conversion',
  className: 'TTNNWeightDtypeConversion',
  summary: 'stores weights in fewer bits',
  anchor: 'builtin.module',
  options: { 'target-dtype': formatOption('all weights') },
  run(module, pass) {
    const wanted = pass.options['target-dtype'];
    const products: Product[] = [];
    module.walk((op) => {
      if (op instanceof MatmulOp || op instanceof LinearOp || op instanceof SparseMatmulOp) products.push(op);
    });
    const builder = new Builder(pass.context);
    for (const op of products) {
      if (!isWeight(op.b)) continue;
      const format = ownFormat(op, pass) ?? (wanted === 'none' ? null : wanted);
      if (format !== null) convert(op, format, builder);
    }
  },
});

/** The format that a product asks for. */
function ownFormat(op: Product, pass: PassRun): DataType | null {
  const given = op.getAttr(WEIGHT_DTYPE);
  if (!(given instanceof StringAttr)) return null;
  // The condition has found the format in the list.
  if (FORMATS.includes(given.value)) return given.value as DataType;
  pass.context.diagnostics.warning(
    op.location,
    `'${op.name}' op ignoring invalid ttcore.weight_dtype "${given.value}"; legal values are: bfp_bf8, bfp_bf4, bf16`,
  );
  return null;
}

/** Returns true if a value follows from parameters and constants of the function only. */
function isWeight(value: Value): boolean {
  const found = new Set<Value>();
  const open = [value];
  const sources: BlockArgument[] = [];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (found.has(at)) continue;
    found.add(at);
    // `instanceof` makes an argument of any type of it.
    if (at instanceof BlockArgument) sources.push(at as BlockArgument);
    open.push(...(at.definingOp?.operandValues() ?? []));
  }
  return sources.length > 0 && sources.every(isParameter);
}

function isParameter(argument: BlockArgument): boolean {
  const func: Operation | null = argument.owner.parentOp;
  if (!(func instanceof FuncOp)) return false;
  const role = valueAttrs(func, 'arg_attrs', argument.index).get('ttcore.argument_type');
  return role instanceof ArgumentTypeAttr && (role.value === 'parameter' || role.value === 'constant');
}

function convert(op: Product, format: DataType, builder: Builder): void {
  const weight: Value<RankedTensorType> = op.b;
  const given = formatOf(weight.type);
  if (given === format || (given !== 'bf16' && given !== 'f32')) return;
  builder.setInsertionPoint(op);
  builder.location = op.location;
  op.setOperand(1, converted(op, weight, format, builder));
}

/** The device packs numbers of eight bits, the host those of four. */
function converted(op: Product, weight: Value<RankedTensorType>, format: DataType, builder: Builder): Value {
  const type = inFormat(weight.type, format);
  if (format !== 'bfp_bf4') return builder.create(TypecastOp, { input: weight }, [type]).result;
  const hostType = changedTensor(weight.type, { bufferType: 'system_memory' });
  const host = builder.create(FromDeviceOp, { input: weight }, [hostType]);
  const packed = builder.create(TypecastOp, { input: host.result }, [inFormat(hostType, format)]);
  const device = openedDevice(op, builder);
  return builder.create(ToDeviceOp, { input: packed.result, device }, [type]).result;
}
