import { checkInterrupt } from '../budget/budget.ts';
import { UnregisteredOp } from '../builtin/ops/unregistered-op.ts';
import { DictionaryAttr } from '../builtin/attrs/basic-attrs.ts';
import type { AnyOpClass } from '../definition/define-op.ts';
import type { Type } from '../ir/attribute.ts';
import { type Location, UnknownLoc } from '../ir/location.ts';
import type { OpInit, Operation } from '../ir/operation.ts';
import { OpReport } from '../verify/report.ts';
import { implicitTerminatorOf } from '../definition/implicit-terminator.ts';
import { unescapeString } from './string-literal.ts';
import { isDeprecatedSyntax, replaceDeprecatedSyntax } from './deprecated-syntax.ts';
import { parseAttrDict } from './parse-dictionary.ts';
import { ParsedOp, type ParsedRegion, type UnresolvedOperand } from './parsed-op.ts';
import type { Parser } from './parser.ts';

interface ResultName {
  /** Number of the name among those of the text. */
  readonly name: number;
  readonly count: number;
  readonly offset: number;
}

const NO_NAMES: readonly ResultName[] = [];

/** `(results '=')? (generic-op | custom-op) loc?`. The operation is detached. */
export function parseOperation(parser: Parser): Operation {
  checkInterrupt();
  const { offset } = parser;
  const names = parser.at('percent') ? parseResultNames(parser) : NO_NAMES;
  const nameOffset = parser.offset;
  let op: Operation;
  if (parser.at('bare')) op = parseCustomOperation(parser);
  else if (parser.at('string')) op = parseGenericOperation(parser);
  else return parser.failToken('expected operation name in quotes');
  nameResults(parser, op, names, offset);
  parser.onOperation?.(op, nameOffset, parser.lexer.previousEnd);
  return op;
}

function parseResultNames(parser: Parser): ResultName[] {
  const names = [parseResultName(parser)];
  while (parser.accept(',')) names.push(parseResultName(parser));
  parser.expect('=', ' after SSA name');
  return names;
}

function parseResultName(parser: Parser): ResultName {
  const { offset, lexer } = parser;
  if (!parser.at('percent')) parser.failToken('expected valid ssa identifier');
  const name = parser.scopes.nameAt(lexer.start, lexer.end);
  parser.advance();
  if (!parser.accept(':')) return { name, count: 1, offset };
  if (!parser.at('integer')) parser.failToken('expected integer number of results');
  const countOffset = parser.offset;
  const count = parser.parseNumber();
  if (count < 1) parser.fail('expected named operation to have at least 1 result', countOffset);
  return { name, count, offset };
}

function nameResults(parser: Parser, op: Operation, names: readonly ResultName[], offset: number): void {
  if (names.length === 0) return;
  if (op.resultCount === 0) parser.fail('cannot name an operation with no results', offset);
  if (names.length === 1 && names[0]!.count === op.resultCount) {
    parser.scopes.define(names[0]!.name, op.results, names[0]!.offset);
    return;
  }
  const bound = names.reduce((sum, { count }) => sum + count, 0);
  if (bound !== op.resultCount) {
    parser.fail(`operation defines ${op.resultCount} results but was provided ${bound} to bind`, offset);
  }
  let next = 0;
  for (const { name, count, offset: at } of names) {
    parser.scopes.define(name, op.results.slice(next, next + count), at);
    next += count;
  }
}

// ---- generic form

