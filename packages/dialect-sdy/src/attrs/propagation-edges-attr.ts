import { Attribute, idKey, InternTable, type Parser, type Printer } from '@shardform/ir-core';
import { parameter } from './attribute-parameter.ts';
import { AxisRefAttr } from './axis-ref-attr.ts';

/** An operand or result of an operation: `operand-0`, `result-1`. */
export class EdgeValueRefAttr extends Attribute {
  static readonly mnemonic = 'sdy.edge_value_ref';
  static readonly #table = new InternTable<EdgeValueRefAttr>();
  readonly kind: 'operand' | 'result';
  readonly index: number;

  private constructor(kind: 'operand' | 'result', index: number) {
    super();
    this.kind = kind;
    this.index = index;
  }

  static get(kind: 'operand' | 'result', index: number): EdgeValueRefAttr {
    return this.#table.get(`${kind}${index}`, () => new EdgeValueRefAttr(kind, index));
  }

  static parse(this: void, parser: Parser): EdgeValueRefAttr {
    const kind = parameter(parser, 'EdgeValueRef', 'type', '::mlir::sdy::EdgeNodeType', () => {
      const { offset } = parser;
      const word = parser.parseKeywordOrString();
      if (word === 'operand' || word === 'result') return word;
      return parser.fail('expected ::mlir::sdy::EdgeNodeType to be one of: operand, result', offset);
    });
    parser.expect('-');
    const index = parameter(parser, 'EdgeValueRef', 'index', 'int64_t', () => parser.parseNumber());
    return EdgeValueRefAttr.get(kind, index);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', EdgeValueRefAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printer.write(`${this.kind}-${this.index}`);
  }
}

/** From which value an axis came to which others: `{"x" = operand-0 -> [result-0]}`. */
export class AxisToPropagationDetailsAttr extends Attribute {
  static readonly mnemonic = 'sdy.axis_to_propagation_details';
  static readonly #table = new InternTable<AxisToPropagationDetailsAttr>();
  readonly axis: AxisRefAttr;
  readonly source: EdgeValueRefAttr;
  readonly targets: readonly EdgeValueRefAttr[];

  private constructor(axis: AxisRefAttr, source: EdgeValueRefAttr, targets: readonly EdgeValueRefAttr[]) {
    super();
    this.axis = axis;
    this.source = source;
    this.targets = targets;
  }

  static get(
    axis: AxisRefAttr,
    source: EdgeValueRefAttr,
    targets: readonly EdgeValueRefAttr[],
  ): AxisToPropagationDetailsAttr {
    return this.#table.get(
      `${axis.id}=${source.id}>${idKey(targets)}`,
      () => new AxisToPropagationDetailsAttr(axis, source, [...targets]),
    );
  }

  static parse(this: void, parser: Parser): AxisToPropagationDetailsAttr {
    const part = <T>(name: string, type: string, parse: () => T): T =>
      parameter(parser, 'AxisToPropagationDetails', name, type, parse);
    parser.expect('{');
    const axis = part('axis_name', '::mlir::sdy::AxisRefAttr', () => AxisRefAttr.parse(parser));
    parser.expect('=');
    const source = part('source', '::mlir::sdy::EdgeValueRefAttr', () => EdgeValueRefAttr.parse(parser));
    parser.expect('->');
    parser.expect('[');
    const targets = part('targets', '::llvm::ArrayRef<EdgeValueRefAttr>', () =>
      parser.parseList('none', () => EdgeValueRefAttr.parse(parser)),
    );
    parser.expect(']');
    parser.expect('}');
    return AxisToPropagationDetailsAttr.get(axis, source, targets);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', AxisToPropagationDetailsAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printer.write(`{${this.axis.text} = `);
    this.source.printBody(printer);
    printer.write(' -> [');
    printer.writeList(this.targets, (target) => target.printBody(printer));
    printer.write(']}');
  }
}

