import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { ConstantOp, tensorOf } from '@shardform/dialect-stablehlo';
import {
  ArrayAttr,
  Builder,
  type Context,
  DenseElementsAttr,
  DictionaryAttr,
  FileLineColLoc,
  FunctionType,
  i1,
  i64,
  type Location,
  ModuleOp,
  NameLoc,
  RankedTensorType,
  StringAttr,
  type Tensor,
  type Type,
  UnknownLoc,
  zip,
} from '@shardform/ir-core';
import { elementTypeOf } from './element-types.ts';
import { foldNode } from './fold.ts';
import {
  ImportedNode,
  type ImportedResult,
  type NodeImporter,
  OnnxImportError,
  type OnnxValue,
} from './import-node.ts';
import { knownOf, type KnownTensor } from './known-tensor.ts';
import { elementwiseOps } from './ops/elementwise-ops.ts';
import { attentionOps } from './ops/attention-ops.ts';
import { einsum } from './ops/einsum.ts';
import { imageOps } from './ops/image-ops.ts';
import { indexingOps } from './ops/indexing-ops.ts';
import { networkOps } from './ops/network-ops.ts';
import { normalizationOps } from './ops/normalization-ops.ts';
import { orderOps } from './ops/order-ops.ts';
import { quantizationOps } from './ops/quantization-ops.ts';
import { shapeOps } from './ops/shape-ops.ts';
import { decodeModel, OnnxFormatError } from './proto/decode.ts';
import type { OnnxGraph, OnnxModel, OnnxTensor, OnnxValueInfo } from './proto/onnx-model.ts';
import { BroadcastingBuilder } from './broadcasting-builder.ts';

/** Options of the import of a model. */
export interface ImportOnnxOptions {
  /** Names the file in messages. */
  readonly sourceName?: string;
  /** Sizes of the dimensions that the model only names, such as `batch`. */
  readonly sizes?: ReadonlyMap<string, number>;
  /** True if weights of floating-point numbers are arguments after the inputs; else they are constants. */
  readonly weightsAsArguments?: boolean;
}

const importers: Readonly<Record<string, NodeImporter>> = {
  ...elementwiseOps,
  ...shapeOps,
  ...networkOps,
  ...normalizationOps,
  ...indexingOps,
  ...orderOps,
  ...attentionOps,
  ...imageOps,
  ...quantizationOps,
  Einsum: einsum,
};

/** Names of the operations of ONNX that can be imported, in alphabetical order. */
export const importedOps: readonly string[] = Object.keys(importers).sort();

/**
 * Reads an ONNX model as a module with a function `@main` of StableHLO and CHLO operations, which has the model's
 * inputs and results. All sizes have to be known: those that the model names are given in the options. What computes
 * sizes from shapes is computed while the model is read.
 *
 * @returns `null` when it can't be imported, for the reasons in the context's diagnostics.
 */
export function importOnnx(
  bytes: Uint8Array,
  context: Context,
  options: ImportOnnxOptions = {},
): ModuleOp | null {
  let location = fileOf(options);
  try {
    const model = decodeModel(bytes);
    return new GraphImport(model, context, options, (own) => (location = own)).run();
  } catch (error) {
    if (error instanceof OnnxImportError || error instanceof OnnxFormatError || error instanceof RangeError) {
      context.diagnostics.error(location, error.message);
      return null;
    }
    throw error;
  }
}

/** The file of a model, which has no lines. */
function fileOf({ sourceName }: ImportOnnxOptions): Location {
  return sourceName === undefined ? UnknownLoc.instance : FileLineColLoc.get(sourceName, 0, 0);
}

class GraphImport {
  readonly #graph: OnnxGraph;
  readonly #opset: number;
  readonly #options: ImportOnnxOptions;
  readonly #builder: Builder;
  readonly #onLocation: (location: Location) => void;
  readonly #values = new Map<string, OnnxValue>();

  constructor(
    model: OnnxModel,
    context: Context,
    options: ImportOnnxOptions,
    onLocation: (location: Location) => void,
  ) {
    this.#graph = model.graph;
    this.#opset = model.opset;
    this.#options = options;
    this.#builder = new Builder(context);
    this.#onLocation = onLocation;
  }

