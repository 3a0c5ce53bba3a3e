// Meshes that are none.
// RUN: shardform opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{device id must be non-negative, got: -1}}
sdy.mesh @negative_device = <["x"=2], device_ids=[0, -1]>

// -----

// expected-error @+1 {{axes is empty and device_ids has more than one element}}
sdy.mesh @devices_without_axes = <[], device_ids=[0, 1]>

// -----

// expected-error @+1 {{duplicate axis name: "x"}}
sdy.mesh @same_axis_twice = <["x"=2, "y"=2, "x"=4]>

// -----

// expected-error @+1 {{total product of axis sizes must match total number of device ids, got: 6 != 4}}
sdy.mesh @too_few_devices = <["x"=2, "y"=3], device_ids=[3, 2, 1, 0]>

// -----

// expected-error @+1 {{sorted device ids must be iota(product(axes)), got: 0, 1, 1, 3}}
sdy.mesh @device_twice = <["x"=2, "y"=2], device_ids=[3, 1, 1, 0]>

// -----

// expected-error @+2 {{axis size must be at least 1, got: 0}}
// expected-error @+1 {{failed to parse Sdy_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<MeshAxisAttr>`}}
sdy.mesh @empty_axis = <["x"=0]>

// -----

// Axes stand in brackets.
// expected-error @+1 {{expected '['}}
sdy.mesh @old_form = <"x"=2>

// -----

// expected-error @+1 {{expected 'device_ids'}}
sdy.mesh @misspelt = <["x"=2], devices=[1, 0]>

// -----

func.func @inside_function() {
  // expected-error @+1 {{'sdy.mesh' op expects parent op 'builtin.module'}}
  sdy.mesh @inner = <["x"=2]>
  return
}

// -----

// expected-note @+1 {{see existing symbol definition here}}
sdy.mesh @twice = <["x"=2]>
// expected-error @+1 {{redefinition of symbol named 'twice'}}
sdy.mesh @twice = <["x"=2]>
