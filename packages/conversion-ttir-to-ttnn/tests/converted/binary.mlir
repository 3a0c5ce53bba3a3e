// %0 = "ttnn.add"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.add"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.atan2"(%arg0, %arg1)
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.atan2"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.bitwise_and"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xi32>, %arg1: tensor<32x64xi32>) -> tensor<32x64xi32> {
  %0 = "ttir.bitwise_and"(%arg0, %arg1) : (tensor<32x64xi32>, tensor<32x64xi32>) -> tensor<32x64xi32>
  return %0 : tensor<32x64xi32>
}
// -----
// %0 = "ttnn.bitwise_or"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xi32>, %arg1: tensor<32x64xi32>) -> tensor<32x64xi32> {
  %0 = "ttir.bitwise_or"(%arg0, %arg1) : (tensor<32x64xi32>, tensor<32x64xi32>) -> tensor<32x64xi32>
  return %0 : tensor<32x64xi32>
}
// -----
// %0 = "ttnn.bitwise_xor"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xi32>, %arg1: tensor<32x64xi32>) -> tensor<32x64xi32> {
  %0 = "ttir.bitwise_xor"(%arg0, %arg1) : (tensor<32x64xi32>, tensor<32x64xi32>) -> tensor<32x64xi32>
  return %0 : tensor<32x64xi32>
}
// -----
// %0 = "ttnn.clamp_tensor"(%arg0, %arg1, %arg2)
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>, %arg2: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.clamp_tensor"(%arg0, %arg1, %arg2) : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.divide"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.div"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.eq"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.eq"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.ge"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.ge"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.gelu_bw"(%arg0, %arg1) <{approximate = "none"}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.gelu_bw"(%arg0, %arg1) <{approximate = "none"}> : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.gt"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.gt"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.le"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.le"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.logical_and"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.logical_and"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.logical_left_shift"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xi32>, %arg1: tensor<32x64xi32>) -> tensor<32x64xi32> {
  %0 = "ttir.logical_left_shift"(%arg0, %arg1) : (tensor<32x64xi32>, tensor<32x64xi32>) -> tensor<32x64xi32>
  return %0 : tensor<32x64xi32>
}
// -----
// %0 = "ttnn.logical_or"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.logical_or"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.logical_right_shift"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xi32>, %arg1: tensor<32x64xi32>) -> tensor<32x64xi32> {
  %0 = "ttir.logical_right_shift"(%arg0, %arg1) : (tensor<32x64xi32>, tensor<32x64xi32>) -> tensor<32x64xi32>
  return %0 : tensor<32x64xi32>
}
// -----
// %0 = "ttnn.bitwise_right_shift"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xi32>, %arg1: tensor<32x64xi32>) -> tensor<32x64xi32> {
  %0 = "ttir.right_shift"(%arg0, %arg1) : (tensor<32x64xi32>, tensor<32x64xi32>) -> tensor<32x64xi32>
  return %0 : tensor<32x64xi32>
}
// -----
// %0 = "ttnn.logical_xor"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.logical_xor"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.lt"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.lt"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.maximum"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.maximum"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.minimum"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.minimum"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.multiply"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.multiply"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.ne"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.ne"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.pow_tensor"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.pow"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.remainder"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.remainder"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.subtract"(%arg0, %arg1) <{activations = [], input_tensor_a_activations = [], input_tensor_b_activations = []}>
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.subtract"(%arg0, %arg1) : (tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
// -----
// %0 = "ttnn.where"(%arg0, %arg1, %arg2)
func.func @main(%arg0: tensor<32x64xbf16>, %arg1: tensor<32x64xbf16>, %arg2: tensor<32x64xbf16>) -> tensor<32x64xbf16> {
  %0 = "ttir.where"(%arg0, %arg1, %arg2) : (tensor<32x64xbf16>, tensor<32x64xbf16>, tensor<32x64xbf16>) -> tensor<32x64xbf16>
  return %0 : tensor<32x64xbf16>
}
