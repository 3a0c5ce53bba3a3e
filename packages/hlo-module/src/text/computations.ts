import { HloError } from '../hlo-error.ts';
import type { CalledRole, Computation, Instruction } from '../model/module.ts';
import type { InstructionDraft, PendingCall, TextReader } from './draft.ts';
import { type InstructionScope, readInstruction } from './instructions.ts';
import { MetadataReader } from './metadata.ts';
import type { Mutable } from '../mutable.ts';
import type { Scanner } from './scanner.ts';
import { ShapeReader } from './shapes.ts';
import { ShardingReader } from './shardings.ts';

/** Reads the computations of a text. */
export class ComputationReader implements TextReader {
  readonly scanner: Scanner;
  readonly shapes: ShapeReader;
  readonly metadata: MetadataReader;
  readonly shardings: ShardingReader;
  /** In the order of the text. */
  readonly computations: Computation[] = [];
  readonly byName = new Map<string, Computation>();
  /** Calls of computations that follow. */
  readonly #pending: PendingCall[] = [];
  #scope: InstructionScope = { byName: new Map(), instructions: [], parameters: [], fresh: 0 };
  /** The last number in a name that the text does not write. */
  #fresh = 0;
  entry: Computation | null = null;

  constructor(scanner: Scanner) {
    this.scanner = scanner;
    this.shapes = new ShapeReader(scanner);
    this.metadata = new MetadataReader(scanner);
    this.shardings = new ShardingReader(scanner, this.metadata);
  }

  /** Reads computations to the end of the text. */
  readAll(): void {
    const { scanner } = this;
    while (scanner.peek() >= 0) this.#computation();
    for (const { called, name, position } of this.#pending) {
      const computation = this.byName.get(name);
      called.computation =
        computation ?? scanner.fail(`computation '${name}' is not in the module`, position);
    }
  }

  /** Whether computations are called before they are read. */
  get hasForwardCalls(): boolean {
    return this.#pending.length > 0;
  }

  #computation(): void {
    const { scanner } = this;
    let start = scanner.position;
    const line = scanner.line();
    let name = scanner.name('a computation');
    let isEntry = false;
    if (name === 'ENTRY' && !scanner.sees('{') && !scanner.sees('(')) {
      isEntry = true;
      scanner.peek();
      start = scanner.position;
      name = scanner.name('the name of the entry computation');
    }
    if (this.byName.has(name)) scanner.fail(`the name '${name}' is taken by another computation`, start);
    if (scanner.sees('(')) this.shapes.program();
    const computation = this.#body(name, line);
    if (scanner.take(',')) {
      scanner.expect('execution_thread', 'after a computation');
      scanner.expect('=', "after 'execution_thread'");
      const thread = scanner.quoted('the name of a thread');
      if (thread !== 'main') computation.executionThread = thread;
    }
    if (!isEntry) return;
    if (this.entry !== null)
      scanner.fail(`'${name}' and '${this.entry.name}' are both entry computations`, start);
    this.entry = computation;
  }

  /** Reads a computation in braces and enters it. */
  #body(name: string, line: number): Mutable<Computation> {
    const { scanner } = this;
    const outer = this.#scope;
    const scope: InstructionScope = { byName: new Map(), instructions: [], parameters: [], fresh: 0 };
    this.#scope = scope;
    scanner.expect('{', `before the instructions of '${name}'`);
    let root: Instruction | null = null;
    while (!scanner.take('}')) {
      const start = scanner.position;
      const { instruction, isRoot } = readInstruction(this, scope);
      if (!isRoot) continue;
      if (root !== null)
        scanner.fail(`'${name}' has two roots, '${root.name}' and '${instruction.name}'`, start);
      root = instruction;
    }
    this.#scope = outer;
    const { instructions } = scope;
    const last = instructions.at(-1);
    if (last === undefined) return scanner.fail(`computation '${name}' has no instructions`);
    const computation: Mutable<Computation> = {
      name,
      instructions,
      parameters: inOrder(scope.parameters, name),
      root: root ?? last,
      line,
    };
    this.enter(computation);
    return computation;
  }

  instruction(): Instruction {
    const { scanner } = this;
    scanner.peek();
    const start = scanner.position;
    const name = scanner.name('the name of an instruction');
    const found = this.#scope.byName.get(name);
    return found ?? scanner.fail(`instruction '${name}' is not defined before it is used`, start);
  }

  call(draft: InstructionDraft, role: CalledRole): void {
    const { scanner } = this;
    scanner.peek();
    const position = scanner.position;
    if (scanner.sees('{')) {
      this.#callOfBraces(draft, role);
      return;
    }
    this.#callByName(draft, role, scanner.name('the name of a computation'), position);
  }

  #callByName(draft: InstructionDraft, role: CalledRole, name: string, position: number): void {
    const computation = this.byName.get(name);
    // A computation that follows is entered when all are read.
    const called = { role, computation: computation! };
    if (computation === undefined) this.#pending.push({ called, name, position });
    draft.called.push(called);
  }

  /** Reads a list of names, or the instructions of the callee. */
  #callOfBraces(draft: InstructionDraft, role: CalledRole): void {
    const { scanner } = this;
    const start = scanner.position;
    scanner.expect('{', 'before a computation');
    scanner.take('%');
    const isList = scanner.takeWord() === '' || scanner.sees(',') || scanner.sees('}');
    scanner.position = start;
    if (isList) {
      scanner.list('{', '}', 'computations', () => this.call(draft, role));
      return;
    }
    const line = scanner.line();
    const name = this.freshName(`${draft.name}.${role}`);
    const computation = scanner.nested(() => this.#body(name, line));
    draft.called.push({ role, computation });
  }

  enter(computation: Computation): void {
    this.computations.push(computation);
    this.byName.set(computation.name, computation);
  }

  freshName(stem: string): string {
    let name = stem;
    while (this.byName.has(name)) name = `${stem}.${++this.#fresh}`;
    return name;
  }
}

/** Returns parameters by their numbers, which have to be 0, 1 and so on. */
function inOrder(parameters: readonly Instruction[], computation: string): Instruction[] {
  const ordered = parameters.toSorted(
    (a, b) => (a.attributes.parameterNumber ?? 0) - (b.attributes.parameterNumber ?? 0),
  );
  ordered.forEach(({ attributes: { parameterNumber }, line, name }, number) => {
    if (parameterNumber === number) return;
    throw new HloError(
      `parameter '${name}' of '${computation}' has the number ${parameterNumber ?? 'none'}, expected ${number}`,
      line,
      1,
    );
  });
  return ordered;
}