function parseGenericOperation(parser: Parser): Operation {
  const { offset } = parser;
  const { text, start, end } = parser.lexer;
  const name = unescapeString(text.slice(start + 1, end - 1));
  if (name === '') parser.fail('empty operation name is invalid');
  parser.advance();
  const opClass = parser.context.ops.get(name) ?? unregistered(parser, name, offset);
  const state = new ParsedOp(opClass.definition, parser.source, offset);
  const operands = parseGenericOperands(parser);
  if (parser.at('[')) parseSuccessors(parser, state);
  if (parser.accept('<')) {
    parseProperties(parser, state);
    parser.expect('>', ' to close properties');
  }
  if (parser.accept('(')) {
    do state.regions.push(parser.parseRegion(state));
    while (parser.accept(','));
    parser.expect(')', ' to end region list');
  }
  if (parser.at('{')) for (const [key, attribute] of parseAttrDict(parser)) state.setAttr(key, attribute);
  parser.expect(':', ' followed by operation type');
  const typeOffset = parser.offset;
  const type = parser.parseType();
  const inputs = functionTypeOf(parser, type, typeOffset);
  if (inputs.inputs.length !== operands.length) {
    parser.fail(
      `expected ${operands.length} operand type${operands.length === 1 ? '' : 's'} but had ${inputs.inputs.length}`,
      typeOffset,
    );
  }
  operands.forEach((operand: UnresolvedOperand, i) =>
    state.operands.push(parser.resolve(operand, inputs.inputs[i]!)),
  );
  state.resultTypes.push(...inputs.results);
  return createOperation(parser, opClass, state, parser.parseOptionalLocation());
}

function parseGenericOperands(parser: Parser): UnresolvedOperand[] {
  parser.expect('(', ' to start operand list');
  const operands: UnresolvedOperand[] = [];
  if (parser.at('percent')) {
    do operands.push(parser.parseOperand());
    while (parser.accept(','));
  }
  parser.expect(')', ' to end operand list');
  return operands;
}

function parseSuccessors(parser: Parser, state: ParsedOp): void {
  parser.advance();
  if (parser.at(']')) parser.failToken('expected list element');
  do state.successors.push(parser.parseSuccessor());
  while (parser.accept(','));
  parser.expect(']', ' in successor list');
}

function functionTypeOf(
  parser: Parser,
  type: Type,
  offset: number,
): { inputs: readonly Type[]; results: readonly Type[] } {
  // Function types have both fields, other types have none or one.
  const { inputs, results } = type as Partial<{ inputs: readonly Type[]; results: readonly Type[] }>;
  if (inputs === undefined || results === undefined) return parser.fail('expected function type', offset);
  return { inputs, results };
}

function parseProperties(parser: Parser, state: ParsedOp): void {
  const properties = parser.parseAttribute();
  if (!state.definition.isRegistered) {
    state.properties[0] = properties;
    return;
  }
  const hasNone = state.definition.attrNames.length === 0;
  if (hasNone || !(properties instanceof DictionaryAttr)) {
    const problem = hasNone
      ? 'this operation has empty properties'
      : 'expected DictionaryAttr to set properties';
    parser.failAt(
      state.location,
      `invalid properties ${String(properties)} for op ${state.definition.name}: ${problem}`,
    );
  }
  // Keys that an operation with others doesn't declare are dropped, as MLIR's property conversion does.
  const { attrs, attrIndex, name } = state.definition;
  for (const [key, attribute] of properties.entries) {
    const index = attrIndex.get(key);
    if (index === undefined) continue;
    const { constraint } = attrs[index]!;
    if (constraint.isKind?.(attribute) === false && !isDeprecatedSyntax(constraint, attribute)) {
      parser.failAt(
        state.location,
        `invalid properties ${String(properties)} for op ${name}: Invalid attribute \`${key}\` in property conversion: ${String(attribute)}`,
      );
    }
    state.setAttr(key, attribute);
  }
}

function unregistered(parser: Parser, name: string, offset: number): AnyOpClass {
  const dialect = name.slice(0, Math.max(0, name.indexOf('.')));
  const loaded = parser.context.dialects.get(dialect);
  if (loaded !== undefined && loaded.isPartial !== true) {
    // MLIR's verifier says so; said here, nothing that only this op could explain is complained about first.
    parser.failAt(
      parser.locationAt(offset, parser.lexer.previousEnd),
      `unregistered operation '${name}' found in dialect ('${dialect}') that does not allow unknown operations`,
    );
  }
  if (!parser.context.allowUnregisteredDialects) {
    parser.fail(
      'operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used',
    );
  }
  return UnregisteredOp.classFor(name);
}

// ---- custom form

