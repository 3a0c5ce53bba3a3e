import type { DialectDocumentation } from '@shardform/ir-core';

/** The documentation of the emitpy dialect's operations. */
export const emitpyDocumentation: DialectDocumentation = {
  assign: {
    description: `Assigns a value to a variable, or to the place that an expression names: an element of a container.`,
    example: `
func.func @store(%cache: !emitpy.dict, %value: !emitpy.opaque<"ttnn.Tensor">) {
  %5 = emitpy.literal "5" : index
  %place = emitpy.expression (%cache, %5) : (!emitpy.dict, index) -> !emitpy.opaque<"ttnn.Tensor"> {
  ^bb0(%c: !emitpy.dict, %i: index):
    %0 = emitpy.subscript %c[%i] : (!emitpy.dict, index) -> !emitpy.opaque<"ttnn.Tensor">
    emitpy.yield %0 : !emitpy.opaque<"ttnn.Tensor">
  }
  emitpy.assign %place = %value : (!emitpy.opaque<"ttnn.Tensor">, !emitpy.opaque<"ttnn.Tensor">)
  return
}`,
  },
  assign_global: {
    description: `Assigns a value to a variable of the file, which \`emitpy.global\` declares.`,
    example: `
emitpy.global @steps = 0 : i64
func.func @set(%n: i64) {
  emitpy.assign_global @steps = %n : i64
  return
}`,
  },
  call_opaque: {
    description: `Calls a function of Python by its name. \`args\` lists the arguments: an index stands for the operand with that number, anything else is written as it is. \`keyword_args\` has the name of each, empty for those that are known by their place. Without both, the operands are the arguments.`,
    example: `
func.func @add(%a: !emitpy.opaque<"ttnn.Tensor">, %b: !emitpy.opaque<"ttnn.Tensor">) -> !emitpy.opaque<"ttnn.Tensor"> {
  %0 = emitpy.call_opaque "ttnn.add"(%a, %b) {args = [0 : index, 1 : index, #emitpy.opaque<"ttnn.DataType.BFLOAT16">], keyword_args = ["", "", "dtype"]} : (!emitpy.opaque<"ttnn.Tensor">, !emitpy.opaque<"ttnn.Tensor">) -> !emitpy.opaque<"ttnn.Tensor">
  return %0 : !emitpy.opaque<"ttnn.Tensor">
}`,
  },
  class: {
    description: `A class. Its functions are methods: of an instance, whose first argument \`self\` has the type of the class, or, by the attribute \`emitpy.method_kind\`, a \`classmethod\` or \`staticmethod\`.`,
    example: `
emitpy.class @Model(#emitpy.opaque<"torch.nn.Module">) {
  func.func @forward(%self: !emitpy.class<"Model">) {
    return
  }
}`,
  },
  constant: {
    description: `A constant: a number, or Python as it stands.`,
    example: `
func.func @zero() -> i32 {
  %0 = "emitpy.constant"() <{value = 0 : i32}> : () -> i32
  return %0 : i32
}`,
  },
  create_dict: {
    description: `A new dictionary under a name, of keys and values in turn, or as \`literal_expr\` writes it.`,
    example: `
func.func @table(%a: !emitpy.opaque<"ttnn.Tensor">) {
  %key = emitpy.literal "0" : index
  %0 = emitpy.create_dict "table"(%key, %a) : (index, !emitpy.opaque<"ttnn.Tensor">) -> !emitpy.dict
  %1 = emitpy.create_dict "empty" {literal_expr = "{}"} : () -> !emitpy.dict
  return
}`,
  },
  expression: {
    description: `Operations that are written as one expression, where its result is used; with \`do_not_inline\` as statements. The body knows only its arguments, which stand for the operands.`,
    example: `
func.func @nested(%a: !emitpy.opaque<"ttnn.Tensor">) -> !emitpy.opaque<"ttnn.Tensor"> {
  %0 = emitpy.expression (%a) : (!emitpy.opaque<"ttnn.Tensor">) -> !emitpy.opaque<"ttnn.Tensor"> {
  ^bb0(%x: !emitpy.opaque<"ttnn.Tensor">):
    %1 = emitpy.call_opaque "ttnn.exp"(%x) : (!emitpy.opaque<"ttnn.Tensor">) -> !emitpy.opaque<"ttnn.Tensor">
    %2 = emitpy.call_opaque "ttnn.neg"(%1) : (!emitpy.opaque<"ttnn.Tensor">) -> !emitpy.opaque<"ttnn.Tensor">
    emitpy.yield %2 : !emitpy.opaque<"ttnn.Tensor">
  }
  return %0 : !emitpy.opaque<"ttnn.Tensor">
}`,
  },
  file: {
    description: `A file with its functions, variables and imports. \`mlir-to-python\` writes all files, or the one with an id.`,
    example: `
emitpy.file "main" {
  emitpy.import import "ttnn"
  func.func @main() {
    return
  }
}`,
  },
  get_attr: {
    description: `An attribute of an object: \`self.weight\`.`,
    example: `
func.func @weight(%self: !emitpy.opaque<"Model">) -> !emitpy.opaque<"ttnn.Tensor"> {
  %0 = emitpy.get_attr %self, "weight" : (!emitpy.opaque<"Model">) -> !emitpy.opaque<"ttnn.Tensor">
  return %0 : !emitpy.opaque<"ttnn.Tensor">
}`,
  },
  global: {
    description: `A variable of the file with its first value.`,
    example: `
emitpy.global @cache = #emitpy.opaque<"{}">`,
  },
  global_statement: {
    description: `Says that a name is that of the file's variable in this function: \`global cache\`. The result is the variable.`,
    example: `
emitpy.global @cache = #emitpy.opaque<"{}">
func.func @cached() -> !emitpy.dict {
  %0 = emitpy.global_statement @cache : !emitpy.dict
  return %0 : !emitpy.dict
}`,
  },
  if: {
    description: `A choice. In the condition, \`{}\` stands for an operand; without operands it is written as it is. A choice alone in the other branch becomes \`elif\`.`,
    example: `
func.func @once(%cache: !emitpy.dict) {
  emitpy.if "not {}" args %cache : (!emitpy.dict) {
    emitpy.verbatim "print({})" args %cache : !emitpy.dict
  } else {
    emitpy.verbatim "pass"
  }
  return
}`,
  },
  import: {
    description: `Imports a module, members of it, or all of them.`,
    example: `
emitpy.import import "numpy" as "np"
emitpy.import from "tables" import "first" as "one", "second"
emitpy.import from "shapes" import *`,
  },
  literal: {
    description: `Python as it stands, such as the number of an element.`,
    example: `
func.func @first() -> index {
  %0 = emitpy.literal "0" : index
  return %0 : index
}`,
  },
  nested_func: {
    description: `A function inside a function; the arguments of its body are its parameters.`,
    example: `
func.func @outer() {
  emitpy.nested_func "inner" {
  ^bb0(%a: !emitpy.opaque<"ttnn.Tensor">):
    emitpy.nested_func_return %a : !emitpy.opaque<"ttnn.Tensor">
  }
  return
}`,
  },
  nested_func_return: {
    description: `Ends a function inside a function.`,
    example: `
func.func @outer() {
  emitpy.nested_func "inner" {
  ^bb0(%a: !emitpy.opaque<"ttnn.Tensor">):
    emitpy.nested_func_return %a : !emitpy.opaque<"ttnn.Tensor">
  }
  return
}`,
  },
  set_attr: {
    description: `Sets an attribute of an object: \`self.weight = w\`.`,
    example: `
func.func @keep(%self: !emitpy.opaque<"Model">, %w: !emitpy.opaque<"ttnn.Tensor">) {
  emitpy.set_attr %self, "weight", %w : (!emitpy.opaque<"Model">, !emitpy.opaque<"ttnn.Tensor">)
  return
}`,
  },
  subscript: {
    description: `An element of a list by its number, or of a dictionary by its key.`,
    example: `
func.func @first(%list: !emitpy.opaque<"[ttnn.Tensor]">) -> !emitpy.opaque<"ttnn.Tensor"> {
  %0 = emitpy.literal "0" : index
  %1 = emitpy.subscript %list[%0] : (!emitpy.opaque<"[ttnn.Tensor]">, index) -> !emitpy.opaque<"ttnn.Tensor">
  return %1 : !emitpy.opaque<"ttnn.Tensor">
}`,
  },
  verbatim: {
    description: `A line of Python as it stands, in which \`{}\` stands for an operand.`,
    example: `
func.func @show(%a: !emitpy.opaque<"ttnn.Tensor">) {
  emitpy.verbatim "print({})" args %a : !emitpy.opaque<"ttnn.Tensor">
  return
}`,
  },
  yield: {
    description: `The value of an expression.`,
    example: `
func.func @negative(%a: !emitpy.opaque<"ttnn.Tensor">) -> !emitpy.opaque<"ttnn.Tensor"> {
  %0 = emitpy.expression (%a) : (!emitpy.opaque<"ttnn.Tensor">) -> !emitpy.opaque<"ttnn.Tensor"> {
  ^bb0(%x: !emitpy.opaque<"ttnn.Tensor">):
    %1 = emitpy.call_opaque "ttnn.neg"(%x) : (!emitpy.opaque<"ttnn.Tensor">) -> !emitpy.opaque<"ttnn.Tensor">
    emitpy.yield %1 : !emitpy.opaque<"ttnn.Tensor">
  }
  return %0 : !emitpy.opaque<"ttnn.Tensor">
}`,
  },
};
