// RUN: shardform opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected non empty string in !emitc.opaque type}}
func.func private @f(!emitc.opaque<"">)

// -----

// expected-error @+1 {{pointer not allowed as outer type with !emitc.opaque, use !emitc.ptr instead}}
func.func private @f(!emitc.opaque<"int*">)

// -----

// expected-error @+1 {{!emitc.lvalue must wrap supported emitc type, but got !emitc.lvalue<i32>}}
func.func private @f(!emitc.lvalue<!emitc.lvalue<i32>>)

// -----

// expected-error @+1 {{pointers to lvalues are not allowed}}
func.func private @f(!emitc.ptr<!emitc.lvalue<i32>>)

// -----

func.func @f() {
  // expected-error @+1 {{callee must not be empty}}
  emitc.call_opaque ""() : () -> ()
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{index argument is out of range}}
  emitc.call_opaque "f"(%a) {args = [1 : index]} : (i32) -> ()
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{operand type must be an lvalue when applying `&`}}
  %0 = emitc.apply "&"(%a) : (i32) -> !emitc.ptr<i32>
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{operand type must be a pointer when applying `*`}}
  %0 = emitc.apply "*"(%a) : (i32) -> i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{applicable operator is illegal}}
  %0 = emitc.apply "+"(%a) : (i32) -> i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'g' does not reference a valid emitc.global}}
  %0 = emitc.get_global @g : !emitc.lvalue<i32>
  return
}

// -----

emitc.global @g : f32
func.func @f() {
  // expected-error @+1 {{on non-array type expects result inner type}}
  %0 = emitc.get_global @g : !emitc.lvalue<i32>
  return
}

// -----

// expected-error @+1 {{cannot have both static and extern specifiers}}
emitc.global extern static @g : f32

// -----

func.func @f() {
  // expected-error @+1 {{requires attribute to either be an #emitc.opaque attribute or it's type ('i64') to match the op's result type ('i32')}}
  %0 = "emitc.constant"() <{value = 1 : i64}> : () -> i32
  return
}
