import { describe, expect, it } from 'vitest';
import { functionsAfter } from '../tests/run-passes.ts';

const PIPELINE = 'ttir-to-ttnn-runtime-pipeline{enable-const-eval=false enable-trace=true}';

const dram =
  '#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #ttnn.buffer_type<dram>>, <interleaved>>';
const rows =
  '#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xbf16, #ttnn.buffer_type<dram>>, <interleaved>>';
const host =
  '#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xbf16, #ttnn.buffer_type<system_memory>>>';

/** The functions with short names for layouts. */
function traced(text: string, passes = PIPELINE): string {
  const short = [
    [dram, '#tiles'],
    [rows, '#rows'],
    [host, '#host'],
  ] as const;
  return short.reduce((own, [layout, name]) => own.replaceAll(layout, name), functionsAfter(text, passes));
}

describe('a recording', () => {
  // As tt-mlir in jax-tt-plugin 0.1.3 makes it, but for device_resident_input_count.
  it('keeps parameters on the device and stages the rest', () => {
    const text = `func.func @main(%x: tensor<32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}, %w: tensor<32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<32x32xbf16>, tensor<32x32xbf16>) {
  %0 = "ttir.add"(%x, %w) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  %1 = "ttir.multiply"(%0, %w) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %0, %1 : tensor<32x32xbf16>, tensor<32x32xbf16>
}`;
    expect(traced(text)).toBe(`#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xbf16, #dram>, <interleaved>>
func.func private @trace_0_main(%arg0: tensor<32x32xbf16, #ttnn_layout> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %arg1: tensor<32x32xbf16, #ttnn_layout1> {ttcore.argument_type = #ttcore.argument_type<input>}, %arg2: tensor<32x32xbf16, #ttnn_layout>, %arg3: tensor<32x32xbf16, #ttnn_layout>) attributes {tt.function_type = "trace_main"} {
  %0 = "ttnn.to_layout"(%arg1) : (tensor<32x32xbf16, #ttnn_layout1>) -> tensor<32x32xbf16, #ttnn_layout>
  %1 = "ttnn.add"(%0, %arg0) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (tensor<32x32xbf16, #ttnn_layout>, tensor<32x32xbf16, #ttnn_layout>) -> tensor<32x32xbf16, #ttnn_layout>
  "ttnn.deallocate"(%0) <{force = false}> : (tensor<32x32xbf16, #ttnn_layout>) -> ()
  %2 = "ttnn.multiply"(%1, %arg0) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (tensor<32x32xbf16, #ttnn_layout>, tensor<32x32xbf16, #ttnn_layout>) -> tensor<32x32xbf16, #ttnn_layout>
  "ttnn.copy"(%1, %arg2) : (tensor<32x32xbf16, #ttnn_layout>, tensor<32x32xbf16, #ttnn_layout>) -> ()
  "ttnn.deallocate"(%1) <{force = false}> : (tensor<32x32xbf16, #ttnn_layout>) -> ()
  "ttnn.copy"(%2, %arg3) : (tensor<32x32xbf16, #ttnn_layout>, tensor<32x32xbf16, #ttnn_layout>) -> ()
  "ttnn.deallocate"(%2) <{force = false}> : (tensor<32x32xbf16, #ttnn_layout>) -> ()
  return
}
#dram = #ttnn.buffer_type<dram>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xbf16, #dram>, <interleaved>>
func.func private @allocate_slots_trace_0_main(%arg0: tensor<32x32xbf16, #ttnn_layout> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<32x32xbf16, #ttnn_layout>, tensor<32x32xbf16, #ttnn_layout1>, tensor<32x32xbf16, #ttnn_layout>, tensor<32x32xbf16, #ttnn_layout>) attributes {tt.function_type = "trace_allocate_slots"} {
  %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %1 = "ttnn.empty"(%0) <{shape = #ttnn.shape<32x32>}> : (!ttnn.device) -> tensor<32x32xbf16, #ttnn_layout1>
  %2 = "ttnn.empty"(%0) <{shape = #ttnn.shape<32x32>}> : (!ttnn.device) -> tensor<32x32xbf16, #ttnn_layout>
  %3 = "ttnn.empty"(%0) <{shape = #ttnn.shape<32x32>}> : (!ttnn.device) -> tensor<32x32xbf16, #ttnn_layout>
  return %arg0, %1, %2, %3 : tensor<32x32xbf16, #ttnn_layout>, tensor<32x32xbf16, #ttnn_layout1>, tensor<32x32xbf16, #ttnn_layout>, tensor<32x32xbf16, #ttnn_layout>
}
#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xbf16, #system_memory>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
#ttnn_layout2 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xbf16, #dram>, <interleaved>>
func.func private @run_and_capture_trace_0_main(%arg0: tensor<32x32xbf16, #ttnn_layout> {ttcore.argument_type = #ttcore.argument_type<input>}, %arg1: tensor<32x32xbf16, #ttnn_layout1> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %arg2: tensor<32x32xbf16, #ttnn_layout2>, %arg3: tensor<32x32xbf16, #ttnn_layout1>, %arg4: tensor<32x32xbf16, #ttnn_layout1>) -> tensor<ui32, #ttnn.trace_id> attributes {tt.function_type = "trace_run_and_capture"} {
  %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  "ttnn.write_tensor"(%arg0, %arg2) <{blocking = false, cq_id = 0 : ui32}> : (tensor<32x32xbf16, #ttnn_layout>, tensor<32x32xbf16, #ttnn_layout2>) -> ()
  call @trace_0_main(%arg1, %arg2, %arg3, %arg4) : (tensor<32x32xbf16, #ttnn_layout1>, tensor<32x32xbf16, #ttnn_layout2>, tensor<32x32xbf16, #ttnn_layout1>, tensor<32x32xbf16, #ttnn_layout1>) -> ()
  %1 = "ttnn.begin_trace_capture"(%0) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  call @trace_0_main(%arg1, %arg2, %arg3, %arg4) : (tensor<32x32xbf16, #ttnn_layout1>, tensor<32x32xbf16, #ttnn_layout2>, tensor<32x32xbf16, #ttnn_layout1>, tensor<32x32xbf16, #ttnn_layout1>) -> ()
  "ttnn.end_trace_capture"(%0, %1) <{cq_id = 0 : ui32}> : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
  "ttnn.execute_trace"(%0, %1) <{blocking = false, cq_id = 0 : ui32}> : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
  return %1 : tensor<ui32, #ttnn.trace_id>
}
func.func private @execute_trace_0_main(%arg0: tensor<ui32, #ttnn.trace_id>) attributes {tt.function_type = "trace_execute"} {
  %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  "ttnn.execute_trace"(%0, %arg0) <{blocking = false, cq_id = 0 : ui32}> : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
  return
}
#dram = #ttnn.buffer_type<dram>
#system_memory = #ttnn.buffer_type<system_memory>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<32x32xbf16, #system_memory>>
#ttnn_layout1 = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x1x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>
func.func @main(%arg0: tensor<32x32xbf16, #ttnn_layout> {ttcore.argument_type = #ttcore.argument_type<input>}, %arg1: tensor<32x32xbf16, #ttnn_layout1> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<32x32xbf16, #ttnn_layout1>, tensor<32x32xbf16, #ttnn_layout1>) attributes {tt.function_type = "forward_device"} {
  %0 = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %1:2 = "ttnn.capture_or_execute_trace"(%0, %arg1, %arg0) <{allocate_slots_callee = @allocate_slots_trace_0_main, capture_callee = @run_and_capture_trace_0_main, execute_callee = @execute_trace_0_main, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, tensor<32x32xbf16, #ttnn_layout1>, tensor<32x32xbf16, #ttnn_layout>) -> (tensor<32x32xbf16, #ttnn_layout1>, tensor<32x32xbf16, #ttnn_layout1>)
  "ttnn.deallocate"(%arg1) <{force = false}> : (tensor<32x32xbf16, #ttnn_layout1>) -> ()
  "ttnn.deallocate"(%arg0) <{force = false}> : (tensor<32x32xbf16, #ttnn_layout>) -> ()
  return %1#0, %1#1 : tensor<32x32xbf16, #ttnn_layout1>, tensor<32x32xbf16, #ttnn_layout1>
}`);
  });

  it('is numbered by the module', () => {
    const text = ['a', 'b']
      .map(
        (name) => `func.func @${name}(%x: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  %0 = "ttir.abs"(%x) : (tensor<32x32xbf16>) -> tensor<32x32xbf16>
  return %0 : tensor<32x32xbf16>
}`,
      )
      .join('\n');
    const names = [...traced(text).matchAll(/func\.func (?:private )?@(\w+)/g)].map(([, name]) => name);
    const four = (name: string): string[] =>
      ['', 'allocate_slots_', 'run_and_capture_', 'execute_'].map((prefix) => `${prefix}trace_${name}`);
    expect(names).toEqual([...four('0_a'), 'a', ...four('1_b'), 'b']);
  });

  it('is left out where there is nothing to record', () => {
    const text = `func.func @main(%x: tensor<32x32xbf16>) -> tensor<32x32xbf16> {
  return %x : tensor<32x32xbf16>
}`;
    expect(traced(text)).not.toContain('trace');
  });

  it('is no part of programs of C++', () => {
    expect(() => traced('', 'ttir-to-emitc-pipeline{enable-trace=true}')).toThrow(
      "'true' is not available: recordings are written in Python only, by ttir-to-emitpy-pipeline",
    );
  });
});

