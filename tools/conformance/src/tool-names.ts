/** The upstream tools that the shardform command replaces. */
export const upstreamTools: readonly string[] = [
  'sdy_opt',
  'mpmd_opt',
  'stablehlo-opt',
  'stablehlo-translate',
  'ttmlir-opt',
  'ttmlir-translate',
  'mlir-opt',
  'shardform',
];
