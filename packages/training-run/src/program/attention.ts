import { type FunctionText, type TextValue, typeText } from './function-text.ts';
import type { TransformerShape } from './transformer-shape.ts';

/** Queries, keys and values as the fused kernel takes them: rows, tokens, heads, width. */
export interface AttentionInputs {
  readonly query: TextValue;
  /** Of all tokens of a sequence. */
  readonly key: TextValue;
  readonly value: TextValue;
}

/** The sharding rule of a fused kernel: rows and heads can be divided, and queries by token where keys are whole. */
function ruleOf({ query, key }: AttentionInputs, isBackward: boolean, { mesh }: TransformerShape): string {
  if (mesh.axes.length === 0) return '';
  const [rows, queries, heads, width] = query.shape;
  const [, keys, groups] = key.shape;
  // A group of heads has the same keys.
  const isGrouped = groups > 1 && heads > groups;
  const [byQuery, byKey] = isGrouped ? ['kn', 'k'] : ['k', groups > 1 ? 'k' : 'n'];
  const inner = isGrouped ? `, n=${heads / groups}` : groups > 1 ? '' : ', n=1';
  const [q, k, sums] = [`[i, j, ${byQuery}, l]`, `[i, m, ${byKey}, l]`, `[i, ${byQuery}, j]`];
  const [operands, results] = isBackward
    ? [
        [q, k, k, sums, q, q],
        [q, k, k],
      ]
    : [
        [q, k, k],
        [q, sums],
      ];
  const sizes = `i=${rows}, j=${queries}, k=${isGrouped ? groups : heads}, l=${width}, m=${keys}${inner}`;
  const rule = `(${operands.join(', ')})->(${results.join(', ')}) {${sizes}} need_replication={l, m}`;
  return `, sdy.sharding_rule = #sdy.op_sharding_rule<${rule}, custom>`;
}

/** Causal attention as cuDNN's fused kernel has it, with the logarithms of its sums for the backward pass. */
export function attentionForward(
  f: FunctionText,
  shape: TransformerShape,
  inputs: AttentionInputs,
): readonly [result: TextValue, sums: TextValue] {
  const { query, key, value } = inputs;
  const [rows, tokens, heads] = query.shape;
  const sums = { shape: [rows, heads, tokens], dtype: 'f32' };
  const rule = ruleOf(inputs, false, shape);
  const [result, logarithms] = f.addSeveral(
    `stablehlo.custom_call @__cudnn$fmhaSoftmax(${query.name}, ${key.name}, ${value.name}) {${configOf(shape)}${rule}} : (${[query, key, value].map(typeText).join(', ')}) -> (${typeText(query)}, ${typeText(sums)})`,
    [query, sums],
  );
  return [result, logarithms];
}

/** The gradients of queries, keys and values. */
export function attentionBackward(
  f: FunctionText,
  shape: TransformerShape,
  inputs: AttentionInputs,
  { result, sums, gradient }: Readonly<Record<'result' | 'sums' | 'gradient', TextValue>>,
): AttentionInputs {
  const { query, key, value } = inputs;
  const operands = [query, key, value, sums, result, gradient];
  const rule = ruleOf(inputs, true, shape);
  const [ofQuery, ofKey, ofValue] = f.addSeveral(
    `stablehlo.custom_call @__cudnn$fmhaSoftmaxBackward(${operands.map(({ name }) => name).join(', ')}) {${configOf(shape)}${rule}} : (${operands.map(typeText).join(', ')}) -> (${[query, key, value].map(typeText).join(', ')})`,
    [query, key, value],
  );
  return { query: ofQuery, key: ofKey, value: ofValue };
}

function configOf({ run }: TransformerShape): string {
  // Parts of a sequence have early and late tokens, so that each has as many keys before its tokens as the others.
  const dealt = run.context > 1 ? ', shardform.dealt' : '';
  return `backend_config = "{\\"cudnn_fmha_backend_config\\":{\\"mask_type\\":\\"CAUSAL\\"}}"${dealt}`;
}

/** Keys or values of all tokens, of which each device has a part. */
export function gatherTokens(f: FunctionText, shape: TransformerShape, x: TextValue): TextValue {
  const { data, context } = shape.run;
  if (context === 1) return x;
  const [rows, tokens, heads, width] = x.shape;
  const each = rows / data / context;
  const parts = f.transpose(f.reshape(x, [data, context, each, tokens, heads, width]), [0, 2, 1, 3, 4, 5]);
  const whole = f.constrain(f.reshape(parts, [data, each, context * tokens, heads, width]), [
    ['data'],
    ['fsdp', 'expert'],
    [],
    ['tensor'],
    [],
  ]);
  const copies = f.constrain(
    f.broadcast(whole, [0, 2, 3, 4, 5], [data, context, each, context * tokens, heads, width]),
    [['data'], ['context'], ['fsdp', 'expert'], [], ['tensor'], []],
  );
  return f.reshape(copies, [rows, context * tokens, heads, width]);
}

/** The gradient of {@link gatherTokens}: devices add theirs of each token, and keep those of their own tokens. */
export function scatterTokens(f: FunctionText, shape: TransformerShape, x: TextValue): TextValue {
  const { data, context } = shape.run;
  if (context === 1) return x;
  const [rows, all, heads, width] = x.shape;
  const [each, tokens] = [rows / data / context, all / context];
  const sums = f.reduce(f.reshape(x, [data, context, each, all, heads, width]), [1], 'add');
  const parts = f.constrain(sums, [['data'], ['fsdp', 'expert'], ['context'], ['tensor'], []]);
  const dealt = f.transpose(
    f.reshape(parts, [data, each, context, tokens, heads, width]),
    [0, 2, 1, 3, 4, 5],
  );
  return f.reshape(dealt, [rows, tokens, heads, width]);
}

/** Turns pairs of elements by the angle of their token. @param isBack whether by the negative angle. */
export function rotate(
  f: FunctionText,
  x: TextValue,
  { cosine, sine }: Readonly<Record<'cosine' | 'sine', TextValue>>,
  isBack: boolean,
): TextValue {
  const width = x.shape[3];
  const [low, high] = [f.slice(x, 3, 0, width / 2), f.slice(x, 3, width / 2, width)];
  const dims = cosine.shape.length === 3 ? [0, 1, 3] : [1, 3];
  const [c, s] = [cosine, sine].map((table) => f.broadcast(f.convert(table, x.dtype), dims, low.shape));
  const [first, second] = isBack ? (['add', 'subtract'] as const) : (['subtract', 'add'] as const);
  const turned = (one: TextValue, by: 'add' | 'subtract', other: TextValue): TextValue =>
    f.binary(by, f.binary('multiply', one, c), f.binary('multiply', other, s));
  return f.concatenate([turned(low, first, high), turned(high, second, low)], 3);
}
