import {
  definePass,
  type Operation,
  type OpOperand,
  type OpResult,
  type RankedTensorType,
} from '@shardform/ir-core';
import {
  AddOp,
  AllGatherOp,
  AllReduceOp,
  MatmulOp,
  MultiplyOp,
  ReduceScatterOp,
  ReshapeOp,
  SiluOp,
  SliceStaticOp,
  ToMemoryConfigOp,
} from '@shardform/dialect-ttnn';
import { inFormat } from '../number-format.ts';
import { formatOf } from '../workaround/operand-workaround.ts';

type Tensor = OpResult<RankedTensorType>;

const isView = (op: Operation): boolean =>
  op instanceof ReshapeOp || op instanceof SliceStaticOp || op instanceof ToMemoryConfigOp;
const isCollective = (op: Operation): boolean =>
  op instanceof AllGatherOp || op instanceof ReduceScatterOp || op instanceof AllReduceOp;

/** Results that are sent between devices on their way to a residual sum travel in eight bits. */
export const ttnnCclActivationDtypeLowering = definePass({
  name: 'ttnn-ccl-activation-dtype-lowering',
  className: 'TTNNCCLActivationDtypeLowering',
  summary: 'sends activations in fewer bits',
  anchor: 'builtin.module',
  run(module) {
    const products: MatmulOp[] = [];
    module.walkOf(MatmulOp, (op) => {
      products.push(op);
    });
    for (const op of products) {
      const way = wayToSum(op) ?? wayToGate(op);
      for (const step of way ?? []) shorten(step);
    }
  },
});

function isLong({ type }: { readonly type: RankedTensorType }): boolean {
  const format = formatOf(type);
  return format === 'bf16' || format === 'f32';
}

/** A way from a result to the operation that uses it at last. */
interface Way {
  readonly steps: readonly Operation[];
  readonly isSent: boolean;
  readonly end: OpOperand;
}

/** Follows a result through operations that pass it on to one user each. */
function follow(start: Tensor, passes: (op: Operation) => boolean): Way | null {
  const steps: Operation[] = [];
  let at: OpResult = start;
  for (;;) {
    const use = at.hasOneUse ? at.firstUse : null;
    if (use === null) return null;
    const { owner } = use;
    if (!passes(owner)) return { steps, isSent: steps.some(isCollective), end: use };
    if (owner.results.length !== 1) return null;
    steps.push(owner);
    at = owner.getResult();
  }
}

/** The operations from a product over devices to a sum with a long number, or `null`. */
function wayToSum(product: MatmulOp): readonly Operation[] | null {
  const way = follow(product.result, (op) => isView(op) || isCollective(op));
  if (!isLong(product.result) || way?.isSent !== true || !(way.end.owner instanceof AddOp)) return null;
  const { lhs, rhs } = way.end.owner;
  return isLong(way.end.index === 0 ? rhs : lhs) ? [product, ...way.steps] : null;
}

/** The operations from a product over devices to the gate of a layer whose second product leads to a sum. */
function wayToGate(product: MatmulOp): readonly Operation[] | null {
  const way = follow(product.result, (op) => isView(op) || isCollective(op) || op instanceof SiluOp);
  if (!isLong(product.result) || way?.isSent !== true || !(way.end.owner instanceof MultiplyOp)) return null;
  const gate = way.end.owner;
  const second = gate.result.hasOneUse ? gate.result.users()[0] : undefined;
  if (!(second instanceof MatmulOp) || wayToSum(second) === null) return null;
  return [product, ...way.steps, gate];
}

function shorten(op: Operation): void {
  // All operations on a way have one result, a tensor.
  const result = op.results[0] as Tensor;
  if (isLong(result)) result.setType(inFormat(result.type, 'bfp_bf8'));
}
