// Roles of arguments are listed for each function, all of them; a comma may end a list.
// RUN: shardform opt %s --tt-populate-argument-types="argument-types=main=input,parameter," | FileCheck %s
// RUN: not shardform opt %s --tt-populate-argument-types="argument-types=main=input" 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not shardform opt %s --tt-populate-argument-types="argument-types=other=input,parameter" 2>&1 | FileCheck %s --check-prefix=OTHER

// CHECK: func.func @main(%arg0: tensor<4xf32> {ttcore.argument_type = #ttcore.argument_type<input>}, %arg1: tensor<4xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>})
// FEW: error: Did not provide the correct number of argument types for function: "main". Expected: 2 arguments, got: 1 arguments
// OTHER: error: Function: "other" was provided in the argument types map, however it was not found in module!
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttir.add"(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
