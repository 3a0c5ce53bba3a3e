import {
  AfterAllOp,
  CreateTokenOp,
  GetTupleElementOp,
  InfeedOp,
  OutfeedOp,
  RecvOp,
  SendOp,
  TupleOp,
} from '@shardform/dialect-stablehlo';
import type { InstructionAttributes, Shape } from '@shardform/hlo-module';
import { ArrayAttr, type Attribute, IntegerAttr, type Operation, type StringAttr } from '@shardform/ir-core';
import { arrayShape } from '../build/shapes.ts';
import { type LoweringContext, shapeOf } from './context.ts';
import { pairsOf } from './collectives.ts';
import { isTrue } from './literals.ts';
import { type Lowering, lowering } from './lowering.ts';

const token: Shape = { kind: 'token' };
const transferContext: Shape = arrayShape('u32', []);
const PAIRS = '_xla_send_recv_source_target_pairs';

function transferAttributes(op: SendOp | RecvOp): {
  channelId: number;
  isHostTransfer?: boolean;
} {
  return {
    channelId: op.channelHandle.handle,
    ...(isTrue(op.isHostTransfer) && { isHostTransfer: true }),
  };
}

/** Instructions of a transfer between devices have the pairs of these in a frontend attribute. */
function withPairs(op: SendOp | RecvOp, context: LoweringContext, make: () => void): void {
  const pairs = op.sourceTargetPairs === null ? [] : pairsOf(op.sourceTargetPairs);
  const { frontendAttributes } = context.builder.scope;
  if (pairs.length === 0) {
    make();
    return;
  }
  const text = `{${pairs.map((pair) => `{${pair.join(',')}}`).join(',')}}`;
  const entries: [string, string][] = [...frontendAttributes, [PAIRS, text]];
  const merged = new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  context.builder.within({ frontendAttributes: merged }, make);
}

/** A configuration, unless it is empty. */
function configured(key: 'infeedConfig' | 'outfeedConfig', config: StringAttr | null): InstructionAttributes {
  return config === null || config.value === '' ? {} : { [key]: config.value };
}

/** A shape with the layout of an `infeed`, which lists dimensions from the minor one. */
function laidOut(shape: Shape, layout: Attribute | undefined): Shape {
  if (shape.kind !== 'array' || !(layout instanceof ArrayAttr)) return shape;
  const minorToMajor = layout.elements.flatMap((d) => (d instanceof IntegerAttr ? [d.number] : []));
  return { ...shape, layout: { minorToMajor } };
}

function dataShapes(op: Operation, layouts: ArrayAttr | null = null): Shape[] {
  return op.results.slice(0, -1).map(({ type }, i) => laidOut(shapeOf(type, op), layouts?.elements[i]));
}

/** Exports of tokens, tuples and transfers. */
export const hostLowerings: readonly Lowering[] = [
  lowering(CreateTokenOp, (op, context) => {
    context.result(op, 'after-all', token, []);
  }),
  lowering(AfterAllOp, (op, context) => {
    context.result(op, 'after-all', token, context.getAll(op.operandValues()));
  }),
  lowering(TupleOp, (op, context) => {
    context.set(op.getResult(), context.tuple(context.getAll(op.operandValues())));
  }),
  lowering(GetTupleElementOp, (op, context) => {
    context.set(op.getResult(), context.element(context.get(op.operand), op.index.number));
  }),
  lowering(InfeedOp, (op, context) => {
    const data: Shape = { kind: 'tuple', elements: dataShapes(op, op.layout) };
    const { sharding } = context.builder.scope;
    const infeed = context.builder.add(
      'infeed',
      { kind: 'tuple', elements: [data, token] },
      [context.get(op.token)],
      { attributes: configured('infeedConfig', op.infeedConfig) },
    );
    const parts = sharding?.kind === 'tuple' ? sharding.elements : [];
    const own = (i: number) => ({ sharding: parts[i] ?? null });
    if (data.elements.length > 0) {
      const dataSharding = sharding === null ? null : { ...sharding, elements: parts.slice(0, -1) };
      const tuple = context.builder.within({ sharding: dataSharding }, () => context.element(infeed, 0));
      data.elements.forEach((_, i) => {
        context.set(
          op.getResult(i),
          context.builder.within(own(i), () => context.element(tuple, i)),
        );
      });
    }
    const last = op.resultCount - 1;
    context.set(
      op.getResult(last),
      context.builder.within(own(last), () => context.element(infeed, 1)),
    );
  }),
  lowering(OutfeedOp, (op, context) => {
    const operand = context.builder.within({ sharding: null }, () =>
      context.tuple(context.getAll(op.inputs)),
    );
    const outfeedShape: Shape = {
      kind: 'tuple',
      elements: op.inputs.map(({ type }) => shapeOf(type, op)),
    };
    context.result(op, 'outfeed', token, [operand, context.get(op.token)], {
      attributes: {
        outfeedShape,
        ...configured('outfeedConfig', op.outfeedConfig),
      },
    });
  }),
  lowering(SendOp, (op, context) => {
    const operands = context.getAll(op.inputs);
    const [only] = operands;
    const operand = operands.length === 1 && only !== undefined ? only : context.tuple(operands);
    const attributes = transferAttributes(op);
    withPairs(op, context, () => {
      const send = context.builder.add(
        'send',
        { kind: 'tuple', elements: [operand.shape, transferContext, token] },
        [operand, context.get(op.token)],
        { attributes },
      );
      context.result(op, 'send-done', token, [send], { attributes });
    });
  }),
  lowering(RecvOp, (op, context) => {
    const shapes = dataShapes(op);
    const [only] = shapes;
    const data: Shape =
      shapes.length === 1 && only !== undefined ? only : { kind: 'tuple', elements: shapes };
    const attributes = transferAttributes(op);
    withPairs(op, context, () => {
      const recv = context.builder.add(
        'recv',
        { kind: 'tuple', elements: [data, transferContext, token] },
        [context.get(op.token)],
        { attributes },
      );
      const done = context.builder.add('recv-done', { kind: 'tuple', elements: [data, token] }, [recv], {
        attributes,
      });
      const received = context.element(done, 0);
      if (shapes.length === 1) context.set(op.getResult(0), received);
      else shapes.forEach((_, i) => context.set(op.getResult(i), context.element(received, i)));
      context.set(op.getResult(op.resultCount - 1), context.element(done, 1));
    });
  }),
];
