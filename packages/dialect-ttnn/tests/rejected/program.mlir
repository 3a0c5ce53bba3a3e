func.func @main(%a0: !ttnn.device) {
  // expected-error@below {{'ttnn.begin_trace_capture' op Invalid CQ ID 3}}
  %0 = "ttnn.begin_trace_capture"(%a0) <{cq_id = 3 : ui32}> : (!ttnn.device) -> tensor<ui32, #ttnn.trace_id>
  return
}
// -----
func.func @main(%a0: !ttnn.device, %a1: tensor<2x2xui32, #ttnn.trace_id>) {
  // expected-error@below {{'ttnn.end_trace_capture' op Invalid CQ ID 3}}
  "ttnn.end_trace_capture"(%a0, %a1) <{cq_id = 3 : ui32}> : (!ttnn.device, tensor<2x2xui32, #ttnn.trace_id>) -> ()
  return
}
// -----
func.func @main(%a0: !ttnn.device, %a1: tensor<ui32, #ttnn.trace_id>) {
  // expected-error@below {{'ttnn.execute_trace' op Invalid CQ ID 100}}
  "ttnn.execute_trace"(%a0, %a1) <{blocking = false, cq_id = 100 : ui32}> : (!ttnn.device, tensor<ui32, #ttnn.trace_id>) -> ()
  return
}
