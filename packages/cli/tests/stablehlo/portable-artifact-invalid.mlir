// RUN: shardform translate --serialize --target=1.3.0 --verify-diagnostics %s
// RUN: not shardform translate --serialize --target=1.3.0 %s 2>&1 | FileCheck %s
// RUN: shardform opt --stablehlo-legalize-to-vhlo --vhlo-to-version=target=1.3.0 --verify-diagnostics %s

// CHECK: failed to legalize operation 'vhlo.tan_v2' that was explicitly marked illegal
// CHECK: failed to convert VHLO to v1.3.0

// expected-error @+1 {{failed to convert VHLO to v1.3.0}}
module {
  func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
    // expected-error @+1 {{failed to legalize operation 'vhlo.tan_v2' that was explicitly marked illegal}}
    %0 = stablehlo.tan %arg0 : tensor<f32>
    return %0 : tensor<f32>
  }
}
