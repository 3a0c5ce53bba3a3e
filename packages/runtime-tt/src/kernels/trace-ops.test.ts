import { funcDialect } from '@shardform/dialect-func';
import { builtinPasses, Context, parseModule, SourceText, verifyOp } from '@shardform/ir-core';
import { arrayOf, elementsOf, runSpmd } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { ttSimulator } from '../extension.ts';

const D = 'tensor<4xf32, #device>';
const H = 'tensor<4xf32, #host>';
const ID = 'tensor<ui32, #ttnn.trace_id>';
const device =
  '%d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device';
const add = '<{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>';

/** A program whose recording adds what is staged to a parameter; `parts` replace lines of it. */
function program({
  store = `"ttnn.copy"(%0, %out) : (${D}, ${D}) -> ()`,
  stage = '%host, %slot',
} = {}): string {
  const call = `func.call @trace(%w, %slot, %out) : (${D}, ${D}, ${D}) -> ()`;
  return `#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#device = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x4xf32, #dram>, <interleaved>>
#host = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x4xf32, #system_memory>>
func.func private @trace(%w: ${D}, %x: ${D}, %out: ${D}) {
  %0 = "ttnn.subtract"(%w, %x) ${add} : (${D}, ${D}) -> ${D}
  ${store}
  return
}
func.func private @allocate(%w: ${D}) -> (${D}, ${D}, ${D}) {
  ${device}
  %0 = "ttnn.empty"(%d) <{shape = #ttnn.shape<4>}> : (!ttnn.device) -> ${D}
  %1 = "ttnn.empty"(%d) <{shape = #ttnn.shape<4>}> : (!ttnn.device) -> ${D}
  return %w, %0, %1 : ${D}, ${D}, ${D}
}
func.func private @capture(%host: ${H}, %w: ${D}, %slot: ${D}, %out: ${D}) -> ${ID} {
  ${device}
  "ttnn.write_tensor"(${stage}) : (${H}, ${D}) -> ()
  ${call}
  %id = "ttnn.begin_trace_capture"(%d) : (!ttnn.device) -> ${ID}
  ${call}
  "ttnn.end_trace_capture"(%d, %id) : (!ttnn.device, ${ID}) -> ()
  "ttnn.execute_trace"(%d, %id) : (!ttnn.device, ${ID}) -> ()
  return %id : ${ID}
}
func.func private @execute(%id: ${ID}) {
  ${device}
  "ttnn.execute_trace"(%d, %id) : (!ttnn.device, ${ID}) -> ()
  return
}
func.func @main(%x: ${H}, %w: ${D}) -> ${D} {
  ${device}
  %0 = "ttnn.capture_or_execute_trace"(%d, %w, %x) <{allocate_slots_callee = @allocate, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, ${D}, ${H}) -> ${D}
  return %0 : ${D}
}`;
}

function run(text: string): unknown {
  const context = new Context([builtinPasses, funcDialect, ttSimulator]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null || !verifyOp(module, context)) throw new Error(messages.join('\n'));
  const inputs = [arrayOf('f32', [4], [1, 2, 3, 4]), arrayOf('f32', [4], [10, 20, 30, 40])];
  const [results] = runSpmd(module, 1, () => inputs, context);
  return results!.map(elementsOf);
}

describe('a recording', () => {
  it('leaves its results in their slots', () => {
    expect(run(program())).toEqual([[9, 18, 27, 36]]);
  });

  it('writes each slot with one copy', () => {
    const copy = `"ttnn.copy"(%0, %out) : (${D}, ${D}) -> ()`;
    expect(() => run(program({ store: `${copy}\n${copy}` }))).toThrow(
      "'ttnn.copy' op is not what ttnn-trace-hoist-transform makes here, and no other recordings are executed",
    );
  });

  it('may not store elsewhere', () => {
    expect(() => run(program({ store: `"ttnn.copy"(%0, %x) : (${D}, ${D}) -> ()` }))).toThrow(
      'no other recordings are executed',
    );
  });

  it('stages into slots only', () => {
    expect(() => run(program({ stage: '%host, %w' }))).toThrow('no other recordings are executed');
  });
});

it('a copy outside of recordings writes over its target', () => {
  const text = `#device = #ttnn.ttnn_layout<(d0) -> (0, d0), <1x1>, memref<1x4xf32, #ttnn.buffer_type<dram>>, <interleaved>>
func.func @main(%x: ${D}, %w: ${D}) -> ${D} {
  "ttnn.copy"(%x, %w) : (${D}, ${D}) -> ()
  return %w : ${D}
}`;
  expect(run(text)).toEqual([[1, 2, 3, 4]]);
});
