// Programs of Python, as MLIR and as Python.
// RUN: shardform opt %s | FileCheck %s
// RUN: shardform translate --mlir-to-python %s | FileCheck %s --check-prefix=PYTHON

!tensor = !emitpy.opaque<"ttnn.Tensor">

// PYTHON: import ttnn
// CHECK: emitpy.import import "ttnn"
emitpy.import import "ttnn"
// PYTHON-NEXT: from tables import first as one, second
// CHECK: emitpy.import from "tables" import "first" as "one", "second"
emitpy.import from "tables" import "first" as "one", "second"
// PYTHON-NEXT: cache = {}
// CHECK: emitpy.global @cache = #emitpy.opaque<"{}">
emitpy.global @cache = #emitpy.opaque<"{}">

// Arguments by place and by name; names are free of others and of keywords.
// PYTHON: {{^}}def sums(x, x_0): {{$}}
// PYTHON-NEXT: {{^}}  total = ttnn.add(x, x_0, dtype=ttnn.DataType.FLOAT32){{$}}
// PYTHON-NEXT: {{^}}  return total{{$}}
func.func @sums(%a: !tensor {emitpy.name = "x"}, %b: !tensor {emitpy.name = "x"}) -> !tensor {
  // CHECK: emitpy.call_opaque "ttnn.add"(%arg0, %arg1) {args = [0 : index, 1 : index, #emitpy.opaque<"ttnn.DataType.FLOAT32">], emitpy.name = "total", keyword_args = ["", "", "dtype"]}
  %0 = emitpy.call_opaque "ttnn.add"(%a, %b) {args = [0 : index, 1 : index, #emitpy.opaque<"ttnn.DataType.FLOAT32">], emitpy.name = "total", keyword_args = ["", "", "dtype"]} : (!tensor, !tensor) -> !tensor
  return %0 : !tensor
}

// PYTHON: {{^}}def chosen(table, n): {{$}}
// PYTHON-NEXT: {{^}}  global cache{{$}}
// PYTHON-NEXT: {{^}}  if not cache:{{$}}
// PYTHON-NEXT: {{^}}    cache[5] = table["w"]{{$}}
// PYTHON-NEXT: {{^}}  elif n > 3:{{$}}
// PYTHON-NEXT: {{^}}    n = n{{$}}
// PYTHON-NEXT: {{^}}  return{{$}}
func.func @chosen(%table: !emitpy.dict {emitpy.name = "table"}, %n: !emitpy.opaque<"int"> {emitpy.name = "n"}) {
  // CHECK: %[[CACHE:.*]] = emitpy.global_statement @cache : !emitpy.dict<!emitpy.str, Any>
  %cache = emitpy.global_statement @cache : !emitpy.dict<!emitpy.str, Any>
  // CHECK: emitpy.if "not {}" args %[[CACHE]] : (!emitpy.dict<!emitpy.str, Any>) {
  emitpy.if "not {}" args %cache : (!emitpy.dict<!emitpy.str, Any>) {
    %5 = emitpy.literal "5" : index
    %w = emitpy.literal "\"w\"" : index
    // CHECK: emitpy.expression (%{{.*}}, %{{.*}}) : (!emitpy.dict<!emitpy.str, Any>, index) -> !emitpy.opaque<"ttnn.Tensor"> {
    %place = emitpy.expression (%cache, %5) : (!emitpy.dict<!emitpy.str, Any>, index) -> !tensor {
    ^bb0(%c: !emitpy.dict<!emitpy.str, Any>, %i: index):
      %0 = emitpy.subscript %c[%i] : (!emitpy.dict<!emitpy.str, Any>, index) -> !tensor
      emitpy.yield %0 : !tensor
    }
    %value = emitpy.expression (%table, %w) : (!emitpy.dict, index) -> !tensor {
    ^bb0(%c: !emitpy.dict, %i: index):
      %0 = emitpy.subscript %c[%i] : (!emitpy.dict, index) -> !tensor
      emitpy.yield %0 : !tensor
    }
    emitpy.assign %place = %value : (!tensor, !tensor)
  } else {
    emitpy.if "{} > 3" args %n : (!emitpy.opaque<"int">) {
      emitpy.assign %n = %n : (!emitpy.opaque<"int">, !emitpy.opaque<"int">)
    }
  }
  return
}

// PYTHON: {{^}}class Model(torch.nn.Module):{{$}}
// PYTHON-NEXT: {{^}}  def __init__(self): {{$}}
// PYTHON-NEXT: {{^}}    var_0 = load(){{$}}
// PYTHON-NEXT: {{^}}    self.weight = var_0{{$}}
// CHECK: emitpy.class @Model(#emitpy.opaque<"torch.nn.Module">) {
emitpy.class @Model(#emitpy.opaque<"torch.nn.Module">) {
  func.func @__init__(%self: !emitpy.class<"Model">) {
    %w = emitpy.call_opaque "load"() : () -> !tensor
    emitpy.set_attr %self, "weight", %w : (!emitpy.class<"Model">, !tensor)
    return
  }
}

// PYTHON: {{^}}def main(): {{$}}
// PYTHON-NEXT: {{^}}  return{{$}}
// PYTHON-EMPTY:
// PYTHON-NEXT: {{^}}if __name__ == '__main__':{{$}}
// PYTHON-NEXT: {{^}}  main(){{$}}
func.func @main() {
  return
}
