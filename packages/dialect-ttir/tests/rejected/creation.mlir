func.func @main() {
  // expected-error@below {{'ttir.arange' op Output tensor shape must be 63 at dim 1 (since start=1, end=64, step=1), but got 64}}
  %0 = "ttir.arange"() <{arange_dimension = 1 : i64, end = 64 : si64, start = 1 : si64, step = 1 : si64}> : () -> tensor<32x64xbf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.arange' op Invalid range: start=0, end=64, step=100}}
  %0 = "ttir.arange"() <{arange_dimension = 1 : i64, end = 64 : si64, start = 0 : si64, step = 100 : si64}> : () -> tensor<32x64xbf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.arange' op Step value cannot be zero}}
  %0 = "ttir.arange"() <{arange_dimension = 1 : i64, end = 64 : si64, start = 0 : si64, step = 0 : si64}> : () -> tensor<32x65xbf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.constant' op failed to verify that all of {value, result} have same shape}}
  %0 = "ttir.constant"() <{value = dense<[[1.1, 2.0], [3.0, 4.0]]> : tensor<2x2xbf16>}> : () -> tensor<4x2xbf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.full' op expected shape (64, 64), got (100, 64)}}
  %0 = "ttir.full"() <{fill_value = 7.000000e+00 : f32, shape = array<i32: 100, 64>}> : () -> tensor<64x64xbf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.full' op expected shape (1, 32, 64), got (32, 64)}}
  %0 = "ttir.full"() <{fill_value = 7.000000e+00 : f32, shape = array<i32: 32, 64>}> : () -> tensor<1x32x64xbf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.full' op expected shape (), got (32, 64)}}
  %0 = "ttir.full"() <{fill_value = 7.000000e+00 : f32, shape = array<i32: 32, 64>}> : () -> tensor<bf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.full' op expected shape (32, 64), got (32, 64, 1)}}
  %0 = "ttir.full"() <{fill_value = 7.000000e+00 : f32, shape = array<i32: 32, 64, 1>}> : () -> tensor<32x64xbf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.full' op expected shape (64), got (32, 64)}}
  %0 = "ttir.full"() <{fill_value = 7.000000e+00 : f32, shape = array<i32: 32, 64>}> : () -> tensor<64xbf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.rand' op Size argument does not match with output tensor shape. [Size = [32 : i32, 3 : i32], output tensor shape = (32, 64)].}}
  %0 = "ttir.rand"() <{high = 1.000000e+00 : f32, low = 0.000000e+00 : f32, seed = 42 : ui32, size = [32 : i32, 3 : i32]}> : () -> tensor<32x64xbf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.rand' op Size argument does not match with output tensor shape. [Size = [1 : i32, 64 : i32], output tensor shape = (1, 32, 64)].}}
  %0 = "ttir.rand"() <{high = 1.000000e+00 : f32, low = 0.000000e+00 : f32, seed = 42 : ui32, size = [1 : i32, 64 : i32]}> : () -> tensor<1x32x64xbf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.rand' op Size argument does not match with output tensor shape. [Size = [32 : i32, 64 : i32], output tensor shape = ()].}}
  %0 = "ttir.rand"() <{high = 1.000000e+00 : f32, low = 0.000000e+00 : f32, seed = 100 : ui32, size = [32 : i32, 64 : i32]}> : () -> tensor<bf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.rand' op Size argument does not match with output tensor shape. [Size = [32 : i32, 64 : i32, 0 : i32], output tensor shape = (32, 128)].}}
  %0 = "ttir.rand"() <{high = 1.000000e+00 : f32, low = 0.000000e+00 : f32, seed = 42 : ui32, size = [32 : i32, 64 : i32, 0 : i32]}> : () -> tensor<32x128xbf16>
  return
}
// -----
func.func @main() {
  // expected-error@below {{'ttir.rand' op Size argument does not match with output tensor shape. [Size = [32 : i32, 64 : i32], output tensor shape = (64)].}}
  %0 = "ttir.rand"() <{high = 1.000000e+00 : f32, low = 0.000000e+00 : f32, seed = 42 : ui32, size = [32 : i32, 64 : i32]}> : () -> tensor<64xbf16>
  return
}
