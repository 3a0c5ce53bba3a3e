import type { DialectDocumentation } from '@shardform/ir-core';

/** The documentation of cf's operations. */
export const cfDocumentation: DialectDocumentation = {
  assert: {
    description:
      'Ends the program with the message `msg` if the operand is 0; does nothing otherwise. It is never removed, since stopping is an effect.',
    example: `
func.func @main(%ok: i1) {
  cf.assert %ok, "the dimensions do not match"
  return
}`,
  },
  br: {
    description:
      'Continues in the block `dest` of the same region and passes `destOperands` to its arguments, which have their types.',
    example: `
func.func @main(%x: i32) -> i32 {
  cf.br ^bb1(%x : i32)
^bb1(%y: i32):
  return %y : i32
}`,
  },
  cond_br: {
    description: `Continues in the block \`trueDest\` if the condition is 1 and in \`falseDest\` otherwise, with the operands that are given for each. Both may be
the same block.`,
    example: `
func.func @main(%condition: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %condition, ^bb1(%a : i32), ^bb2(%b : i32)
^bb1(%x: i32):
  return %x : i32
^bb2(%y: i32):
  return %y : i32
}`,
  },
  switch: {
    description: `Continues in the block whose case value equals \`flag\`, an integer, or in the default block if there is none. Each block gets operands of
its own; case values are different.`,
    example: `
func.func @main(%flag: i32, %x: i32) -> i32 {
  cf.switch %flag : i32, [
    default: ^bb1(%x : i32),
    42: ^bb2
  ]
^bb1(%y: i32):
  return %y : i32
^bb2:
  return %flag : i32
}`,
  },
};

const LOOP = `
func.func @main(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> (f32) {
    %1 = arith.addf %sum, %x : f32
    scf.yield %1 : f32
  }
  return %0 : f32
}`;

const WHILE = `
func.func @main(%x: i32, %limit: i32) -> i32 {
  %0 = scf.while (%a = %x) : (i32) -> i32 {
    %more = arith.cmpi slt, %a, %limit : i32
    scf.condition(%more) %a : i32
  } do {
  ^bb0(%b: i32):
    %1 = arith.addi %b, %b : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}`;

/** The documentation of scf's operations. */
export const scfDocumentation: DialectDocumentation = {
  condition: {
    description: `Ends the first region of \`scf.while\`: if the operand is 1 the loop continues with \`args\` as arguments of the second region, otherwise
\`args\` are the results of the loop.`,
    example: WHILE,
  },
  execute_region: {
    description: `Executes its region once; \`scf.yield\` gives the results. The region may have several blocks, which lets control flow of \`cf\` stand where an
operation of one block is wanted.`,
    example: `
func.func @main(%x: i32) -> i32 {
  %0 = scf.execute_region -> i32 {
    scf.yield %x : i32
  }
  return %0 : i32
}`,
  },
  for: {
    description: `Executes its region for each value of the induction variable from \`lowerBound\` up to, but without, \`upperBound\` in steps of \`step\`, which is
positive. Values that change are passed as \`iter_args\`: \`initArgs\` enter the first iteration, \`scf.yield\` gives those of the next, and those of
the last are the results. Bounds and step are of one integer type or \`index\`; integers are compared as signed.`,
    example: LOOP,
  },
  if: {
    description: `Executes the first region if the condition is 1 and the second one otherwise. With results both are there and give them by \`scf.yield\`;
without, the second may be missing.`,
    example: `
func.func @main(%condition: i1, %a: f32, %b: f32) -> f32 {
  %0 = scf.if %condition -> (f32) {
    scf.yield %a : f32
  } else {
    scf.yield %b : f32
  }
  return %0 : f32
}`,
  },
  index_switch: {
    description: `Executes the region whose case value equals the operand, an \`index\`, or the default region if there is none. Every region gives the results
by \`scf.yield\`.`,
    example: `
func.func @main(%i: index, %a: f32, %b: f32) -> f32 {
  %0 = scf.index_switch %i -> f32
  case 2 {
    scf.yield %a : f32
  }
  default {
    scf.yield %b : f32
  }
  return %0 : f32
}`,
  },
  while: {
    description: `Executes its first region, which ends in \`scf.condition\`, and as long as that holds its second one, whose \`scf.yield\` gives the arguments
of the first for the next iteration. The results are what \`scf.condition\` passes on in the last iteration; a \`do-while\` loop has its work in the
first region.`,
    example: WHILE,
  },
  yield: {
    description:
      'Ends a region of an operation of scf and gives the results of that operation, or the values of the next iteration of a loop.',
    example: LOOP,
  },
};
