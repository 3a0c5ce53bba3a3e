import type { DialectDocumentation } from '@shardform/ir-core';
import { openDevice } from './layouts.ts';

const TRACE_ALIASES = `#dram = #ttnn.buffer_type<dram>
#layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<1x2x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>>`;

const RECORDING = `
func.func @main() {
  ${openDevice}
  %trace_id = "ttnn.begin_trace_capture"(%device) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  "ttnn.end_trace_capture"(%device, %trace_id) <{cq_id = 0 : ui32}> : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
  "ttnn.execute_trace"(%device, %trace_id) <{blocking = false, cq_id = 0 : ui32}> : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
  return
}`;

/** The documentation of recorded programs (traces). */
const traceDocumentation: DialectDocumentation = {
  begin_trace_capture: {
    description: `Starts to record the commands that the host sends to the device through the command queue \`cq_id\` (0 or 1). The result is the number of
the recording, an unsigned 32-bit integer with the encoding \`#ttnn.trace_id\`.`,
    example: RECORDING,
  },
  capture_or_execute_trace: {
    description: `Records a program on its first call and replays the recording on later ones. \`allocate_slots_callee\` allocates, once, memory for operands
and results on the device: it takes the operands that are on the device and returns a slot for each operand and each result.
\`capture_callee\` takes the operands of the host, the slots and the semaphores, calls the function that is recorded, and returns the number
of the recording; \`execute_callee\` takes that number and replays it. The recorded function has no results: it writes the slots.`,
    example: `${TRACE_ALIASES}
module {
  func.func private @allocate(%x: tensor<32x64xbf16, #layout>) -> (tensor<32x64xbf16, #layout>, tensor<32x64xbf16, #layout>) {
    ${openDevice}
    %0 = "ttnn.empty"(%device) <{shape = #ttnn.shape<32x64>}> : (!ttnn.device) -> tensor<32x64xbf16, #layout>
    return %x, %0 : tensor<32x64xbf16, #layout>, tensor<32x64xbf16, #layout>
  }
  func.func private @traced(%x: tensor<32x64xbf16, #layout>, %out: tensor<32x64xbf16, #layout>) {
    %0 = "ttnn.abs"(%x) : (tensor<32x64xbf16, #layout>) -> tensor<32x64xbf16, #layout>
    "ttnn.copy"(%0, %out) : (tensor<32x64xbf16, #layout>, tensor<32x64xbf16, #layout>) -> ()
    return
  }
  func.func private @capture(%x: tensor<32x64xbf16, #layout>, %out: tensor<32x64xbf16, #layout>) -> tensor<ui32, #ttnn.trace_id> {
    ${openDevice}
    %0 = "ttnn.begin_trace_capture"(%device) <{cq_id = 0 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
    call @traced(%x, %out) : (tensor<32x64xbf16, #layout>, tensor<32x64xbf16, #layout>) -> ()
    "ttnn.end_trace_capture"(%device, %0) <{cq_id = 0 : ui32}> : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
    return %0 : tensor<ui32, #ttnn.trace_id>
  }
  func.func private @execute(%id: tensor<ui32, #ttnn.trace_id>) {
    ${openDevice}
    "ttnn.execute_trace"(%device, %id) <{blocking = false, cq_id = 0 : ui32}> : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
    return
  }
  func.func @main(%x: tensor<32x64xbf16, #layout>) -> tensor<32x64xbf16, #layout> {
    ${openDevice}
    %0 = "ttnn.capture_or_execute_trace"(%device, %x) <{allocate_slots_callee = @allocate, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 1, 0>}> : (!ttnn.device, tensor<32x64xbf16, #layout>) -> tensor<32x64xbf16, #layout>
    return %0 : tensor<32x64xbf16, #layout>
  }
}`,
  },
  end_trace_capture: {
    description:
      'Ends the recording `trace_id` on the command queue `cq_id` on which it was started, and keeps it on the device.',
    example: RECORDING,
  },
  execute_trace: {
    description: `Replays the recording \`trace_id\`: the device runs the recorded commands on the same memory, without the host sending them again. With
\`blocking\` the host waits until they are done. What it writes is in the tensors that were recorded; there is no result.`,
    example: RECORDING,
  },
};

const SEMAPHORE = `
func.func @main() {
  ${openDevice}
  %0 = "ttnn.create_global_semaphore"(%device) <{core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,7)>]>, initial_value = 0 : ui32}> : (!ttnn.device) -> !ttnn.global_semaphore
  "ttnn.reset_global_semaphore"(%0) <{value = 0 : ui32}> : (!ttnn.global_semaphore) -> ()
  return
}`;

