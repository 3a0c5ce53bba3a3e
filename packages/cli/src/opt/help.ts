import type { Context } from '@shardform/ir-core';

/** The text of `shardform opt --help`: flags, then every pass and pipeline with its summary. */
export function optHelp(context: Context): string {
  return `Parses MLIR text, runs passes and prints the result.

Usage: shardform opt [FILE] [flags and passes]

  shardform opt step.mlir -sdy-propagation-pipeline
  shardform opt step.mlir --pass-pipeline='builtin.module(func.func(cse))' -o out.mlir
  cat step.mlir | shardform opt -canonicalize -

Flags (one or two dashes):
  -o FILE                                  write there instead of standard output
  --pass-pipeline=TEXT                     run this pipeline
  --split-input-file[=MARKER]              the file holds several modules, divided by '// -----'
  --verify-diagnostics                     compare messages with 'expected-error {{...}}' comments
  --allow-unregistered-dialect             keep operations of unknown dialects
  --verify-each=false                      don't verify after every pass
  --mlir-print-op-generic                  print every operation in its generic form
  --mlir-print-debuginfo                   print locations
  --mlir-print-local-scope                 print without aliases
  --mlir-elide-elementsattrs-if-larger=N   leave out constants of more than N elements
  --mlir-print-ir-before-all, --mlir-print-ir-after-all, --mlir-print-ir-before=PASS,...,
  --mlir-print-ir-after=PASS,..., --mlir-print-ir-after-change, --mlir-print-ir-after-failure

Passes and pipelines, run in the order given:
${table([...context.passes.values(), ...context.pipelines.values()])}`;
}

function table(items: readonly { readonly name: string; readonly summary: string }[]): string {
  const sorted = [...items].sort((a, b) => (a.name < b.name ? -1 : 1));
  const width = Math.max(0, ...sorted.map(({ name }) => name.length));
  return sorted.map(({ name, summary }) => `  -${name.padEnd(width)}  ${summary}\n`).join('');
}