describe('the pass refuses', () => {
  const forward = (body: string): string => `#l = ${dram}
func.func @main(%x: tensor<32x32xbf16, #l>) -> tensor<32x32xbf16, #l> attributes {tt.function_type = "forward_device"} {
  ${body}
}
func.func private @twice(%x: tensor<32x32xbf16, #l>) -> tensor<32x32xbf16, #l> {
  return %x : tensor<32x32xbf16, #l>
}`;
  const T = 'tensor<32x32xbf16, #l>';

  it('what cannot be recorded between what can', () => {
    const text = forward(`%0 = "ttnn.abs"(%x) : (${T}) -> ${T}
  %1 = ttcore.load_cached(@twice, [%x]) : (${T}) -> ${T}
  %2 = "ttnn.add"(%0, %1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}> : (${T}, ${T}) -> ${T}
  return %2 : ${T}`);
    expect(traced(text, 'ttnn-trace-hoist-transform')).toBe(
      "'ttcore.load_cached' op Non-hoistable op found in the middle of hoistable ops",
    );
  });

  it('loops, whose rounds a replay would not count', () => {
    const text =
      forward(`%0 = "ttcore.while_loop"(%x) <{body_program = @twice, initial = #ttcore.loop_bound<0>, limit = #ttcore.loop_bound<3>, output_indices = array<i32: 0>, state_count = 1 : i32, step = #ttcore.loop_bound<1>}> : (${T}) -> ${T}
  return %0 : ${T}`);
    expect(traced(text, 'ttnn-trace-hoist-transform')).toBe(
      "'ttcore.while_loop' op is decided at each run, and a trace replays what was done at its first",
    );
  });
});
