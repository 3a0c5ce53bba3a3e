import { type ModuleOp, parseModule } from '@shardform/ir-core';
import { context } from './planned.ts';

export interface StepOptions {
  /** Rows and columns of all tensors. */
  readonly size?: number;
  /** Attributes of the parameter of a layer. */
  readonly attributes?: (layer: number) => string;
  /** Whether what each layer passes on is a result, beside its new parameter. */
  readonly returnsAll?: boolean;
  /** An operation that reads what all layers pass on. */
  readonly all?: boolean;
  /** Of the operation that begins a layer. */
  readonly kind?: (layer: number) => string;
}

/** Returns a step of some layers: forward, backward, and the update of their parameters, with a table that all layers read. */
export function layeredStep(layers: number, options: StepOptions = {}): ModuleOp {
  const { attributes = () => '', returnsAll = false, all = false, kind = () => 'tanh', size = 8 } = options;
  const T = `tensor<${size}x${size}xf32>`;
  const numbers = Array.from({ length: layers }, (_, layer) => layer);
  const dot = (a: string, b: string): string =>
    `stablehlo.dot_general ${a}, ${b}, contracting_dims = [1] x [0] : (${T}, ${T}) -> ${T}`;
  const plain = (name: string, ...operands: string[]): string =>
    `stablehlo.${name} ${operands.join(', ')} : ${T}`;
  const body = [
    `%x0 = ${plain('add', '%in', '%table')}`,
    ...numbers.flatMap((k) => [
      `%a${k} = ${plain(kind(k), `%x${k}`)}`,
      `%b${k} = ${dot(`%a${k}`, `%w${k}`)}`,
      `%c${k} = ${plain('multiply', `%b${k}`, '%table')}`,
      `%d${k} = ${plain('sine', `%c${k}`)}`,
      `%e${k} = ${plain('cosine', `%c${k}`)}`,
      `%f${k} = ${plain('exponential', `%d${k}`)}`,
      `%g${k} = ${plain('subtract', `%f${k}`, `%e${k}`)}`,
      `%x${k + 1} = ${plain('add', `%x${k}`, `%g${k}`)}`,
    ]),
    `%y${layers} = ${plain('negate', `%x${layers}`)}`,
    ...numbers
      .toReversed()
      .flatMap((k) => [
        `%k${k} = ${plain('multiply', `%y${k + 1}`, `%e${k}`)}`,
        `%l${k} = ${plain('multiply', `%k${k}`, `%f${k}`)}`,
        `%m${k} = stablehlo.transpose %w${k}, dims = [1, 0] : (${T}) -> ${T}`,
        `%n${k} = ${dot(`%l${k}`, `%m${k}`)}`,
        `%o${k} = stablehlo.transpose %a${k}, dims = [1, 0] : (${T}) -> ${T}`,
        `%p${k} = ${dot(`%o${k}`, `%l${k}`)}`,
        `%q${k} = ${plain('multiply', `%n${k}`, `%x${k}`)}`,
        `%y${k} = ${plain('add', `%y${k + 1}`, `%q${k}`)}`,
      ]),
    ...numbers.flatMap((k) => [
      `%r${k} = ${plain('multiply', `%p${k}`, '%table')}`,
      `%s${k} = ${plain('multiply', `%r${k}`, `%p${k}`)}`,
      `%t${k} = ${plain('abs', `%s${k}`)}`,
      `%u${k} = ${plain('sqrt', `%t${k}`)}`,
      `%v${k} = ${plain('multiply', `%u${k}`, `%p${k}`)}`,
      `%z${k} = ${plain('subtract', `%w${k}`, `%v${k}`)}`,
    ]),
  ];
  const concatenated = `tensor<${size * layers}x${size}xf32>`;
  if (all)
    body.push(
      `%all = stablehlo.concatenate ${numbers.map((k) => `%x${k}`).join(', ')}, dim = 0 : (${numbers.map(() => T).join(', ')}) -> ${concatenated}`,
    );
  const results = [
    ...numbers.map((k) => [`%z${k}`, T] as const),
    ...(returnsAll ? numbers.map((k) => [`%x${k}`, T] as const) : []),
    [`%x${layers}`, T] as const,
    ['%y0', T] as const,
    ...(all ? [['%all', concatenated] as const] : []),
  ];
  const inputs = ['%in', ...numbers.map((k) => `%w${k}`), '%table'].map(
    (name, i) => `${name}: ${T} ${i > 0 && i <= layers ? attributes(i - 1) : ''}`,
  );
  const types = results.map(([, type]) => type);
  const text = `sdy.mesh @mesh = <["x"=2]>
func.func @main(${inputs.join(', ')}) -> (${types.join(', ')}) {
${body.join('\n')}
return ${results.map(([name]) => name).join(', ')} : ${types.join(', ')}
}`;
  const module = parseModule(text, context);
  if (module === null) throw new Error(`no program: ${text}`);
  return module;
}
