/** The upstream tools that the shardform command stands in for. */
export const upstreamTools: readonly string[] = [
  'sdy_opt',
  'mpmd_opt',
  'stablehlo-opt',
  'stablehlo-translate',
  'ttmlir-opt',
  'mlir-opt',
  'shardform',
];
