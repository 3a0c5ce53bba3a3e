import type { OpDefinition } from '../definition/op-definition.ts';
import type { Operation } from '../ir/operation.ts';
import type { ParsedOp } from '../text/parsed-op.ts';
import type { Parser } from '../text/parser.ts';
import type { Printer } from '../text/printer.ts';
import { FormatReader } from './format-reader.ts';
import { completionPlan, FormatState } from './format-state.ts';
import { FormatWriter, sequence } from './format-writer.ts';
import { parseFormat } from './parse-format.ts';

/** Prints and parses everything of an operation after its name. */
export interface AssemblyFormat {
  print(printer: Printer, op: Operation): void;
  parse(parser: Parser, parsed: ParsedOp): void;
}

/**
 * Compiles MLIR's `assemblyFormat` to closures. Spaces follow the rules of MLIR's generator: they are
 * decided when the format is compiled, so that an empty variadic operand leaves its space behind.
 *
 * @throws when the format is malformed.
 */
export function compileAssemblyFormat(definition: OpDefinition, format: string): AssemblyFormat {
  const elements = parseFormat(definition, format);
  const writer = new FormatWriter(definition, elements);
  const reader = new FormatReader(definition);
  const write = sequence(elements.flatMap((element) => writer.writer(element)));
  const readers = elements.map((element) => reader.reader(element));
  const plan = completionPlan(definition);
  return {
    print: write,
    parse(parser, parsed) {
      const state = new FormatState(parsed, plan);
      for (const read of readers) read(parser, state);
      state.finish(parser);
    },
  };
}
