import type { Instruction } from '../model/module.ts';
import type { Shape } from '../model/shape.ts';
import { completeDraft } from './async-forms.ts';
import { attributeReaders, unread } from './attribute-table.ts';
import type { InstructionDraft, TextReader } from './draft.ts';
import { readLiteral } from './literals.ts';
import { inferredShape } from './inferred-shapes.ts';
import { isShapeWord } from './shapes.ts';

/** Instructions of the computation that is being read. */
export interface InstructionScope {
  readonly byName: Map<string, Instruction>;
  readonly instructions: Instruction[];
  readonly parameters: Instruction[];
  /** The last number in a name that the text does not write. */
  fresh: number;
}

const PARENTHESIS = 40;

/** The same texts of opcodes as the same strings, so that a long text is not kept by its parts. */
const opcodeNames = new Map<string, string>();

function sameOpcode(opcode: string): string {
  const known = opcodeNames.get(opcode);
  if (known !== undefined) return known;
  // Opcodes of hostile texts do not pile up.
  if (opcodeNames.size < 1000) opcodeNames.set(opcode, opcode);
  return opcode;
}

/** What the opcodes with operands of another kind have between the parentheses. */
const operandReaders: ReadonlyMap<string, (draft: InstructionDraft, reader: TextReader) => void> = new Map([
  [
    'parameter',
    ({ attributes }: InstructionDraft, { scanner }: TextReader) => {
      attributes.parameterNumber = scanner.integer('the number of a parameter');
      if (attributes.parameterNumber < 0) scanner.fail('the number of a parameter is negative');
    },
  ],
  [
    'constant',
    ({ attributes, shape }: InstructionDraft, { scanner }: TextReader) => {
      attributes.literal = readLiteral(scanner, shape);
    },
  ],
]);

/** Reads `ROOT %name = f32[8] add(%x, %y), metadata={...}` and enters it into its scope. */
export function readInstruction(
  reader: TextReader,
  scope: InstructionScope,
): { instruction: Instruction; isRoot: boolean } {
  const { scanner } = reader;
  scanner.peek();
  const line = scanner.line();
  let start = scanner.position;
  let name = scanner.name('an instruction');
  let isRoot = false;
  if (name === 'ROOT' && !scanner.sees('=')) {
    isRoot = true;
    scanner.peek();
    start = scanner.position;
    name = scanner.name('the name of the root');
  }
  scanner.expect('=', `after '${name}'`);
  const shape = seesShape(reader) ? reader.shapes.read() : null;
  const instruction = readRest(reader, scope, { name, shape, line });
  if (scope.byName.has(name))
    scanner.fail(`the name '${name}' is taken by another instruction of the computation`, start);
  enter(scope, instruction);
  return { instruction, isRoot };
}

function enter(scope: InstructionScope, instruction: Instruction): void {
  scope.byName.set(instruction.name, instruction);
  scope.instructions.push(instruction);
  if (instruction.opcode === 'parameter') scope.parameters.push(instruction);
}

/** What stands before the opcode of an instruction. */
interface Beginning {
  readonly name: string;
  /** Null where the text leaves it out. */
  readonly shape: Shape | null;
  readonly line: number;
}

/** Stands for a shape that is found when the operands are known. */
const unknownShape: Shape = { kind: 'opaque' };

/** Reads an instruction from its opcode on; one that is an operand has no attributes. */
function readRest(
  reader: TextReader,
  scope: InstructionScope,
  { name, shape, line }: Beginning,
  hasAttributes = true,
): Instruction {
  const { scanner } = reader;
  const start = scanner.position;
  const opcode = sameOpcode(scanner.word(shape === null ? 'a shape or an opcode' : 'an opcode'));
  const draft: InstructionDraft = {
    name,
    opcode,
    shape: shape ?? unknownShape,
    operands: [],
    attributes: {},
    called: [],
    line,
  };
  if (!scanner.take('('))
    scanner.fail(
      shape === null
        ? `'${opcode}' is not a shape`
        : `expected '(' after '${opcode}', found ${scanner.found()}`,
    );
  const readOperands = operandReaders.get(opcode);
  if (readOperands === undefined) draft.operands = readOperandList(reader, scope, line);
  else if (shape === null) scanner.fail(`the shape of '${opcode}' is not written`, start);
  else {
    readOperands(draft, reader);
    scanner.expect(')', `after the operand of '${opcode}'`);
  }
  if (hasAttributes) readAttributes(draft, reader);
  delete draft.unread;
  if (shape === null)
    draft.shape =
      inferredShape(draft) ??
      scanner.fail(`the shape of '${opcode}' is not written, and does not follow from its operands`, start);
  completeDraft(draft, reader);
  return draft;
}

function readOperandList(reader: TextReader, scope: InstructionScope, line: number): Instruction[] {
  const { scanner } = reader;
  const operands: Instruction[] = [];
  if (scanner.take(')')) return operands;
  do operands.push(readOperand(reader, scope, line));
  while (scanner.take(','));
  scanner.expect(')', 'after operands');
  return operands;
}

/** Reads `%x`, `f32[8]{0} %x` or a whole instruction without a name: `f32[] add(%x, %y)`. */
function readOperand(reader: TextReader, scope: InstructionScope, line: number): Instruction {
  const { scanner } = reader;
  const shape = seesShape(reader) ? reader.shapes.read() : null;
  if (scanner.sees('%')) return reader.instruction();
  const start = scanner.position;
  const word = scanner.word('an operand');
  const isInstruction = scanner.text.charCodeAt(scanner.position) === PARENTHESIS;
  scanner.position = start;
  if (!isInstruction) return reader.instruction();
  const name = freshName(scope, word);
  const instruction = scanner.nested(() => readRest(reader, scope, { name, shape, line }, false));
  enter(scope, instruction);
  return instruction;
}

/** Whether a shape comes next; otherwise a name that may be the same word. */
function seesShape({ scanner }: TextReader): boolean {
  if (scanner.peek() === PARENTHESIS) return true;
  const start = scanner.position;
  const word = scanner.takeWord();
  const isShape = isShapeWord(word) ? scanner.sees('[') : word === 'b' && scanner.sees('(');
  scanner.position = start;
  return isShape;
}

/** Returns a name for an instruction that the text does not name. */
function freshName(scope: InstructionScope, opcode: string): string {
  let name = opcode;
  while (scope.byName.has(name)) name = `${opcode}.${++scope.fresh}`;
  return name;
}

function readAttributes(draft: InstructionDraft, reader: TextReader): void {
  const { scanner } = reader;
  const names = new Set<string>();
  while (scanner.take(',')) {
    scanner.peek();
    const start = scanner.position;
    const name = scanner.word('an attribute');
    scanner.expect('=', `after '${name}'`);
    // XLA prints statistics twice.
    if (names.has(name) && name !== 'statistics') scanner.fail(`attribute '${name}' stands twice`, start);
    names.add(name);
    const read = attributeReaders.get(name) ?? unread;
    read(draft, reader, name);
  }
}
