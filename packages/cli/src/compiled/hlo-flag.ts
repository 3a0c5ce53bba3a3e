/** Names the compiled program. */
export const hloFlag = {
  value: 'DUMP',
  type: 'input',
  description: 'the compiled program: HLO as text or protobuf, or a folder that --xla_dump_to has filled',
} as const;
