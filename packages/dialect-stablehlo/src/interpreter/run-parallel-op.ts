import {
  ArrayAttr,
  attrWhere,
  defineOp,
  flatSymbolRefAttr,
  lookupSymbol,
  ModuleOp,
  type Operation,
  type OpReport,
  optionalAttr,
  ShapedType,
  SymbolRefAttr,
  variadic,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { tensorOrToken } from '../value-constraints.ts';

const symbolRefs = attrWhere(ArrayAttr, 'flat symbol ref array attribute', ({ elements }) =>
  elements.every((element) => flatSymbolRefAttr.accepts(element)),
);

const symbolRefGrid = attrWhere(ArrayAttr, 'Array of FlatSymbolRefArrayAttr', ({ elements }) =>
  elements.every((row) => symbolRefs.accepts(row)),
);

/**
 * Runs a function on each process of a grid, whose rows are replicas and whose columns are partitions. The inputs and
 * results are those of all processes, row by row (StableHLO's reference interpreter).
 */
export class RunParallelOp extends defineOp('interpreter.run_parallel', {
  summary: 'runs functions on a grid of processes',
  operands: { inputs: variadic(tensorOrToken) },
  attrs: { infeed: optionalAttr(symbolRefs), programs: symbolRefGrid },
  results: { results: variadic(tensorOrToken) },
  effects: 'unknown',
  speculates: 'unknown',
}) {
  /** Names of functions: a row for each replica, a column for each partition. */
  programNames(): string[][] {
    return this.programs.elements.map((row) => namesOf(row as ArrayAttr)); // the attribute's constraint
  }

  override verifyOp(report: OpReport): boolean {
    const problem = this.programsProblem() ?? this.infeedProblem();
    return problem === null || report.error(problem);
  }

  private programsProblem(): string | null {
    const names = this.programNames();
    const partitions = names[0]?.length ?? 0;
    if (partitions === 0) return '`programs` attribute cannot be empty';
    const counts = { inputs: 0, results: 0 };
    for (const row of names) {
      if (row.length !== partitions) {
        return `Sizes of second dimension of \`programs\` should all match ${partitions} but got ${row.length}`;
      }
      for (const name of row) {
        const type = functionOf(this, name)?.functionType;
        if (type === undefined) return `Function "${name}" not found`;
        counts.inputs += type.inputs.length;
        counts.results += type.results.length;
      }
    }
    const given = { inputs: this.operands.length, results: this.results.length };
    for (const kind of ['inputs', 'results'] as const) {
      if (given[kind] === counts[kind]) continue;
      return `Number of ${kind} (${given[kind]}) should match the sum of the number of ${kind} of all programs (${counts[kind]})`;
    }
    return null;
  }

  private infeedProblem(): string | null {
    if (this.infeed === null) return null;
    const names = namesOf(this.infeed);
    if (names.length === 0) return 'infeed attribute is optional or should not be empty';
    for (const name of names) {
      const results = functionOf(this, name)?.functionType.results;
      if (results === undefined) return `Function "${name}" not found`;
      const [result] = results;
      if (result === undefined || results.length > 1) {
        return `Function "${name}" should return 1 tensor but returns ${results.length}`;
      }
      if (!(result instanceof ShapedType)) {
        return `Function "${name}" should return a tensor type, but instead returns '${String(result)}'`;
      }
    }
    return null;
  }
}

function namesOf(symbols: ArrayAttr): string[] {
  return symbols.elements.map((symbol) => (symbol as SymbolRefAttr).root); // the attribute's constraint
}

function functionOf(op: Operation, name: string): FuncOp | null {
  let at = op.parentOp;
  while (at !== null && !(at instanceof ModuleOp)) at = at.parentOp;
  const found = at === null ? null : lookupSymbol(at, name);
  return found instanceof FuncOp ? found : null;
}
