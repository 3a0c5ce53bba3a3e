// Programs of C++, as MLIR and as C++.
// RUN: shardform opt %s | FileCheck %s
// RUN: shardform opt %s --mlir-print-op-generic | shardform opt - | FileCheck %s
// RUN: shardform translate --mlir-to-cpp %s | FileCheck %s --check-prefix=CPP

!tensor = !emitc.opaque<"::ttnn::Tensor">
!tensors = !emitc.opaque<"::std::vector<::ttnn::Tensor>">

// CPP: {{^}}#include <vector>{{$}}
// CHECK: emitc.include <"vector">
emitc.include <"vector">
// CPP-NEXT: {{^}}#include "ttnn-precompiled.hpp"{{$}}
// CHECK: emitc.include "ttnn-precompiled.hpp"
emitc.include "ttnn-precompiled.hpp"
// CPP-NEXT: {{^}}static ::std::vector<::ttnn::Tensor> cache;{{$}}
// CHECK: emitc.global static @cache : !emitc.opaque<"::std::vector<::ttnn::Tensor>">
emitc.global static @cache : !tensors
// CPP-NEXT: {{^}}const int32_t rounds = 4;{{$}}
// CHECK: emitc.global const @rounds : i32 = 4{{$}}
emitc.global const @rounds : i32 = 4
// CPP-NEXT: {{^}}float share = ::limits::share();{{$}}
// CHECK: emitc.global @share : f32 = #emitc.opaque<"::limits::share()">
emitc.global @share : f32 = #emitc.opaque<"::limits::share()">

// CPP-NEXT: {{^}}void elsewhere(size_t, bool);{{$}}
func.func private @elsewhere(index, i1)

// Elements and variables are read where they are loaded; literals stand where they are used.
// CPP-NEXT: {{^}}::ttnn::Tensor sums(::std::vector<::ttnn::Tensor> v1) {{{$}}
// CPP-NEXT: {{^}}  ::ttnn::Tensor v2 = v1[1];{{$}}
// CPP-NEXT: {{^}}  ::ttnn::Tensor v3 = ttnn::add(v2, v2, ::ttnn::DataType::FLOAT32);{{$}}
// CPP-NEXT: {{^}}  ::ttnn::Tensor v4 = ::std::get<0>(v3);{{$}}
// CPP-NEXT: {{^}}  return v4;{{$}}
// CPP-NEXT: {{^}}}{{$}}
func.func @sums(%a: !tensors) -> !tensor {
  %1 = emitc.literal "1" : index
  // CHECK: emitc.subscript %arg0[%0] : (!emitc.opaque<"::std::vector<::ttnn::Tensor>">, index) -> !emitc.lvalue<!emitc.opaque<"::ttnn::Tensor">>
  %place = emitc.subscript %a[%1] : (!tensors, index) -> !emitc.lvalue<!tensor>
  // CHECK: emitc.load %1 : <!emitc.opaque<"::ttnn::Tensor">>
  %x = emitc.load %place : <!tensor>
  // CHECK: emitc.call_opaque "ttnn::add"(%2, %2) {args = [0 : index, 1 : index, #emitc.opaque<"::ttnn::DataType::FLOAT32">]}
  %2 = emitc.call_opaque "ttnn::add"(%x, %x) {args = [0 : index, 1 : index, #emitc.opaque<"::ttnn::DataType::FLOAT32">]} : (!tensor, !tensor) -> !tensor
  // CHECK: emitc.call_opaque "::std::get"(%3) {template_args = [0 : i32]}
  %3 = emitc.call_opaque "::std::get"(%2) {template_args = [0 : i32]} : (!tensor) -> !tensor
  return %3 : !tensor
}

// CPP: {{^}}void keep() {{{$}}
// CPP-NEXT: {{^}}  float v1 = 0.5f;{{$}}
// CPP-NEXT: {{^}}  ::std::vector<::ttnn::Tensor>* v2 = &cache;{{$}}
// CPP-NEXT: {{^}}  ::std::vector<::ttnn::Tensor> v3 = *v2;{{$}}
// CPP-NEXT: {{^}}  auto [v4, v5] = both(v1);{{$}}
// CPP-NEXT: {{^}}  elsewhere(v4, v5);{{$}}
// CPP-NEXT: {{^}}  return;{{$}}
func.func @keep() {
  %half = "emitc.constant"() <{value = 0.5 : f32}> : () -> f32
  // CHECK: emitc.get_global @cache : !emitc.lvalue<!emitc.opaque<"::std::vector<::ttnn::Tensor>">>
  %cache = emitc.get_global @cache : !emitc.lvalue<!tensors>
  // CHECK: emitc.apply "&"(%{{.*}}) : (!emitc.lvalue<!emitc.opaque<"::std::vector<::ttnn::Tensor>">>) -> !emitc.ptr<!emitc.opaque<"::std::vector<::ttnn::Tensor>">>
  %at = emitc.apply "&"(%cache) : (!emitc.lvalue<!tensors>) -> !emitc.ptr<!tensors>
  %all = emitc.apply "*"(%at) : (!emitc.ptr<!tensors>) -> !tensors
  %two:2 = emitc.call_opaque "both"(%half) : (f32) -> (index, i1)
  func.call @elsewhere(%two#0, %two#1) : (index, i1) -> ()
  return
}
