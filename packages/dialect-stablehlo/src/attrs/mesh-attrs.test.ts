import { describe, expect, test } from 'vitest';
import { inFunction, problemsInFunction } from '../../tests/stablehlo-text.ts';

describe('attributes of meshes', () => {
  // Arguments, text, custom form, generic form.
  test.each([
    [
      '',
      '"test.op"() {x = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, <size = 3, name = "y">], device_ids = dense<[0, 1]> : tensor<2xi64>>} : () -> ()',
      '"test.op"() {x = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 3>], device_ids=dense<[0, 1]> : tensor<2xi64>>} : () -> ()',
      '"test.op"() {x = #stablehlo.mesh<axes=[<name = "x", size = 2>, <name = "y", size = 3>], device_ids=dense<[0, 1]> : tensor<2xi64>>} : () -> ()',
    ],
    [
      '',
      '"test.op"() {x = #stablehlo.mesh_axis<size = 2, name = "x">} : () -> ()',
      '"test.op"() {x = #stablehlo.mesh_axis<name = "x", size = 2>} : () -> ()',
      '"test.op"() {x = #stablehlo.mesh_axis<name = "x", size = 2>} : () -> ()',
    ],
    [
      '',
      '"test.op"() {x = #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>} : () -> ()',
      '"test.op"() {x = #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>} : () -> ()',
      '"test.op"() {x = #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>} : () -> ()',
    ],
    [
      '',
      '"test.op"() {x = #stablehlo.replica_group_mesh_axes<axes = [#stablehlo.axis_ref<name = "x">], mesh = @f>} : () -> ()',
      '"test.op"() {x = #stablehlo.replica_group_mesh_axes<mesh = @f, axes = [#stablehlo.axis_ref<name = "x">]>} : () -> ()',
      '"test.op"() {x = #stablehlo.replica_group_mesh_axes<mesh = @f, axes = [#stablehlo.axis_ref<name = "x">]>} : () -> ()',
    ],
  ])('(%s) %s', (parameters, text, custom, generic) => {
    expect(inFunction(parameters, text)).toEqual({ custom, generic });
  });

  // Arguments, text, what is wrong with it.
  test.each([
    [
      '',
      '"test.op"() {x = #stablehlo.mesh<axes = []>} : () -> ()',
      [
        "1:42 expected '<'",
        "1:42 failed to parse StableHLO_Mesh parameter 'axes' which is to be a `::llvm::ArrayRef<stablehlo::MeshAxisAttr>`",
      ],
    ],
    [
      '',
      '"test.op"() {x = #stablehlo.mesh_axis<size = 2, sizes = 3>} : () -> ()',
      ['1:57 duplicate or unknown struct parameter name: sizes'],
    ],
    [
      '',
      '"test.op"() {x = #stablehlo.replica_group_mesh_axes<mesh = 3, axes = []>} : () -> ()',
      ['1:52 mesh must be a FlatSymbolRefAttr or MeshAttr'],
    ],
    [
      '',
      '"test.op"() {x = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "x", size = 2>]>, axes = [3]>} : () -> ()',
      ['1:52 expected AxisRefAttr in axes list'],
    ],
    [
      '',
      '"test.op"() {x = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [<name = "x", size = 2>]>, axes = [#stablehlo.axis_ref<name = "y">]>} : () -> ()',
      ["1:52 axis 'y' not found in mesh definition"],
    ],
  ])('(%s) %s is rejected', (parameters, text, expected) => {
    expect(problemsInFunction(parameters, text)).toEqual(expected);
  });
});