  run(): ModuleOp {
    const graph = this.#graph;
    const module = ModuleOp.empty();
    this.#builder.location = fileOf(this.#options);
    this.#builder.setInsertionPointToEnd(module.body);
    const stored = new Set(graph.initializers.map(({ name }) => name));
    // Older models list their weights among the inputs.
    const inputs = graph.inputs.filter(({ name }) => !stored.has(name));
    const weights = this.#options.weightsAsArguments === true ? graph.initializers.filter(isWeight) : [];
    const types = [...inputs.map((info) => this.#typeOf(info)), ...weights.map(tensorType)];
    const names = [...inputs, ...weights].map(({ name }) => name);
    const func = this.#builder.create(
      FuncOp,
      {
        symName: StringAttr.get('main'),
        functionType: FunctionType.get(types, []),
        argAttrs: ArrayAttr.get(
          names.map((name) => DictionaryAttr.get([['onnx.name', StringAttr.get(name)]])),
        ),
      },
      [],
    );
    const entry = this.#builder.createBlock(func.body, types);
    zip(entry.arguments, names).forEach(([argument, name]) =>
      this.#values.set(name, computed(tensorOf(argument))),
    );
    for (const tensor of graph.initializers) {
      if (!this.#values.has(tensor.name)) this.#values.set(tensor.name, this.#stored(tensor));
    }
    graph.nodes.forEach((_, index) => this.#importNode(index));
    this.#onLocation(UnknownLoc.instance);
    const operands = graph.outputs.map(({ name }) => this.#value(name).tensor());
    this.#builder.create(ReturnOp, { operands });
    func.functionType = FunctionType.get(
      types,
      operands.map(({ type }) => type),
    );
    return module;
  }

  #value(name: string): OnnxValue {
    const value = this.#values.get(name);
    if (value === undefined) throw new OnnxImportError(`uses '${name}', which nothing before it defines`);
    return value;
  }

  #typeOf({ name, type, shape }: OnnxValueInfo): RankedTensorType {
    if (shape === null) throw new OnnxImportError(`the sizes of input '${name}' are not known`);
    const sizes = shape.map((size, dim) => {
      if (typeof size === 'number') return size;
      const given = this.#options.sizes?.get(size);
      if (given !== undefined) return given;
      const what = size === '' ? `dimension ${dim}` : `'${size}', dimension ${dim}`;
      throw new OnnxImportError(`the size of ${what} of input '${name}', is not known: give it a number`);
    });
    return RankedTensorType.get(sizes, elementTypeOf(type));
  }

  #importNode(index: number): void {
    const node = this.#graph.nodes[index]!;
    const label = node.name === '' ? `${node.opType}_${index}` : node.name;
    const location = NameLoc.get(label, fileOf(this.#options));
    this.#builder.location = location;
    this.#onLocation(location);
    const fail = (message: string): never => {
      throw new OnnxImportError(`node '${label}' of type ${node.opType} ${message}`);
    };
    const isStandard = node.domain === '' || node.domain === 'ai.onnx';
    const importer = isStandard && Object.hasOwn(importers, node.opType) ? importers[node.opType] : undefined;
    if (importer === undefined)
      return fail(
        node.domain === '' ? `can't be imported` : `of the domain '${node.domain}' can't be imported`,
      );
    let results: readonly ImportedResult[];
    try {
      const inputs = node.inputs.map((name) => (name === '' ? null : this.#value(name)));
      const imported = new ImportedNode(node, inputs, this.#opset, this.#builder);
      const folded = foldNode(imported);
      results = folded === null ? importer(imported) : [folded];
    } catch (error) {
      if (error instanceof OnnxImportError || error instanceof RangeError) return fail(error.message);
      throw error;
    }
    node.outputs.forEach((name, i) => {
      const result = results[i];
      if (name === '') return;
      if (result === undefined) fail(`has a result ${i}, which can't be imported`);
      else this.#values.set(name, this.#valueOf(result));
    });
  }

  #valueOf(result: ImportedResult): OnnxValue {
    if ('bytes' in result) return this.#stored(result);
    return 'values' in result ? this.#known(result) : computed(result);
  }

  /** A tensor of the file, which becomes a constant where it is first used. */
  #stored(stored: OnnxTensor): OnnxValue {
    const { name, shape, isExternal } = stored;
    const elementType = elementTypeOf(stored.type);
    return {
      elementType,
      shape,
      known: isExternal ? null : knownOf(stored),
      tensor: this.#once(() => {
        if (isExternal) throw new OnnxImportError(`tensor '${name}' is in another file, which can't be read`);
        const type = RankedTensorType.get(shape, elementType);
        const value = elementsOf(type, stored);
        return tensorOf(this.#builder.create(ConstantOp, { value }, [type]).output);
      }),
    };
  }

  #known(known: KnownTensor): OnnxValue {
    const { shape, values, elementType = i64 } = known;
    return {
      elementType,
      shape,
      known,
      tensor: this.#once(() => new BroadcastingBuilder(this.#builder).constant(shape, elementType, values)),
    };
  }

  #once(make: () => Tensor): () => Tensor {
    let made: Tensor | null = null;
    return () => (made ??= make());
  }
}

function computed(tensor: Tensor): OnnxValue {
  const { elementType, shape } = tensor.type;
  return { elementType, shape, known: null, tensor: () => tensor };
}

/** Numbers of more than a handful of elements: the others are sizes and factors. */
function isWeight({ type, shape }: OnnxTensor): boolean {
  return [1, 10, 11, 16].includes(type) && shape.length > 0;
}

function tensorType({ type, shape }: OnnxTensor): Type {
  return RankedTensorType.get(shape, elementTypeOf(type));
}

/** The elements of a tensor of the file. @throws OnnxImportError when it has not as many bytes as its type asks for. */
function elementsOf(type: RankedTensorType, { name, bytes }: OnnxTensor): DenseElementsAttr {
  try {
    return type.elementType === i1
      ? DenseElementsAttr.fromNumbers(type, [...bytes].map(BigInt))
      : DenseElementsAttr.fromBytes(type, bytes);
  } catch (error) {
    // The attribute compares the numbers of bytes and elements; what it says is about the file.
    throw new OnnxImportError(`tensor '${name}' is broken: ${(error as Error).message}`);
  }
}
