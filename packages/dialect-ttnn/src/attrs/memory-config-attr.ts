import { attributeField, enumField } from '@shardform/dialect-ttcore';
import {
  Attribute,
  type AttrConstraint,
  attrOf,
  InternTable,
  type Parser,
  type Printer,
} from '@shardform/ir-core';
import { strippedField } from '@shardform/dialect-ttcore';
import { NdShardSpecAttr, ShardSpecAttr } from './core-attrs.ts';
import { BufferTypeAttr, TensorMemoryLayoutAttr } from './enums.ts';
import { bufferProblem } from './layout-problems.ts';

const buffer = /* @__PURE__ */ enumField(BufferTypeAttr);
const layout = /* @__PURE__ */ enumField(TensorMemoryLayoutAttr);
const shard = /* @__PURE__ */ attributeField(ShardSpecAttr);
const ndShard = /* @__PURE__ */ strippedField(NdShardSpecAttr);

/** What a memory configuration says; `null` where it says nothing. */
export interface MemoryConfig {
  readonly bufferType: BufferTypeAttr;
  readonly memoryLayout: TensorMemoryLayoutAttr | null;
  readonly shardSpec: ShardSpecAttr | null;
  readonly ndShardSpec: NdShardSpecAttr | null;
}

/** `#ttnn.memory_config<#dram, <interleaved>>`: in which memory and how a tensor is to be put. */
export class MemoryConfigAttr extends Attribute {
  static readonly mnemonic = 'ttnn.memory_config';
  static readonly #table = new InternTable<MemoryConfigAttr>();
  readonly config: MemoryConfig;

  private constructor(config: MemoryConfig) {
    super();
    this.config = config;
  }

  static get(config: MemoryConfig): MemoryConfigAttr {
    const { bufferType, memoryLayout, shardSpec, ndShardSpec } = config;
    const key = [bufferType, memoryLayout, shardSpec, ndShardSpec].map((part) => part?.id ?? '').join();
    return this.#table.get(key, () => new MemoryConfigAttr({ ...config }));
  }

  static parse(this: void, parser: Parser): MemoryConfigAttr {
    const start = parser.offset;
    parser.expect('<');
    const bufferType = buffer.parse(parser);
    let memoryLayout: TensorMemoryLayoutAttr | null = null;
    let shardSpec: ShardSpecAttr | null = null;
    let ndShardSpec: NdShardSpecAttr | null = null;
    while (parser.accept(',')) {
      if (parser.acceptKeyword('ndShardSpec')) {
        parser.expect('=');
        ndShardSpec = ndShard.parse(parser);
      } else if (memoryLayout === null) memoryLayout = layout.parse(parser);
      else shardSpec = shard.parse(parser);
    }
    parser.expect('>');
    const config = { bufferType, memoryLayout, shardSpec, ndShardSpec };
    const problem = configProblem(config);
    return problem === null ? MemoryConfigAttr.get(config) : parser.fail(problem, start);
  }

  static get constraint(): AttrConstraint<MemoryConfigAttr> {
    return attrOf(MemoryConfigAttr, 'TTNN MemoryConfig attribute');
  }

  printBody(printer: Printer): void {
    const { bufferType, memoryLayout, shardSpec, ndShardSpec } = this.config;
    printer.write('<');
    buffer.print(printer, bufferType);
    if (memoryLayout !== null) {
      printer.write(', ');
      layout.print(printer, memoryLayout);
    }
    if (shardSpec !== null) {
      printer.write(', ');
      shard.print(printer, shardSpec);
    } else if (ndShardSpec !== null) {
      printer.write(', ndShardSpec = ');
      ndShard.print(printer, ndShardSpec);
    }
    printer.write('>');
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', MemoryConfigAttr.mnemonic, () => this.printBody(printer));
  }
}

function configProblem({ bufferType, memoryLayout, shardSpec, ndShardSpec }: MemoryConfig): string | null {
  if (shardSpec !== null && ndShardSpec !== null)
    return 'Setting both NDShardSpecAttr and ShardSpecAttr is not supported.';
  const problem = bufferProblem(bufferType.value, memoryLayout);
  if (problem !== null || shardSpec === null) return problem;
  if (bufferType.value !== 'l1' && bufferType.value !== 'dram')
    return 'Sharding is only valid for L1 or DRAM buffer type';
  if (memoryLayout === null) return 'Tensor memory layout is required for sharding';
  if (['block_sharded', 'height_sharded', 'width_sharded'].includes(memoryLayout.value)) return null;
  return 'Sharding is only valid for block sharded, height sharded, or width sharded tensor memory layout';
}
