import type { DimAxes, FunctionText, TextValue } from './function-text.ts';
import { usedWeights } from './layer.ts';
import type { TensorSpec } from './kept-values.ts';
import { normBackward, normForward } from './norm.ts';
import { product, widthGradient } from './products.ts';
import type { TransformerShape } from './transformer-shape.ts';
import type { OperandSink, WeightSums } from './weight-gradients.ts';

/** Token numbers, of the inputs or of the next tokens. */
export function tokenSpec({ rows, tokens, rowAxes }: TransformerShape): TensorSpec {
  return { shape: [rows, tokens], dtype: 'i32', dims: [rowAxes, []] };
}

/** Looks tokens up in the embedding. */
export function embed(
  f: FunctionText,
  shape: TransformerShape,
  weight: TextValue,
  tokens: TextValue,
): TextValue {
  const { hidden } = shape.run.model;
  const table = usedWeights(f, shape.embeddingWeights(), [weight]).get('embedding')!;
  const found = f.add(
    `"stablehlo.gather"(${table.name}, ${tokens.name}) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, ${hidden}>}> : (tensor<${[...table.shape, table.dtype].join('x')}>, tensor<${[...tokens.shape, 'i32'].join('x')}>) -> tensor<${[...tokens.shape, hidden, table.dtype].join('x')}>`,
    [],
    [...tokens.shape, hidden],
    table.dtype,
    'written',
  );
  return f.constrain(found, shape.between);
}

/** Adds the gradients of tokens to those of their rows of the embedding. */
export function embedBackward(
  f: FunctionText,
  shape: TransformerShape,
  tokens: TextValue,
  gradient: TextValue,
  sums: WeightSums,
): void {
  const { vocab, hidden } = shape.run.model;
  const { copies, rows } = shape;
  const each = rows / copies;
  const isApart = copies > 1;
  const [index, update] = isApart
    ? [
        f.reshape(tokens, [copies, each, shape.tokens]),
        f.reshape(gradient, [copies, each, shape.tokens, hidden]),
      ]
    : [tokens, gradient];
  const empty = f.filled(0, {
    shape: isApart ? [copies, vocab, hidden] : [vocab, hidden],
    dtype: gradient.dtype,
  });
  const dims = isApart
    ? 'update_window_dims = [3], inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 3'
    : 'update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2';
  const type = (value: TextValue): string => `tensor<${[...value.shape, value.dtype].join('x')}>`;
  const added = f.add(
    `"stablehlo.scatter"(${[empty, index, update].map(({ name }) => name).join(', ')}) <{scatter_dimension_numbers = #stablehlo.scatter<${dims}>}> ({
      ^bb0(%a: tensor<${gradient.dtype}>, %b: tensor<${gradient.dtype}>):
        %sum = stablehlo.add %a, %b : tensor<${gradient.dtype}>
        stablehlo.return %sum : tensor<${gradient.dtype}>
    }) : (${[empty, index, update].map(type).join(', ')}) -> ${type(empty)}`,
    [],
    empty.shape,
    gradient.dtype,
    'written',
  );
  sums.add('embedding', added);
}

/** Values of the head that its backward pass uses. */
export interface HeadValues {
  readonly input: TextValue;
  readonly normal: TextValue;
  readonly logits: TextValue;
  readonly largest: TextValue;
  readonly sum: TextValue;
}

/** The values of the head that are kept. */
export function keptOfHead(shape: TransformerShape): readonly TensorSpec[] {
  const { rows, tokens, rowAxes, dtype, between, activation } = shape;
  const byToken: TensorSpec = { shape: [rows, tokens], dtype: 'f32', dims: [rowAxes, []] };
  return [
    { ...activation, dims: between },
    { ...activation, dims: between },
    { shape: [rows, tokens, shape.run.model.vocab], dtype, dims: logitAxes(shape) },
    byToken,
    byToken,
  ];
}

function logitAxes({ rowAxes }: TransformerShape): DimAxes {
  return [rowAxes, [], ['tensor']];
}

/** The mean negative logarithm of the probability of the next tokens. */
export function headForward(
  f: FunctionText,
  shape: TransformerShape,
  weights: readonly TextValue[],
  input: TextValue,
  next: TextValue,
): HeadValues & { readonly loss: TextValue } {
  const used = usedWeights(f, shape.headWeights(), weights);
  const normal = normForward(f, input, used.get('norm')!);
  const product2 = product(f, shape, f.constrain(normal, shape.whole), used.get('head')!, [[2, 0]]);
  const logits = f.constrain(product2, logitAxes(shape));
  const wide = f.convert(logits, 'f32');
  const largest = f.reduce(wide, [2], 'maximum');
  const shifted = f.binary('subtract', wide, f.broadcast(largest, [0, 1], wide.shape));
  const sum = f.reduce(f.unary('exponential', shifted), [2], 'add');
  const chosen = f.reduce(f.select(isNext(f, next, wide), shifted, f.filled(0, shifted)), [2], 'add');
  const losses = f.binary('subtract', f.unary('log', sum), chosen);
  const total = f.reduce(losses, [0, 1], 'add');
  const loss = f.binary('multiply', total, f.constant(1 / (shape.rows * shape.tokens), [], 'f32'));
  return { input, normal, logits, largest, sum, loss };
}

/** @param take operands of the gradients of weights. @returns the gradient of the head's input. */
export function headBackward(
  f: FunctionText,
  shape: TransformerShape,
  weights: readonly TextValue[],
  { input, logits, largest, sum }: HeadValues,
  next: TextValue,
  take: OperandSink,
): TextValue {
  const used = usedWeights(f, shape.headWeights(), weights);
  const wide = f.convert(logits, 'f32');
  const shifted = f.binary('subtract', wide, f.broadcast(largest, [0, 1], wide.shape));
  const probability = f.binary(
    'divide',
    f.unary('exponential', shifted),
    f.broadcast(sum, [0, 1], wide.shape),
  );
  const hot = f.convert(isNext(f, next, wide), 'f32');
  const scale = f.filled(1 / (shape.rows * shape.tokens), wide);
  const ofLogits = f.convert(
    f.binary('multiply', f.binary('subtract', probability, hot), scale),
    shape.dtype,
  );
  take('head', ofLogits);
  const ofNormal = f.constrain(product(f, shape, ofLogits, used.get('head')!, [[2, 1]]), shape.between);
  const [own, scaled] = normBackward(f, input, used.get('norm')!, ofNormal);
  take('norm', widthGradient(f, shape, scaled));
  return own;
}

/** Adds the gradient of a weight of the head. @param operand that {@link headBackward} gives. */
export function addHeadGradient(
  f: FunctionText,
  shape: TransformerShape,
  normal: TextValue,
  [name, operand]: readonly [name: string, operand: TextValue],
  sums: WeightSums,
): void {
  if (name === 'norm') sums.add(name, operand);
  else sums.addProduct(name, f.constrain(normal, shape.whole), operand);
}

/** The operands of gradients of the head's weights, in the order of these. */
export function headOperands(shape: TransformerShape): readonly TensorSpec[] {
  const { rows, tokens, productType } = shape;
  const [norm] = shape.headWeights();
  const logits = [rows, tokens, shape.run.model.vocab];
  return [
    { ...shape.gradient(norm), dtype: 'f32' },
    { shape: logits, dtype: productType, dims: logitAxes(shape) },
  ];
}

function isNext(f: FunctionText, next: TextValue, { shape }: TextValue): TextValue {
  const numbers = f.add('stablehlo.iota dim = 2', [], shape, 'i32', 'result');
  return f.compare(numbers, f.broadcast(next, [0, 1], shape), 'EQ');
}
