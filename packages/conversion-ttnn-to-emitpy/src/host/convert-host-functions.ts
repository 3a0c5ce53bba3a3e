import {
  CallOpaqueOp,
  NestedFuncOp,
  NestedFuncReturnOp,
  OpaqueAttr,
  OpaqueType,
} from '@shardform/dialect-emitpy';
import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { isKind } from '@shardform/dialect-ttcore';
import {
  ArrayAttr,
  Block,
  Builder,
  type Context,
  definePass,
  FunctionType,
  IndexType,
  IntegerAttr,
  isInstance,
  type ModuleOp,
  type Operation,
  RankedTensorType,
  StringAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { UnwritableValue } from '@shardform/ttnn-calls';
import type { CallParts } from '../convert/call-parts.ts';
import { LIST } from '../convert/convert-ttnn-to-emitpy.ts';
import { functionsIn, textsAttr } from '../prepare/names.ts';
import { MESH_SHAPE } from './capture-mesh-shape.ts';
import { hostCallParts } from './host-call-parts.ts';
import { torchFormat } from './host-values.ts';
import { TENSOR, TENSORS } from '../convert/python-types.ts';

const TORCH = OpaqueType.of('torch.Tensor');
const TORCH_LIST = OpaqueType.of('[torch.Tensor]');

/** Functions whose result has the format of their first operand, where TTIR's may have another. */
const COMPARISONS: ReadonlySet<string> = new Set(
  [
    'eq',
    'ne',
    'gt',
    'ge',
    'lt',
    'le',
    'isfinite',
    'logical_and',
    'logical_not',
    'logical_or',
    'logical_xor',
  ].map((name) => `ttir.${name}`),
);

/**
 * Functions of the host become functions of Python: outside, they take tensors of the devices and have `utils` call a
 * function inside, which computes with PyTorch, for each piece.
 */
export const convertTtirCpuToEmitpy = definePass({
  name: 'convert-ttir-cpu-to-emitpy',
  className: 'ConvertTTIRCPUToEmitPy',
  summary: 'converts functions of the host to Python',
  anchor: 'builtin.module',
  dependentDialects: ['emitpy'],
  run(module, pass) {
    for (const func of functionsIn(module))
      if (isKind(func, 'forward_cpu') && !new HostFunction(pass.context).convert(func, module)) pass.fail();
  },
});

class HostFunction {
  readonly #context: Context;
  readonly #builder: Builder;
  readonly #values = new Map<Value, Value>();

  constructor(context: Context) {
    this.#context = context;
    this.#builder = new Builder(context);
  }

  convert(func: FuncOp, module: ModuleOp): boolean {
    const ops = [...func.entry];
    const body = new Block();
    for (const argument of func.entry.arguments)
      this.#values.set(argument, body.addArgument(TORCH, argument.location));
    this.#builder.setInsertionPointToEnd(body);
    for (const op of ops) if (!this.#convert(op)) return false;
    this.#outer(func, body, module);
    return true;
  }

  #convert(op: Operation): boolean {
    this.#builder.location = op.location;
    if (op instanceof ReturnOp) {
      this.#builder.create(NestedFuncReturnOp, { operands: this.#all(op.operandValues()) }, []);
      return true;
    }
    try {
      const made = this.#call(hostCallParts(op), op.resultTypes());
      for (const [i, result] of op.results.entries()) this.#values.set(result, made[i]!);
      if (COMPARISONS.has(op.name)) this.#cast(op);
      return true;
    } catch (error) {
      if (!(error instanceof UnwritableValue)) throw error;
      const { diagnostics } = this.#context;
      diagnostics.emitOn(op, 'error', `failed to legalize operation '${op.name}': ${error.message}`);
      return false;
    }
  }

  #all(values: readonly Value[]): Value[] {
    return values.map((value) => this.#values.get(value) ?? value);
  }

  #call({ callee, args }: CallParts, types: readonly Type[]): readonly Value[] {
    const operands: Value[] = [];
    const given = args.map(({ argument }) => {
      if (typeof argument === 'string') return OpaqueAttr.of(argument);
      const [own] =
        'length' in argument ? [this.#list(this.#all(argument), TORCH_LIST)] : this.#all([argument]);
      operands.push(own!);
      return IntegerAttr.get(operands.length - 1, IndexType.instance);
    });
    const keywordArgs = textsAttr(args.map(({ keyword }) => keyword));
    const attrs = { callee: StringAttr.get(callee), args: ArrayAttr.get(given), keywordArgs };
    return this.#builder.create(
      CallOpaqueOp,
      { ...attrs, operands },
      types.map(() => TORCH),
    ).results;
  }

  #list(operands: readonly Value[], type: Type): Value {
    return this.#builder.create(CallOpaqueOp, { callee: StringAttr.get(LIST), operands }, [type]).getResult();
  }

  /** Gives the result of a comparison the format that TTIR says. */
  #cast(op: Operation): void {
    const result = op.getResult();
    const isSame = (type: Type): boolean =>
      isInstance(RankedTensorType, type) &&
      isInstance(RankedTensorType, result.type) &&
      type.elementType === result.type.elementType;
    if (isSame(op.getOperand(0).type)) return;
    const args = [
      { keyword: '', argument: result },
      { keyword: 'dtype', argument: torchFormat(result.type) },
    ];
    const [made] = this.#call({ callee: 'ttir_cpu.typecast', args }, [result.type]);
    this.#values.set(result, made!);
  }

  /** The function outside takes the place of the old one. */
  #outer(func: FuncOp, body: Block, module: ModuleOp): void {
    const { inputs, results } = func.functionType;
    const name = func.symName.value;
    const inner = `${name}_impl`;
    const mesh = func.getAttr(MESH_SHAPE);
    const type = FunctionType.get(
      inputs.map(() => TENSOR),
      results.map(() => TENSOR),
    );
    const outer = FuncOp.declaration(name, type, null);
    for (const [own, attribute] of func.sortedDiscardable()) outer.setAttr(own, attribute);
    const block = outer.body.append(new Block());
    for (const { location } of func.entry.arguments) block.addArgument(TENSOR, location);
    this.#builder.setInsertionPointToEnd(block);
    this.#builder.location = func.location;
    this.#builder.create(NestedFuncOp, { symName: StringAttr.get(inner) }, []).body.append(body);
    const meshText = mesh instanceof ArrayAttr ? `(${mesh.elements.map(numberText).join(', ')})` : null;
    const args = [
      IntegerAttr.get(0, IndexType.instance),
      OpaqueAttr.of(inner),
      ...(meshText === null ? [] : [OpaqueAttr.of(meshText)]),
    ];
    const call = this.#builder.create(
      CallOpaqueOp,
      {
        callee: StringAttr.get('utils.execute_cpu_hoisted_function'),
        operands: [this.#list(block.arguments, TENSORS)],
        args: ArrayAttr.get(args),
        keywordArgs: textsAttr(['', '', 'mesh_shape'].slice(0, args.length)),
      },
      type.results,
    );
    this.#builder.create(ReturnOp, { operands: call.results }, []);
    module.body.insertBefore(outer, func);
    func.erase();
  }
}

function numberText(attribute: unknown): string {
  return attribute instanceof IntegerAttr ? String(attribute.value) : '';
}
