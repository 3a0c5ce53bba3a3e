import {
  applyPartialConversion,
  type ConversionPattern,
  type ConversionRewriter,
  conversionPattern,
  ConversionTarget,
  definePass,
  DictionaryAttr,
  type Operation,
  StringAttr,
} from '@shardform/ir-core';
import { CompositeOp, CustomCallOp } from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import type { Converted } from '../convert/convertible.ts';
import { attentions } from './attention.ts';
import { CompositeCall } from './composite-call.ts';
import { meshPartition } from './mesh-partition.ts';
import { normalizations } from './normalization.ts';
import { selections } from './selection.ts';
import { adamW } from './training.ts';

/** Creates the counterpart of a composite in TTIR; `null` when the composite is of another form. */
export type CompositeLowering = (call: CompositeCall) => Converted;

const gelu: CompositeLowering = (call) => {
  const [input] = call.operands;
  if (input === undefined || call.op.results.length !== 1) return null;
  return call.rewriter.create(ttir.GeluOp, { input }, [call.resultType()], {
    location: call.op.location,
    attributes: call.attributes.entries,
  });
};

/** Lowerings of composites, by the composite's name. */
const lowerings: ReadonlyMap<string, CompositeLowering> = new Map(
  Object.entries({
    ...normalizations,
    ...selections,
    ...attentions,
    'tenstorrent.gelu': gelu,
    'tenstorrent.gelu_tanh': gelu,
    'tenstorrent.adamw': adamW,
    'sdy.all_slice': meshPartition,
  }),
);

/** Marks custom calls that stand for composites. */
const HAS_CUSTOM_SHARDING = 'tt.has_custom_sharding';
const COMPOSITE_ATTRIBUTES = 'tt.composite_attributes';

function lower(op: Operation, name: string, attributes: unknown, rewriter: ConversionRewriter): boolean {
  const dictionary = attributes instanceof DictionaryAttr ? attributes : DictionaryAttr.empty;
  const made = lowerings.get(name)?.(new CompositeCall(op, dictionary, rewriter)) ?? null;
  if (made === null) return false;
  rewriter.replaceOp(op, 'results' in made ? made.results : made);
  return true;
}

/** Conversions of composites, and of custom calls that stand for them, to TTIR. */
export const compositeConversions: readonly ConversionPattern[] = [
  conversionPattern(CompositeOp, 'lower-composite', (op, _adaptor, rewriter) => {
    const name = op.getAttr('name');
    return name instanceof StringAttr && lower(op, name.value, op.compositeAttributes, rewriter);
  }),
  conversionPattern(CustomCallOp, 'lower-composite-call', (op, _adaptor, rewriter) => {
    const name = op.callTargetName.value;
    const stands = op.hasAttr(HAS_CUSTOM_SHARDING) || name === 'tenstorrent.distributed_rms_norm';
    return stands && lower(op, name, op.getAttr(COMPOSITE_ATTRIBUTES), rewriter);
  }),
];

/** Converts composites that have a counterpart in TTIR; others stay. */
export const legalizeStablehloCompositeToTtir = definePass({
  name: 'legalize-stablehlo-composite-to-ttir',
  className: 'LegalizeStableHLOCompositeToTTIR',
  summary: 'lowers composites with a counterpart in TTIR',
  anchor: 'builtin.module',
  dependentDialects: ['ttir'],
  run(module, pass) {
    const target = new ConversionTarget().addLegalDialects('ttir');
    if (!applyPartialConversion(module, target, compositeConversions, pass.context)) pass.fail();
  },
});