/** The documentation of semaphores that several devices see. */
const semaphoreDocumentation: DialectDocumentation = {
  allocate_moe_compute_semaphore: {
    description: `Makes the semaphore by which the devices synchronize the exchange in \`ttnn.moe_compute\`. The runtime finds the cores that combine results
from \`hidden_size\`, \`output_height_shard_dim\` and \`mux_core_range_set\`, the cores that communicate. It starts at \`initial_value\`.`,
    example: `
func.func @main() {
  ${openDevice}
  %0 = "ttnn.allocate_moe_compute_semaphore"(%device) <{hidden_size = 1280 : ui32, initial_value = 0 : ui32, mux_core_range_set = #ttnn.core_range_set<[#ttnn.core_range<(1,1), (3,3)>]>, output_height_shard_dim = 2 : ui32}> : (!ttnn.device) -> !ttnn.global_semaphore
  return
}`,
  },
  create_global_semaphore: {
    description: `Makes a semaphore, a counter at the same address on all cores of \`core_range_set\` and on all devices, by which collectives of several
devices synchronize. It starts at \`initial_value\`.`,
    example: SEMAPHORE,
  },
  reset_global_semaphore: {
    description: 'Sets a semaphore to `value` on all of its cores and devices.',
    example: SEMAPHORE,
  },
};

/** The documentation of programs of kernels. */
const kernelDocumentation: DialectDocumentation = {
  d2m_subgraph: {
    description: `Calls a private function of the module that is compiled to kernels of its own (D2M, direct to metal) instead of calls of the library. The
function has the operands' and results' types; \`outs\` are the tensors that it writes. Once it is compiled its body consists of
\`ttnn.generic\` and is inlined.`,
    example: `
module {
  func.func private @d2m_subgraph(%a: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
    %0 = "ttnn.abs"(%a) : (tensor<32x64xbf16>) -> tensor<32x64xbf16>
    return %0 : tensor<32x64xbf16>
  }
  func.func @main(%a: tensor<32x64xbf16>, %out: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
    %0 = ttnn.d2m_subgraph @d2m_subgraph
      ins(%a : tensor<32x64xbf16>)
      outs(%out : tensor<32x64xbf16>) : tensor<32x64xbf16>
    return %0 : tensor<32x64xbf16>
  }
}`,
  },
  generic: {
    description: `Runs a program of custom kernels. \`program\` describes the kernels by the symbols of their functions with compile-time and run-time
arguments, the circular buffers (\`cbs\`) through which they pass tiles and the semaphores by which they synchronize; arguments refer to
operands, buffers and semaphores by number. \`inputs_and_outputs\` are the tensors that kernels read, then those that they write;
\`additional_args\` are further values, such as global semaphores.`,
    example: `
#core_ranges = #ttnn.core_range_set<[#ttnn.core_range<(0,0), (0,0)>]>
func.func private @read_kernel()
func.func @main(%in: tensor<32x64xbf16>, %out: tensor<32x64xbf16>) {
  "ttnn.generic"(%in, %out) <{operandSegmentSizes = array<i32: 2, 0>, program = #ttnn.program<kernels = [#ttnn.read_kernel<symbol_ref = @read_kernel, core_ranges = #core_ranges, ct_args = [#ttnn.kernel_arg_cb_buffer_index<0>], common_rt_args = [#ttnn.kernel_arg_address_of_tensor<0>], rt_args = []>], cbs = [<total_size = 2048, core_ranges = #core_ranges, formats = [<buffer_index = 0, dtype = bf16, page_size = 2048>]>], semaphores = []>}> : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> ()
  return
}`,
  },
  tt_lang_op: {
    description: `Calls a kernel that was written in TT-Lang and registered by the model's program. \`arg_roles\` says for each operand whether it is read (\`in\`)
or written (\`out\`), the latter last; each written operand is returned as a result. \`kernel_id\` names the kernel, \`version_tag\` changes when
it must be compiled again, \`shard_spec\` tells how operands are sharded, and \`kernel_artifact\` holds the compiled kernel.`,
    example: `
func.func @main(%a: tensor<32x64xbf16>, %b: tensor<32x64xbf16>, %out: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = ttnn.tt_lang_op(%a, %b, %out) {arg_roles = "in,in,out", kernel_id = "model.fused_add::v1", version_tag = "1"} : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> (tensor<32x64xbf16>)
  return %0 : tensor<32x64xbf16>
}`,
  },
};

/** The documentation of what a program asks of the runtime. */
export const programDocumentation: DialectDocumentation = {
  ...traceDocumentation,
  ...semaphoreDocumentation,
  ...kernelDocumentation,
};
