import type { DialectDocumentation } from '@shardform/ir-core';

/** The documentation of the emitc dialect's operations. */
export const emitcDocumentation: DialectDocumentation = {
  apply: {
    description: `The address of a variable by \`&\`, or what a pointer points to by \`*\`.`,
    example: `
func.func @device(%pointer: !emitc.ptr<!emitc.opaque<"ttnn::distributed::MeshDevice">>) {
  %0 = emitc.apply "*"(%pointer) : (!emitc.ptr<!emitc.opaque<"ttnn::distributed::MeshDevice">>) -> !emitc.opaque<"::ttnn::distributed::MeshDevice&">
  return
}`,
  },
  call_opaque: {
    description: `Calls a function of C++ by its name. \`args\` lists the arguments: an index stands for the operand with that number, anything else is written as it is. Without it, the operands are the arguments. \`template_args\` stand in angle brackets behind the name.`,
    example: `
func.func @add(%a: !emitc.opaque<"::ttnn::Tensor">, %b: !emitc.opaque<"::ttnn::Tensor">) -> !emitc.opaque<"::ttnn::Tensor"> {
  %0 = emitc.call_opaque "ttnn::add"(%a, %b) {args = [0 : index, 1 : index, #emitc.opaque<"::ttnn::DataType::BFLOAT16">]} : (!emitc.opaque<"::ttnn::Tensor">, !emitc.opaque<"::ttnn::Tensor">) -> !emitc.opaque<"::ttnn::Tensor">
  return %0 : !emitc.opaque<"::ttnn::Tensor">
}`,
  },
  constant: {
    description: `A constant: a number, or C++ as it stands.`,
    example: `
func.func @zero() -> i32 {
  %0 = "emitc.constant"() <{value = 0 : i32}> : () -> i32
  return %0 : i32
}`,
  },
  get_global: {
    description: `A variable of the file, which \`emitc.global\` declares, in a function.`,
    example: `
emitc.global static @cache : !emitc.opaque<"::std::vector<::ttnn::Tensor>">
func.func @cached() -> !emitc.opaque<"::std::vector<::ttnn::Tensor>"> {
  %0 = emitc.get_global @cache : !emitc.lvalue<!emitc.opaque<"::std::vector<::ttnn::Tensor>">>
  %1 = emitc.load %0 : <!emitc.opaque<"::std::vector<::ttnn::Tensor>">>
  return %1 : !emitc.opaque<"::std::vector<::ttnn::Tensor>">
}`,
  },
  global: {
    description: `A variable of the file, with an initial value if it has one; \`extern\`, \`static\` and \`const\` as in C++.`,
    example: `
emitc.global static @cache : !emitc.opaque<"::std::vector<::ttnn::Tensor>">
emitc.global const @rounds : i32 = 4`,
  },
  include: {
    description: `Includes a header: one of the system in angle brackets, one of the program's own without.`,
    example: `
emitc.include <"vector">
emitc.include "ttnn-precompiled.hpp"`,
  },
  literal: {
    description: `A text of C++ as a value, which stands where it is used.`,
    example: `
func.func @first(%tensors: !emitc.opaque<"::std::vector<::ttnn::Tensor>">) {
  %0 = emitc.literal "0" : index
  %1 = emitc.subscript %tensors[%0] : (!emitc.opaque<"::std::vector<::ttnn::Tensor>">, index) -> !emitc.lvalue<!emitc.opaque<"::ttnn::Tensor">>
  return
}`,
  },
  load: {
    description: `The value that a variable or an element has now.`,
    example: `
emitc.global @rounds : i32 = 4
func.func @rounds_left() -> i32 {
  %0 = emitc.get_global @rounds : !emitc.lvalue<i32>
  %1 = emitc.load %0 : <i32>
  return %1 : i32
}`,
  },
  subscript: {
    description: `An element of a container, of which there may be several indices.`,
    example: `
func.func @first(%tensors: !emitc.opaque<"::std::vector<::ttnn::Tensor>">, %i: index) -> !emitc.opaque<"::ttnn::Tensor"> {
  %0 = emitc.subscript %tensors[%i] : (!emitc.opaque<"::std::vector<::ttnn::Tensor>">, index) -> !emitc.lvalue<!emitc.opaque<"::ttnn::Tensor">>
  %1 = emitc.load %0 : <!emitc.opaque<"::ttnn::Tensor">>
  return %1 : !emitc.opaque<"::ttnn::Tensor">
}`,
  },
};