function parseCustomOperation(parser: Parser): Operation {
  const { offset, spelling } = parser;
  const opClass = lookUpCustom(parser, spelling, offset);
  parser.advance();
  const state = new ParsedOp(opClass.definition, parser.source, offset);
  const { customOp, defaultDialect } = parser;
  parser.customOp = opClass.definition.name;
  parser.defaultDialect = opClass.definition.spec.defaultDialect ?? '';
  const format = opClass.definition.assemblyFormat();
  if (opClass.parse !== undefined) opClass.parse(parser, state);
  else if (format !== null) format.parse(parser, state);
  else parser.fail(`has no custom assembly form`, offset);
  parser.customOp = customOp;
  parser.defaultDialect = defaultDialect;
  const op = createOperation(parser, opClass, state, parser.parseOptionalLocation());
  ensureTerminators(parser, op);
  return op;
}

function lookUpCustom(parser: Parser, spelling: string, offset: number): AnyOpClass {
  const { ops, dialects } = parser.context;
  const hasDot = spelling.includes('.');
  const whole = hasDot ? ops.get(spelling) : undefined;
  if (whole !== undefined) return whole;
  const prefixed = `${parser.defaultDialect}.${spelling}`;
  const found = ops.get(prefixed);
  if (found !== undefined) return found;
  const dialect = hasDot ? spelling.slice(0, spelling.indexOf('.')) : parser.defaultDialect;
  if (!dialects.has(dialect)) {
    const registered = [...dialects.keys()].sort().join(', ');
    return parser.fail(
      `Dialect \`${dialect}' not found for custom op '${spelling}' ${hasDot ? '' : ` (tried '${prefixed}' as well)`}`,
      offset,
      [
        parser.noteAt(
          offset,
          `Available dialects: ${registered}; for more info on dialect registration see https://mlir.llvm.org/getting_started/Faq/#registered-loaded-dependent-whats-up-with-dialects-management`,
        ),
      ],
    );
  }
  const tried = !hasDot && parser.defaultDialect !== '' ? ` (tried '${prefixed}' as well)` : '';
  return parser.fail(`custom op '${spelling}' is unknown${tried}`, offset);
}

// ---- creation

function createOperation(
  parser: Parser,
  opClass: AnyOpClass,
  state: ParsedOp,
  location: Location | null,
): Operation {
  const { definition } = state;
  replaceDeprecatedSyntax(state, parser.context);
  const init: OpInit = {
    location: location ?? UnknownLoc.instance,
    operands: state.operands,
    resultTypes: state.resultTypes,
    properties: parser.sharedLists.share(state.properties),
    discardable: state.discardable,
    successors: state.successors,
    regionCount: state.regions.length,
  };
  const op = new opClass(init);
  if (location === null) state.locate(op);
  state.regions.forEach(({ blocks }: ParsedRegion, i) => {
    for (const block of blocks) op.getRegion(i).append(block);
  });
  if (state.infersResultTypes) {
    const report = new OpReport(op, parser.context);
    const types = op.definition.infer?.(op, report) ?? null;
    if (types === null)
      parser.failAt(state.location, `'${definition.name}' op failed to infer returned types`);
    op.setResultTypes(types);
  }
  return op;
}

/** Adds the terminators that the custom text of single-block regions leaves out. */
function ensureTerminators(parser: Parser, op: Operation): void {
  const name = implicitTerminatorOf(op.definition);
  if (name === null) return;
  const terminatorClass = parser.context.ops.get(name);
  if (terminatorClass === undefined) throw new Error(`'${op.name}' needs the op '${name}'`);
  for (const region of op.regions) {
    if (region.isEmpty && op.definition.regions[region.index]?.constraint.isOptional === true) continue;
    const block = region.blocks[0] ?? region.addBlock();
    if (block.terminator !== null) continue;
    block.append(
      new terminatorClass({
        location: op.location,
        operands: [],
        resultTypes: [],
        properties: terminatorClass.definition.attrNames.map(() => null),
        discardable: null,
        successors: [],
        regionCount: 0,
      }),
    );
  }
}
