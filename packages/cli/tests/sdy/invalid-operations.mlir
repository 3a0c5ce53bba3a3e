// Operations other than collective ones in the wrong place or with the wrong values.
// RUN: shardform opt %s -split-input-file -verify-diagnostics

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.reshard' op sharding doesn't match tensor rank: 1 != 2}}
  %0 = sdy.reshard %a <@m, [{}]> : tensor<8x8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.propagation_barrier' op cannot specify `BOTH` as the direction. Not blocking propagation direction makes the op redundant.}}
  %0 = sdy.propagation_barrier %a allowed_direction=BOTH : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{expected string or keyword containing one of the following enum values for attribute 'allowed_direction' [NONE, FORWARD, BACKWARD, BOTH]}}
  %0 = sdy.propagation_barrier %a allowed_direction=SIDEWAYS : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<*xf32>) {
  // expected-error @+1 {{'sdy.sharding_group' op operand #0 must be ranked tensor of any non-token type values, but got 'tensor<*xf32>'}}
  "sdy.sharding_group"(%a) <{group_id = 0 : i64}> : (tensor<*xf32>) -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+2 {{'sdy.constant' op failed to infer returned types}}
  // expected-error @+1 {{'sdy.constant' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  %0 = "sdy.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

func.func @f(%a: tensor<?xf32>) {
  %0 = func.call @g(%a) : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error @+1 {{'sdy.func_data_flow_edge' op expected sdy.func_data_flow_edge to have a static-shaped result. type: 'tensor<?xf32>'}}
  %1 = sdy.func_data_flow_edge %0 : tensor<?xf32>
  return
}

func.func private @g(tensor<?xf32>) -> tensor<?xf32>

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to have a single user}}
  %0 = sdy.func_data_flow_edge %a : tensor<8xf32>
  return %a : tensor<8xf32>
}

// -----

func.func @f(%a: tensor<8xf32>) {
  %0 = stablehlo.negate %a : tensor<8xf32>
  // expected-error @+1 {{'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to be a result of call op.}}
  %1 = sdy.func_data_flow_edge %0 : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  sdy.named_computation<"n">(%a) (%x: tensor<8xf32>) {
    // expected-error @+1 {{'sdy.func_data_flow_edge' op expected operand of sdy.func_data_flow_edge to be a block argument of a func op.}}
    %0 = sdy.func_data_flow_edge %x : tensor<8xf32>
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<?xf32>) {
  // expected-error @+1 {{'sdy.data_flow_edge' op expected sdy.data_flow_edge to have a static-shaped result. type: 'tensor<?xf32>'}}
  %0 = sdy.data_flow_edge %a : tensor<?xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to have a single user}}
  %0 = sdy.data_flow_edge %a : tensor<8xf32>
  return %a : tensor<8xf32>
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-note @+1 {{sdy op defining the input of the sdy.data_flow_edge}}
  %0 = sdy.propagation_barrier %a allowed_direction=NONE : tensor<8xf32>
  // expected-error @+1 {{'sdy.data_flow_edge' op expected input of sdy.data_flow_edge to not be defined by an SdyDialect op (other than an sdy.named_computation).}}
  %1 = sdy.data_flow_edge %0 : tensor<8xf32>
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.data_flow_edge' op sharding doesn't match tensor rank: 0 != 1}}
  %0 = sdy.data_flow_edge %a sharding=<@m, []> : tensor<8xf32>
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{number of block arguments must match the number of operands: 0 != 1}}
  sdy.named_computation<"n">(%a) () {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{expected the type of the 0'th block argument to match the type of the corresponding operand: 'tensor<4xf32>' vs 'tensor<8xf32>'}}
  sdy.named_computation<"n">(%a) (%x: tensor<4xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.named_computation' op in_shardings - unknown axis name: "w"}}
  sdy.named_computation<"n">(%a) in_shardings=[<@m, [{"w"}]>] (%x: tensor<8xf32>) {
    sdy.return
  } : (tensor<8xf32>) -> ()
  return
}

// -----

sdy.mesh @m = <["x"=4, "y"=2, "z"=2]>

func.func @f(%a: tensor<8xf32>) {
  // expected-error @+1 {{'sdy.named_computation' op out_shardings shardings don't match number of values: 1 shardings vs 2 values}}
  %0:2 = sdy.named_computation<"n">(%a) out_shardings=[<@m, [{"x"}]>] (%x: tensor<8xf32>) {
    sdy.return %x, %x : tensor<8xf32>, tensor<8xf32>
  } : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return
}

// -----

func.func @f(%a: tensor<8xf32>) {
  // expected-note @+1 {{required by region isolation constraints}}
  %0 = sdy.named_computation<"n">() () {
    // expected-error @+1 {{'sdy.return' op using value defined outside the region}}
    sdy.return %a : tensor<8xf32>
  } : () -> tensor<8xf32>
  return
}

// -----

func.func @f() {
  // The end of the region is always written.
  // expected-error @+1 {{'sdy.named_computation' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  sdy.named_computation<"n">() () {
  } : () -> ()
  return
}

// -----

func.func @f() {
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    // expected-error @+1 {{block with no terminator}}
    %0 = sdy.constant dense<1.0> : tensor<f32>
  } : () -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+2 {{'sdy.manual_computation' op expects regions to end with 'sdy.return', found 'stablehlo.return'}}
  // expected-note @+1 {{in custom textual format, the absence of terminator implies 'sdy.return'}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    stablehlo.return
  } : () -> ()
  return
}