/** What one step of the propagation did: `{step-0 = [{"x" = operand-0 -> [result-0]}]}`. */
export class PropagationOneStepAttr extends Attribute {
  static readonly mnemonic = 'sdy.propagation_one_step';
  static readonly #table = new InternTable<PropagationOneStepAttr>();
  readonly step: number;
  readonly entries: readonly AxisToPropagationDetailsAttr[];

  private constructor(step: number, entries: readonly AxisToPropagationDetailsAttr[]) {
    super();
    this.step = step;
    this.entries = entries;
  }

  static get(step: number, entries: readonly AxisToPropagationDetailsAttr[]): PropagationOneStepAttr {
    return this.#table.get(`${step}:${idKey(entries)}`, () => new PropagationOneStepAttr(step, [...entries]));
  }

  static parse(this: void, parser: Parser): PropagationOneStepAttr {
    parser.expect('{');
    parser.expectKeyword('step');
    parser.expect('-');
    const step = parameter(parser, 'PropagationOneStep', 'step_index', 'int64_t', () => parser.parseNumber());
    parser.expect('=');
    parser.expect('[');
    const entries = parameter(
      parser,
      'PropagationOneStep',
      'axis_entries',
      '::llvm::ArrayRef<AxisToPropagationDetailsAttr>',
      () => parser.parseList('none', () => AxisToPropagationDetailsAttr.parse(parser)),
    );
    parser.expect(']');
    parser.expect('}');
    return PropagationOneStepAttr.get(step, entries);
  }

  print(printer: Printer): void {
    printer.printDialectSymbol('#', PropagationOneStepAttr.mnemonic, () => this.printBody(printer));
  }

  printBody(printer: Printer): void {
    printer.write(`{step-${this.step} = [`);
    printer.writeList(this.entries, (entry) => entry.printBody(printer));
    printer.write(']}');
  }
}

/** How the shardings of an operation came about, step by step; for debugging. */
export class PropagationEdgesAttr extends Attribute {
  static readonly mnemonic = 'sdy.propagation_edges';
  static readonly #table = new InternTable<PropagationEdgesAttr>();
  readonly steps: readonly PropagationOneStepAttr[];

  private constructor(steps: readonly PropagationOneStepAttr[]) {
    super();
    this.steps = steps;
  }

  static get(steps: readonly PropagationOneStepAttr[]): PropagationEdgesAttr {
    return this.#table.get(idKey(steps), () => new PropagationEdgesAttr([...steps]));
  }

  static parse(this: void, parser: Parser): PropagationEdgesAttr {
    const { offset } = parser;
    parser.expect('<');
    parser.expect('[');
    const steps = parameter(
      parser,
      'PropagationEdges',
      'value',
      '::llvm::ArrayRef<PropagationOneStepAttr>',
      () => parser.parseList('none', () => PropagationOneStepAttr.parse(parser)),
    );
    parser.expect(']');
    parser.expect('>');
    const edges = PropagationEdgesAttr.get(steps);
    const problem = edges.invalid();
    if (problem !== null) parser.fail(problem, offset);
    return edges;
  }

  /** What is wrong with the edges, or `null`. */
  invalid(): string | null {
    const seenSteps = new Set<number>();
    for (const { step, entries } of this.steps) {
      if (step < 0) return `propagation edges have negative step index: ${step}`;
      if (seenSteps.has(step)) return `propagation edges have duplicate step index: ${step}`;
      seenSteps.add(step);
      for (const { axis, source, targets } of entries) {
        const seenTargets = new Set<EdgeValueRefAttr>();
        for (const target of targets) {
          if (target === source) return 'propagation edges have a source that is the same as a target';
          if (seenTargets.has(target)) {
            return `propagation edges have duplicate targets for step index: ${step} and axis: ${axis.name}`;
          }
          seenTargets.add(target);
        }
      }
    }
    return null;
  }

  print(printer: Printer): void {
    printer.write('#sdy.propagation_edges');
    this.printBody(printer);
  }

  printBody(printer: Printer): void {
    printer.write('<[');
    printer.writeList(this.steps, (step) => step.printBody(printer));
    printer.write(']>');
  }
}
