import type { DialectDocumentation } from '@shardform/ir-core';

const M1 = '!mpmd.mesh_tensor<"m1", tensor<4x8xf32>>';
const M2 = '!mpmd.mesh_tensor<"m2", tensor<4x8xf32>>';
const TOPOLOGY = 'attributes {topology = #mpmd.topology<<"m1" : <["x"=2]>>, <"m2" : <["x"=2]>>>}';

/** A program around operations on `%x`, a mesh tensor on `m1`. */
function onMesh(body: string, result: string): string {
  return `
func.func @main(%x: ${M1}) -> ${result} ${TOPOLOGY} {
  ${body}
  return %0 : ${result}
}`;
}

/** A program around operations on `%x`, a tensor without a mesh. */
function withoutMesh(body: string): string {
  return `
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> ${TOPOLOGY} {
  ${body}
  return %0 : tensor<4x8xf32>
}`;
}

/** The documentation of the operations of the MPMD dialect. */
export const mpmdDocumentation: DialectDocumentation = {
  named_computation: {
    description: `Groups operations under the name by which users assign them to a mesh and, optionally, to a stage. The number in
parentheses says how often the computation was transposed: \`"f"\` is a forward computation, \`"f"(1)\` its gradient. Arguments
and results of the body have the types of operands and results.`,
    example: withoutMesh(`%0 = mpmd.named_computation<"double"> (%x) (%a: tensor<4x8xf32>) {
    %1 = stablehlo.add %a, %a : tensor<4x8xf32>
    mpmd.return %1 : tensor<4x8xf32>
  } : (tensor<4x8xf32>) -> tensor<4x8xf32>`),
  },
  named_tensor: {
    description: 'Gives a tensor the name by which users assign it to a mesh.',
    example: withoutMesh('%0 = mpmd.named_tensor %x name="activations" : tensor<4x8xf32>'),
  },
  fragment: {
    description: `Computes on one mesh. Operands and results are mesh tensors of that mesh; inside stand their global types, and the body is the SPMD
program of all its devices. \`origin\` lists the named computations that the fragment comes from; a fragment without is *inferred*.
\`in_shardings\` and \`out_shardings\` hold shardings while they are propagated.`,
    example: onMesh(
      `%0 = mpmd.fragment<mesh="m1", origin=["double"], stage=0> (%x) (%a: tensor<4x8xf32>) {
    %1 = stablehlo.add %a, %a : tensor<4x8xf32>
    mpmd.return %1 : tensor<4x8xf32>
  } : (${M1}) -> ${M1}`,
      M1,
    ),
  },
  fragment_call: {
    description: `Computes on one mesh what a function says, the body of one or several fragments. The function has the mesh as its attribute
\`mesh_shape\`, and the global types of the operands and results.`,
    example: `${onMesh(`%0 = mpmd.fragment_call<mesh="m1", origin=["double"]> @double(%x) : (${M1}) -> ${M1}`, M1)}
func.func @double(%a: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {mesh_shape = #sdy.mesh<["x"=2]>} {
  %0 = stablehlo.add %a, %a : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`,
  },
  transfer: {
    description: `Moves a tensor to another mesh, or changes its sharding or memory kind on the same one. The global types are equal.`,
    example: onMesh(`%0 = mpmd.transfer %x : (${M1}) -> ${M2}`, M2),
  },
  assign: {
    description: `Puts a tensor that is on no mesh on all devices of one. \`origin\` says why. Mesh inference removes these operations.`,
    example: `
func.func @main(%x: tensor<4x8xf32>) -> ${M1} ${TOPOLOGY} {
  %0 = mpmd.assign {origin = "f"} %x : (tensor<4x8xf32>) -> ${M1}
  return %0 : ${M1}
}`,
  },
  unassign: {
    description:
      'Takes a tensor off its mesh, so that mesh inference may use it anywhere that needs no transfer.',
    example: `
func.func @main(%x: ${M1}) -> tensor<4x8xf32> ${TOPOLOGY} {
  %0 = mpmd.unassign %x : (${M1}) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`,
  },
  call: {
    description: `Calls a private MPMD function from the entry point, such as the computation on one microbatch, whose number is \`call_counter\`. Import
inlines all calls.`,
    example: `${withoutMesh('%0 = mpmd.call @f(%x) {call_counter = 0 : ui32} : (tensor<4x8xf32>) -> tensor<4x8xf32>')}
func.func private @f(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  return %a : tensor<4x8xf32>
}`,
  },
  for: {
    description: `Executes its body \`iterations\` times. The body gets the values of the iteration before and, as its last argument, the number of the
iteration. Import unrolls loops whose \`unroll_factor\` is the number of iterations.`,
    example:
      withoutMesh(`%0 = mpmd.for (%x) {iterations = 2 : ui32, unroll_factor = 2 : ui32} (%a: tensor<4x8xf32>, %index: tensor<ui32>) {
    %1 = stablehlo.add %a, %a : tensor<4x8xf32>
    mpmd.return %1 : tensor<4x8xf32>
  } : tensor<4x8xf32>`),
  },
  broadcast: {
    description: `Lets all meshes on which the result is needed get it by a transfer.`,
    example: withoutMesh('%0 = mpmd.broadcast %x : tensor<4x8xf32>'),
  },
  reduce: {
    description: `Combines tensors, which may be on different meshes, and gives the result to all meshes that need it. With \`none\` there is one operand,
and the reduction that computes it becomes one over meshes.`,
    example: withoutMesh(
      '%0 = mpmd.reduce<add> %x, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>',
    ),
  },
  return: {
    description: 'Ends the region of an operation of this dialect and gives its operands to it.',
    example: onMesh(
      `%0 = mpmd.fragment<mesh="m1", origin=[]> (%x) (%a: tensor<4x8xf32>) {
    mpmd.return %a : tensor<4x8xf32>
  } : (${M1}) -> ${M1}`,
      M1,
    ),
  },
};
