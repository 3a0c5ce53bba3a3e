import { type CompositeOp, SystemDescAttr } from '@shardform/dialect-ttcore';
import {
  FlashMlaPrefillOp,
  IndexerScoreDsaOp,
  RotaryEmbeddingOp,
  TopKRouterGptOp,
} from '@shardform/dialect-ttnn';
import {
  type Attribute,
  type Builder,
  DictionaryAttr,
  FloatAttr,
  IntegerAttr,
  type Location,
  type ModuleOp,
  type Operation,
} from '@shardform/ir-core';

/** Makes the operation of the library that a composite names; a text says what the composite lacks for it. */
type Promotion = (composite: CompositeOp, builder: Builder) => Operation | string;

/** An operation of the library that composites may name. */
export interface TypedComposite {
  readonly promote: Promotion;
  /** The only architecture whose library has the operation. */
  readonly onlyOn?: string;
}

function attributeOf(composite: CompositeOp, name: string): Attribute | null {
  return (composite.compositeAttributes ?? DictionaryAttr.empty).get(name);
}

function integerOf(composite: CompositeOp, name: string): IntegerAttr | null {
  const value = attributeOf(composite, name);
  return value instanceof IntegerAttr ? value : null;
}

/** Truth values are integers of one bit. */
const isTrue = (composite: CompositeOp, name: string): boolean => integerOf(composite, name)?.value === 1n;

const at = ({ location }: CompositeOp): { readonly location: Location } => ({ location });

const needsInputs = (count: number): string => `expected ${count} inputs`;
const needs = (...names: readonly string[]): string => `expected the attributes ${names.join(' and ')}`;

const router: Promotion = (composite, builder) => {
  const [input, weight, bias, ...others] = composite.inputs;
  if (input === undefined || weight === undefined || bias === undefined || others.length > 0)
    return needsInputs(3);
  const k = integerOf(composite, 'k');
  const numExperts = integerOf(composite, 'num_experts');
  if (k === null || numExperts === null) return needs('k', 'num_experts');
  return builder.create(
    TopKRouterGptOp,
    { input, weight, bias, k, numExperts },
    composite.resultTypes(),
    at(composite),
  );
};

const rotation: Promotion = (composite, builder) => {
  const [input, cosCache, sinCache, ...others] = composite.inputs;
  if (input === undefined || cosCache === undefined || sinCache === undefined || others.length > 0)
    return needsInputs(3);
  return builder.create(
    RotaryEmbeddingOp,
    { input, cosCache, sinCache },
    composite.resultTypes(),
    at(composite),
  );
};

const latentAttention: Promotion = (composite, builder) => {
  const [query, key, ...optional] = composite.inputs;
  const hasValue = isTrue(composite, 'has_value');
  const hasMask = isTrue(composite, 'has_attention_mask');
  const count = 2 + Number(hasValue) + Number(hasMask);
  if (query === undefined || key === undefined || 2 + optional.length !== count) return needsInputs(count);
  const value = hasValue ? optional[0]! : null;
  const attentionMask = hasMask ? optional.at(-1)! : null;
  const headDimV = integerOf(composite, 'head_dim_v');
  const isCausal = integerOf(composite, 'is_causal');
  if (headDimV === null || isCausal === null) return needs('head_dim_v', 'is_causal');
  const given = attributeOf(composite, 'scale');
  const scale = given instanceof FloatAttr ? given : null;
  const operands = { query, key, value, attentionMask };
  return builder.create(
    FlashMlaPrefillOp,
    { ...operands, headDimV, isCausal, scale },
    composite.resultTypes(),
    at(composite),
  );
};

const indexer: Promotion = (composite, builder) => {
  const [query, key, weights, ...others] = composite.inputs;
  if (query === undefined || key === undefined || weights === undefined || others.length > 0)
    return needsInputs(3);
  const chunkStartIdx = integerOf(composite, 'chunk_start_idx');
  const clusterAxis = integerOf(composite, 'cluster_axis');
  return builder.create(
    IndexerScoreDsaOp,
    { query, key, weights, clusterAxis, ...(chunkStartIdx !== null && { chunkStartIdx }) },
    composite.resultTypes(),
    at(composite),
  );
};

/** The operations that composites may name. */
const typedComposites: ReadonlyMap<string, TypedComposite> = new Map(
  Object.entries({
    flash_mla_prefill: { promote: latentAttention },
    indexer_score_dsa: { promote: indexer, onlyOn: 'blackhole' },
    rotary_embedding: { promote: rotation },
    topk_router_gpt: { promote: router },
  }),
);

/** Returns the operation that a composite names; `null` when there is none on the machine of the module. */
export function typedComposite(composite: CompositeOp, module: ModuleOp): TypedComposite | null {
  const typed = typedComposites.get(composite.compositeName.value) ?? null;
  if (typed?.onlyOn === undefined) return typed;
  const system = module.getAttr('ttcore.system_desc');
  // Without a system it is left to who runs the program.
  const chip = system instanceof SystemDescAttr ? system.chipDescs[0] : undefined;
  return chip === undefined || chip.arch === typed.onlyOn ? typed : null;
}
