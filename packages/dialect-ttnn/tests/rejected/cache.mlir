func.func @main(%a0: tensor<1x1x8x128x64xbf16>, %a1: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.fill_cache' op Cache tensor must be a 4D tensor}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 100 : i32}> : (tensor<1x1x8x128x64xbf16>, tensor<1x8x32x64xbf16>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x9x128x64xbf16>, %a1: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.fill_cache' op Cache tensor shape must match input tensor shape on dims 1 and 3. Got cache shape (1, 9, 128, 64), input shape (1, 8, 32, 64)}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x9x128x64xbf16>, tensor<1x8x32x64xbf16>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xbf16>, %a1: tensor<1x8x32x64xi32>) {
  // expected-error@below {{'ttnn.fill_cache' op Cache and input tensors must have the same dtype. Got cache dtype = bf16, input dtype = si32}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xbf16>, tensor<1x8x32x64xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xi32>, %a1: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.fill_cache' op Cache and input tensors must have the same dtype. Got cache dtype = si32, input dtype = bf16}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xi32>, tensor<1x8x32x64xbf16>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xui16>, %a1: tensor<1x8x1x64xbf16>) {
  // expected-error@below {{'ttnn.fill_cache' op Cache and input tensors must have the same dtype. Got cache dtype = u16, input dtype = bf16}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xui16>, tensor<1x8x1x64xbf16>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x65xbf16>, %a1: tensor<1x8x32x64xui16>) {
  // expected-error@below {{'ttnn.fill_cache' op Cache and input tensors must have the same dtype. Got cache dtype = bf16, input dtype = u16}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x128x65xbf16>, tensor<1x8x32x64xui16>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xbf16>, %a1: tensor<1x1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.fill_cache' op Input tensor must be a 4D tensor}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 3 : i32}> : (tensor<1x8x128x64xbf16>, tensor<1x1x8x32x64xbf16>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xf32>, %a1: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.fill_cache' op Cache and input tensors must have the same dtype. Got cache dtype = f32, input dtype = bf16}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xf32>, tensor<1x8x32x64xbf16>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x1x64xbf16>, %a1: tensor<1x8x32x64xbf16>) {
  // expected-error@below {{'ttnn.fill_cache' op Input tensor requires that dim 2 have a size which is less than or equal to the size of dim 2 of the cache tensor. Got cache dim 2 size = 1, input dim 2 size = 32}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x1x64xbf16>, tensor<1x8x32x64xbf16>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xf32>, %a1: tensor<1x8x32x64xi32>) {
  // expected-error@below {{'ttnn.fill_cache' op Cache and input tensors must have the same dtype. Got cache dtype = f32, input dtype = si32}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xf32>, tensor<1x8x32x64xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xbf16>, %a1: tensor<1x8x32x64xf32>) {
  // expected-error@below {{'ttnn.fill_cache' op Cache and input tensors must have the same dtype. Got cache dtype = bf16, input dtype = f32}}
  "ttnn.fill_cache"(%a0, %a1) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xbf16>, tensor<1x8x32x64xf32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<1x8x96x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<1xbf16>) {
  // expected-error@below {{'ttnn.paged_fill_cache' op Cache tensor must be a 4D tensor}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<bf16>, tensor<1x8x96x64xbf16>, tensor<4x16xi32>, tensor<1xbf16>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x1x8x96x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<1xi32>) {
  // expected-error@below {{'ttnn.paged_fill_cache' op Input tensor must be a 4D tensor}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<64x8x32x64xbf16>, tensor<1x1x8x96x64xbf16>, tensor<4x16xi32>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x8x96x64xbf16>, %a2: tensor<1x4x16xi32>, %a3: tensor<1x1xi32>) {
  // expected-error@below {{'ttnn.paged_fill_cache' op Page table tensor must be a 2D tensor}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<64x8x32x64xbf16>, tensor<1x8x96x64xbf16>, tensor<1x4x16xi32>, tensor<1x1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x1xbf16>, %a1: tensor<1x8x96x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<1xi32>) {
  // expected-error@below {{'ttnn.paged_fill_cache' op Input must have same head dimension as cache.}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<64x8x32x1xbf16>, tensor<1x8x96x64xbf16>, tensor<4x16xi32>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xf32>, %a1: tensor<1x8x96x65xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<1xi32>) {
  // expected-error@below {{'ttnn.paged_fill_cache' op Cache and input tensors must have the same dtype}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<64x8x32x64xf32>, tensor<1x8x96x65xbf16>, tensor<4x16xi32>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x16x32x64xbf16>, %a1: tensor<1x8x96x63xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<1xi32>) {
  // expected-error@below {{'ttnn.paged_fill_cache' op Input must have the same number of heads as the cache.}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<64x16x32x64xbf16>, tensor<1x8x96x63xbf16>, tensor<4x16xi32>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x8x96x64xbf16>, %a2: tensor<4x16xf32>, %a3: tensor<1xi32>) {
  // expected-error@below {{'ttnn.paged_fill_cache' op Page table tensor must be an integer type}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<64x8x32x64xbf16>, tensor<1x8x96x64xbf16>, tensor<4x16xf32>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x8x96x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<2xi32>) {
  // expected-error@below {{'ttnn.paged_fill_cache' op Batch index tensor must have dim 0 equal to input batch (1), got 2}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<64x8x32x64xbf16>, tensor<1x8x96x64xbf16>, tensor<4x16xi32>, tensor<2xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x8x96x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<1xbf16>) {
  // expected-error@below {{'ttnn.paged_fill_cache' op Batch index tensor must be an integer type}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<64x8x32x64xbf16>, tensor<1x8x96x64xbf16>, tensor<4x16xi32>, tensor<1xbf16>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x33x64xbf16>, %a1: tensor<1x8x96x64xbf16>, %a2: tensor<4x16xui16>, %a3: tensor<1xi32>) {
  // expected-error@below {{'ttnn.paged_fill_cache' op Block size must be divisible by 32, got 33}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<64x8x33x64xbf16>, tensor<1x8x96x64xbf16>, tensor<4x16xui16>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x8x96x64xbf16>, %a2: tensor<4x16xi32>, %a3: tensor<1x1xi32>) {
  // expected-error@below {{'ttnn.paged_fill_cache' op Batch index tensor must be a 1D tensor}}
  "ttnn.paged_fill_cache"(%a0, %a1, %a2, %a3) : (tensor<64x8x32x64xbf16>, tensor<1x8x96x64xbf16>, tensor<4x16xi32>, tensor<1x1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x4x8x65xbf16>, %a2: tensor<4xi32>, %a3: tensor<4x16xi32>) {
  // expected-error@below {{'ttnn.paged_update_cache' op Input tensor must have dim 3 be equal to the head dimension (determined by cache shape): 64, got 65}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<64x8x32x64xbf16>, tensor<1x4x8x65xbf16>, tensor<4xi32>, tensor<4x16xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x4x8x64xbf16>, %a2: tensor<i32>, %a3: tensor<i32>) {
  // expected-error@below {{'ttnn.paged_update_cache' op Update index tensor must be a 1D tensor}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<64x8x32x64xbf16>, tensor<1x4x8x64xbf16>, tensor<i32>, tensor<i32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x8x8x64xbf16>, %a2: tensor<4xi32>, %a3: tensor<4x16xi32>) {
  // expected-error@below {{'ttnn.paged_update_cache' op Input tensor must have shape equal to the number of users (determined by update index shape): 4, got 8}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<64x8x32x64xbf16>, tensor<1x8x8x64xbf16>, tensor<4xi32>, tensor<4x16xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x33x64xbf16>, %a1: tensor<1x4x8x64xbf16>, %a2: tensor<4xi32>, %a3: tensor<4x16xi32>) {
  // expected-error@below {{'ttnn.paged_update_cache' op Block size must be divisible by 32, got 33}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<64x8x33x64xbf16>, tensor<1x4x8x64xbf16>, tensor<4xi32>, tensor<4x16xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<bf16>, %a2: tensor<4xi32>, %a3: tensor<4x16xi32>) {
  // expected-error@below {{'ttnn.paged_update_cache' op Input tensor must be a 4D tensor}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<64x8x32x64xbf16>, tensor<bf16>, tensor<4xi32>, tensor<4x16xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<bf16>, %a1: tensor<1x4x8x64xbf16>, %a2: tensor<4xi32>, %a3: tensor<4x16xi32>) {
  // expected-error@below {{'ttnn.paged_update_cache' op Cache tensor must be a 4D tensor}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<bf16>, tensor<1x4x8x64xbf16>, tensor<4xi32>, tensor<4x16xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xui16>, %a1: tensor<1x4x8x64xbf16>, %a2: tensor<4xi32>, %a3: tensor<16xi32>) {
  // expected-error@below {{'ttnn.paged_update_cache' op Page table tensor must be a 2D tensor}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<64x8x32x64xui16>, tensor<1x4x8x64xbf16>, tensor<4xi32>, tensor<16xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x4x8x64xbf16>, %a2: tensor<4xi32>, %a3: tensor<1x16xi32>) {
  // expected-error@below {{'ttnn.paged_update_cache' op Page table tensor must have dim 0 be equal to the number of users (determined by update index shape): 4, got 1}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<64x8x32x64xbf16>, tensor<1x4x8x64xbf16>, tensor<4xi32>, tensor<1x16xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xf32>, %a1: tensor<2x4x8x64xbf16>, %a2: tensor<4xi32>, %a3: tensor<4x16xi32>) {
  // expected-error@below {{'ttnn.paged_update_cache' op Input tensor must have dim 0 be equal to 1, got 2}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<64x8x32x64xf32>, tensor<2x4x8x64xbf16>, tensor<4xi32>, tensor<4x16xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x4x8x64xbf16>, %a2: tensor<4xi32>, %a3: tensor<4x16xbf16>) {
  // expected-error@below {{'ttnn.paged_update_cache' op Page table tensor must be an integer type}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<64x8x32x64xbf16>, tensor<1x4x8x64xbf16>, tensor<4xi32>, tensor<4x16xbf16>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<64x8x32x64xbf16>, %a1: tensor<1x4x8x64xi32>, %a2: tensor<4xi32>, %a3: tensor<4x16xi32>) {
  // expected-error@below {{'ttnn.paged_update_cache' op Input tensor must be a floating point type}}
  "ttnn.paged_update_cache"(%a0, %a1, %a2, %a3) <{share_cache = false}> : (tensor<64x8x32x64xbf16>, tensor<1x4x8x64xi32>, tensor<4xi32>, tensor<4x16xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xf32>, %a1: tensor<1x8x1x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.update_cache' op Cache and input tensors must have the same dtype. Got cache dtype = f32, input dtype = bf16}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xf32>, tensor<1x8x1x64xbf16>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x1x128x64xbf16>, %a1: tensor<1x8x1x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.update_cache' op Cache tensor shape must match input tensor shape on dims 1 and 3. Got cache shape (1, 1, 128, 64), input shape ()1x8x1x64)}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x1x128x64xbf16>, tensor<1x8x1x64xbf16>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x127x64xbf16>, %a1: tensor<8x1x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.update_cache' op Input tensor must be a 4D tensor}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x127x64xbf16>, tensor<8x1x64xbf16>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xbf16>, %a1: tensor<1x8x1x64xui16>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.update_cache' op Cache and input tensors must have the same dtype. Got cache dtype = bf16, input dtype = u16}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xbf16>, tensor<1x8x1x64xui16>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xbf16>, %a1: tensor<3x8x1x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.update_cache' op Input tensor requires that dim 0 have size 1, got input dim 0 size = 3}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xbf16>, tensor<3x8x1x64xbf16>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x1x8x128x64xbf16>, %a1: tensor<1x8x1x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.update_cache' op Cache tensor must be a 4D tensor}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x1x8x128x64xbf16>, tensor<1x8x1x64xbf16>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x1x8x128x64xbf16>, %a1: tensor<1x8x1x64xf32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.update_cache' op Cache and input tensors must have the same dtype. Got cache dtype = bf16, input dtype = f32}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x1x8x128x64xbf16>, tensor<1x8x1x64xf32>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xbf16>, %a1: tensor<1x8x1x64xi32>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.update_cache' op Cache and input tensors must have the same dtype. Got cache dtype = bf16, input dtype = si32}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xbf16>, tensor<1x8x1x64xi32>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xi32>, %a1: tensor<1x8x2x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.update_cache' op Cache and input tensors must have the same dtype. Got cache dtype = si32, input dtype = bf16}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xi32>, tensor<1x8x2x64xbf16>, tensor<1xi32>) -> ()
  return
}
// -----
func.func @main(%a0: tensor<1x8x128x64xui16>, %a1: tensor<1x8x1x64xbf16>, %a2: tensor<1xi32>) {
  // expected-error@below {{'ttnn.update_cache' op Cache and input tensors must have the same dtype. Got cache dtype = u16, input dtype = bf16}}
  "ttnn.update_cache"(%a0, %a1, %a2) <{batch_offset = 0 : i32}> : (tensor<1x8x128x64xui16>, tensor<1x8x1x64xbf16>, tensor<1xi32>) -> ()
  return
}
