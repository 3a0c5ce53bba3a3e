import {
  type AttrAssembly,
  attributeOf,
  defineAttr,
  optionalParameter,
  type ParameterValues,
  strippedAttribute,
  strippedEnum,
} from '@shardform/ir-core';
import { NdShardSpecAttr, ShardSpecAttr } from './core-attrs.ts';
import { BufferTypeAttr, TensorMemoryLayoutAttr } from './enums.ts';
import { bufferProblem } from './layout-problems.ts';

const buffer = /* @__PURE__ */ strippedEnum(BufferTypeAttr);
const layout = /* @__PURE__ */ strippedEnum(TensorMemoryLayoutAttr);
const shard = /* @__PURE__ */ attributeOf(ShardSpecAttr);
const ndShard = /* @__PURE__ */ strippedAttribute(NdShardSpecAttr);

const parameters = {
  buffer_type: buffer,
  memory_layout: /* @__PURE__ */ optionalParameter(layout),
  shard_spec: /* @__PURE__ */ optionalParameter(shard),
  nd_shard_spec: /* @__PURE__ */ optionalParameter(ndShard),
};

/** The fields of a memory configuration; `null` where it leaves them open. */
type MemoryConfig = ParameterValues<typeof parameters>;

/** Parameters after the buffer may come in any order, a block of any rank by its name. */
const configText: AttrAssembly<MemoryConfig> = {
  syntax:
    '`<` $buffer_type (`,` $memory_layout^)? (`,` $shard_spec^)? (`,` `ndShardSpec` `=` $nd_shard_spec^)? `>`',
  parse(parser) {
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
    return { bufferType, memoryLayout, shardSpec, ndShardSpec };
  },
  print(printer, { bufferType, memoryLayout, shardSpec, ndShardSpec }) {
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
  },
};

/** `#ttnn.memory_config<#dram, <interleaved>>`: in which memory and how a tensor is to be put. */
export class MemoryConfigAttr extends defineAttr('ttnn.memory_config', {
  summary: 'TTNN MemoryConfig attribute',
  parameters,
  format: configText,
  verify: configProblem,
}) {}

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
