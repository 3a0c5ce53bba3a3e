import type { DialectDocumentation } from '@shardform/ir-core';

const MODULES = `
module {
  ttcore.device_module {
    builtin.module {
      func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
        return %x : tensor<4xf32>
      }
    }
  }
  ttcore.cpu_module {
    builtin.module {
      func.func @on_host(%x: tensor<4xf32>) -> tensor<4xf32> {
        return %x : tensor<4xf32>
      }
    }
  }
}`;

/** Loops, choices and calls. */
const callDocumentation: DialectDocumentation = {
  case: {
    description: `Calls one of the functions \`branch_programs\`: the first for index 0 and so on; an index without a function calls the last, as
\`stablehlo.case\`. All take \`inputs\` and give the results.`,
    example: `
func.func private @first(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func private @second(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttir.neg"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%index: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.case"(%index, %x) <{branch_programs = [@first, @second]}> : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  composite: {
    description: `Names a computation of a library, \`composite_name\`, with its attributes and a private function, \`decomposition\`, that computes the same.
The lowering either has a kernel of that name or inlines the function, whose operands and results have the same types.`,
    example: `
func.func private @gelu(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttir.gelu"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.composite"(%x) <{composite_name = "lib.gelu", decomposition = @gelu}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  load_cached: {
    description: `Gives the results of a function of weights and constants. It is called in the first run only; later ones take the kept results.
\`const-eval-hoist-transform\` makes such functions of what does not depend on the program's other arguments.`,
    example: `
func.func private @main_const_eval_0(%w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttir.neg"(%w) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ttcore.load_cached(@main_const_eval_0, [%w]) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "ttir.add"(%x, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}`,
  },
  optimization_barrier: {
    description:
      'Gives its operands unchanged and keeps passes from moving computations across it, folding them or merging them, as `stablehlo.optimization_barrier`.',
    example: `
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.optimization_barrier"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
  while_loop: {
    description: `Calls \`body_program\` again and again. The first \`state_count\` operands are the state: the function takes the state and all further operands
and gives the next state, of which the results are those at \`output_indices\`. The loop is counted, from \`initial\` up to \`limit\` in steps of
\`step\`, where \`#ttcore.loop_bound<0, 2 : i32>\` is the number that operand 2 holds, or runs while \`condition_program\`, a function of the same operands that gives one number, is non-zero.`,
    example: `
func.func private @body(%i: tensor<i32>, %x: tensor<4xf32>) -> (tensor<i32>, tensor<4xf32>) {
  %0 = "ttir.add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %i, %0 : tensor<i32>, tensor<4xf32>
}
func.func @main(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "ttcore.while_loop"(%i, %x) <{body_program = @body, initial = #ttcore.loop_bound<0>, limit = #ttcore.loop_bound<10>, output_indices = array<i32: 1>, state_count = 2 : i32, step = #ttcore.loop_bound<1>}> : (tensor<i32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`,
  },
};

/** Programs and devices. */
const moduleDocumentation: DialectDocumentation = {
  cpu_module: {
    description:
      'Holds the module of the functions that run on the host, such as constants that are computed there. It stands beside `ttcore.device_module`.',
    example: MODULES,
  },
  device: {
    description: `Describes the device that the program runs on under a name: the grid of worker cores of a chip, its DRAM banks, how addresses map to
them, the shape of the mesh and the ids of its chips. Passes register it as \`@default_device\`.`,
    example: `
module {
  ttcore.device @default_device = <workerGrid = #ttcore.grid<8x8, virt_to_physical_map = (d0, d1) -> (0, d0, d1), physical_to_virt_map = (d0, d1, d2) -> (d1, d2)>, dramGrid = #ttcore.grid<1x12>, l1Map = (d0, d1, d2)[s0] -> (0, d0, d1, d2 + s0), dramMap = (d0, d1, d2)[s0] -> (0, 0, d2 floordiv s0, d2 mod 12), meshShape = 1x2, chipIds = [0, 1]>
}`,
  },
  device_module: {
    description:
      'Holds the module of the functions that run on the device, as `ttcore-wrap-device-module` arranges a program.',
    example: MODULES,
  },
};

const GLOBAL = `
module {
  ttcore.global @state = tensor<4xf32> [0]
  func.func @main() -> tensor<4xf32> {
    %0 = ttcore.get_global @state : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}`;

const DICTIONARY = `
module {
  ttcore.global @cache = !ttcore.dict
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = ttcore.get_global @cache : !ttcore.dict
    ttcore.set_key_value %0["weight"] = %x : !ttcore.dict, tensor<4xf32>
    %1 = ttcore.get_key_value %0["weight"] : (!ttcore.dict) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}`;

const TUPLE = `
func.func @main(%a: tensor<4xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
  %0 = ttcore.tuple %a, %b : tuple<tensor<4xf32>, tensor<2xf32>>
  %1 = ttcore.get_tuple_element %0[1] : (tuple<tensor<4xf32>, tensor<2xf32>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}`;

/** Variables, dictionaries and tuples. */
const valueDocumentation: DialectDocumentation = {
  get_global: {
    description: 'Gives the value of the variable of that name, which `ttcore.global` declares.',
    example: GLOBAL,
  },
  get_key_value: {
    description: 'Gives the values that a dictionary has under `key`, a string or a number.',
    example: DICTIONARY,
  },
  get_tuple_element: { description: 'Gives the element `index` of a tuple.', example: TUPLE },
  global: {
    description:
      'Declares a variable of the program that keeps its value between calls. `index` is its position in the list of variables that generated code passes around.',
    example: GLOBAL,
  },
  set_key_value: {
    description:
      'Stores values in a dictionary under `key`, a string or a number, in place of those that were there.',
    example: DICTIONARY,
  },
  tuple: {
    description:
      'Makes one value of several tensors, in which generated code passes operands and results of functions.',
    example: TUPLE,
  },
};

/** The documentation of ttcore's operations. */
export const ttcoreDocumentation: DialectDocumentation = {
  ...callDocumentation,
  ...moduleDocumentation,
  ...valueDocumentation,
};
