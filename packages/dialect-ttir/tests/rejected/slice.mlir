func.func @main(%a0: tensor<8x16xbf16>, %a1: tensor<1xi32>, %a2: tensor<2xf32>) {
  // expected-error@below {{'ttir.slice_dynamic' op Begins, ends, and step must have the same number of elements as the input tensor rank}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 1 : i32]}> : (tensor<8x16xbf16>, tensor<1xi32>, tensor<2xf32>) -> tensor<4x16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) {
  // expected-error@below {{'ttir.slice_dynamic' op Input must be at least a 1D tensor}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 1 : i32]}> : (tensor<bf16>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) {
  // expected-error@below {{'ttir.slice_dynamic' op Output tensor must have the same rank as the input tensor}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 1 : i32]}> : (tensor<8x16xbf16>, tensor<2xi32>, tensor<2xi32>) -> tensor<16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xui16>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) {
  // expected-error@below {{'ttir.slice_dynamic' op Output tensor must have the same element type as the input tensor}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 1 : i32]}> : (tensor<8x16xui16>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x16xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>, %a1: tensor<2xi32>, %a2: tensor<2xi32>) {
  // expected-error@below {{'ttir.slice_dynamic' op Step value for dimension 0 cannot be zero}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [0 : i32, 1 : i32]}> : (tensor<8x16xbf16>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x15xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>, %a1: tensor<i32>, %a2: tensor<2xi32>) {
  // expected-error@below {{'ttir.slice_dynamic' op Begins and ends must be 1D tensors}}
  %0 = "ttir.slice_dynamic"(%a0, %a1, %a2) <{step = [1 : i32, 1 : i32]}> : (tensor<8x16xbf16>, tensor<i32>, tensor<2xi32>) -> tensor<4x15xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.slice_static' op Mismatch in dimension 0 of the output tensor: expected size 4, but got 1}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x16xbf16>) -> tensor<1x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.slice_static' op Output tensor must have the same rank as the input tensor}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x16xbf16>) -> tensor<12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.slice_static' op For negative step, begin index must be greater than or equal to end index for dimension 0. Got begin: 0, end: 8, step: -1, input shape: (8, 16)}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [-1 : i32, 1 : i32]}> : (tensor<8x16xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.slice_static' op Step value for dimension 0 cannot be zero}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [0 : i32, 1 : i32]}> : (tensor<8x16xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x15xbf16>) {
  // expected-error@below {{'ttir.slice_static' op Invalid end index for dimension 1. Expected value in range [-15, 15], got 16. Input shape: (8, 15)}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x15xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x15xbf16>) {
  // expected-error@below {{'ttir.slice_static' op Output tensor must have the same element type as the input tensor}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x15xbf16>) -> tensor<4x12xi32>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.slice_static' op Begins, ends, and step attributes must have the same number of elements as the input tensor rank}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32, 0 : i32]}> : (tensor<8x16xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.slice_static' op Invalid begin index for dimension 1. Expected value in range [-16, 16), got 100. Input shape: (8, 16)}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 100 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x16xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.slice_static' op For positive step, begin index must be less than or equal to end index for dimension 1. Got begin: 4, end: 1, step: 1, input shape: (8, 16)}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 1 : i32], step = [2 : i32, 1 : i32]}> : (tensor<8x16xbf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.slice_static' op Input must be at least a 1D tensor}}
  %0 = "ttir.slice_static"(%a0) <{begins = [0 : i32, 4 : i32], ends = [8 : i32, 16 : i32], step = [2 : i32, 1 : i32]}> : (tensor<bf16>) -> tensor<4x12xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xui16>) {
  // expected-error@below {{'ttir.index' op Output tensor must have the same element type as the input tensor}}
  %0 = "ttir.index"(%a0) <{begin = 2 : i32, dim = 1 : i32, end = 14 : i32, step = 3 : i32}> : (tensor<8x16xui16>) -> tensor<8x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.index' op Mismatch in dimension 1 of the output tensor: expected size 1, but got 4}}
  %0 = "ttir.index"(%a0) <{begin = 2 : i32, dim = 1 : i32, end = 3 : i32, step = 3 : i32}> : (tensor<8x16xbf16>) -> tensor<8x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.index' op Invalid dimension index 3. Input tensor rank is 2}}
  %0 = "ttir.index"(%a0) <{begin = 2 : i32, dim = 3 : i32, end = 14 : i32, step = 3 : i32}> : (tensor<8x16xbf16>) -> tensor<8x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.index' op For positive step, begin index must be less than or equal to end index for dimension 1. Got begin: 2, end: 1, step: 3, input shape: (8, 16)}}
  %0 = "ttir.index"(%a0) <{begin = 2 : i32, dim = 1 : i32, end = 1 : i32, step = 3 : i32}> : (tensor<8x16xbf16>) -> tensor<8x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.index' op Input must be at least a 1D tensor}}
  %0 = "ttir.index"(%a0) <{begin = 2 : i32, dim = 1 : i32, end = 3 : i32, step = 3 : i32}> : (tensor<bf16>) -> tensor<8x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.index' op Output tensor must have the same rank as the input tensor}}
  %0 = "ttir.index"(%a0) <{begin = 2 : i32, dim = 1 : i32, end = 14 : i32, step = 3 : i32}> : (tensor<8x16xbf16>) -> tensor<1x8x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.index' op Step value for dimension 1 cannot be zero}}
  %0 = "ttir.index"(%a0) <{begin = 2 : i32, dim = 1 : i32, end = 14 : i32, step = 0 : i32}> : (tensor<8x16xbf16>) -> tensor<8x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.index' op Invalid end index for dimension 0. Expected value in range [-8, 8], got 14. Input shape: (8, 16)}}
  %0 = "ttir.index"(%a0) <{begin = 2 : i32, dim = 0 : i32, end = 14 : i32, step = 3 : i32}> : (tensor<8x16xbf16>) -> tensor<8x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x1xbf16>) {
  // expected-error@below {{'ttir.index' op Invalid begin index for dimension 1. Expected value in range [-1, 1), got 2. Input shape: (8, 1)}}
  %0 = "ttir.index"(%a0) <{begin = 2 : i32, dim = 1 : i32, end = 14 : i32, step = 3 : i32}> : (tensor<8x1xbf16>) -> tensor<8x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.index' op For positive step, begin index must be less than or equal to end index for dimension 1. Got begin: 15 (-1), end: 14, step: 3, input shape: (8, 16)}}
  %0 = "ttir.index"(%a0) <{begin = -1 : i32, dim = 1 : i32, end = 14 : i32, step = 3 : i32}> : (tensor<8x16xbf16>) -> tensor<8x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<8x16xbf16>) {
  // expected-error@below {{'ttir.index' op For negative step, begin index must be greater than or equal to end index for dimension 1. Got begin: 2, end: 14, step: -1, input shape: (8, 16)}}
  %0 = "ttir.index"(%a0) <{begin = 2 : i32, dim = 1 : i32, end = 14 : i32, step = -1 : i32}> : (tensor<8x16xbf16>) -> tensor<8x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<bf16>) {
  // expected-error@below {{'ttir.index_select' op Input and output tensors must have the same rank.}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<bf16>) -> tensor<4x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<4x8xbf16>) {
  // expected-error@below {{'ttir.index_select' op Sum of all slices must be equal to the output dimension size for the given dimension. Expected output dimension size: 4, but got 2}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 1 : si32, stride = 4 : si32}> : (tensor<4x8xbf16>) -> tensor<4x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<4x8xbf16>) {
  // expected-error@below {{'ttir.index_select' op Invalid length -1 for begin index 0 and stride 4 for dimension 1 with size 8. stride must be greater than or equal to length}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = -1 : si32, stride = 4 : si32}> : (tensor<4x8xbf16>) -> tensor<4x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<4x8xbf16>) {
  // expected-error@below {{'ttir.index_select' op Invalid stride 100 for dimension 1 with size 8. stride must be less than or equal to the dimension size}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 100 : si32}> : (tensor<4x8xbf16>) -> tensor<4x5xbf16>
  return
}
// -----
func.func @main(%a0: tensor<4x8xui16>) {
  // expected-error@below {{'ttir.index_select' op Input and output tensors must have the same element type.}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xui16>) -> tensor<4x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<4x8xbf16>) {
  // expected-error@below {{'ttir.index_select' op Invalid begin index -1 for dimension 1 with size 8. begin must be in the range [0, dimSize)}}
  %0 = "ttir.index_select"(%a0) <{begin = -1 : si32, dim = 1 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xbf16>) -> tensor<4x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<4x8xbf16>) {
  // expected-error@below {{'ttir.index_select' op Invalid stride -1 for dimension 1, stride must be non-negative}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 1 : si32, length = 2 : si32, stride = -1 : si32}> : (tensor<4x8xbf16>) -> tensor<4x4xbf16>
  return
}
// -----
func.func @main(%a0: tensor<4x8xbf16>) {
  // expected-error@below {{'ttir.index_select' op Invalid dimension 100 for select op with input tensor rank 2}}
  %0 = "ttir.index_select"(%a0) <{begin = 0 : si32, dim = 100 : si32, length = 2 : si32, stride = 4 : si32}> : (tensor<4x8xbf16>) -> tensor<4x4xbf16>
  return
}
