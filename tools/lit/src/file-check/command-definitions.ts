import { UsageError } from './command-line.ts';
import { EvaluationError, evaluate } from './numeric-expression.ts';
import { PatternError } from './pattern-error.ts';
import { CheckFileError, SourceText } from './source-text.ts';
import { readNumericBlock } from './substitution-block.ts';
import { readVariableName } from './variable-name.ts';
import type { VariableScope } from './variable-scope.ts';

/** `#format,NAME=expression`, read as the numeric block `[[#format,NAME:expression]]` at `offset`. */
function defineNumber(block: string, offset: number, scope: VariableScope): void {
  const { name, expression } = readNumericBlock(block, offset, false, null, scope);
  if (name === null || !expression) throw new PatternError('empty numeric value', offset);
  scope.numbers.set(name, evaluate(expression, scope.numbers, null));
}

function defineString(definition: string, offset: number, scope: VariableScope): void {
  const name = definition.slice(0, definition.indexOf('='));
  const read = readVariableName(name, 0, offset);
  if (read.isPseudo || read.name !== name) {
    throw new PatternError(`invalid name in string variable definition '${name}'`, offset);
  }
  if (scope.declaredNumbers.has(name)) {
    throw new PatternError(`numeric variable with name '${name}' already exists`, offset);
  }
  scope.declaredStrings.add(name);
  scope.strings.set(name, definition.slice(name.length + 1));
}

/**
 * Gives the variables of `-DNAME=value` and `-D#format,NAME=expression` their values.
 *
 * @throws UsageError without an equal sign, CheckFileError on a bad name or expression.
 */
export function defineVariables(definitions: readonly string[], scope: VariableScope): void {
  let listing = '';
  for (const [index, definition] of definitions.entries()) {
    const equals = definition.indexOf('=');
    if (equals < 0)
      throw new UsageError(`Missing equal sign in command-line definition '-D${definition}'`, 2);
    listing += `Global define #${index + 1}: `;
    const isNumber = definition.startsWith('#');
    const block = `${definition.slice(1, equals)}:${definition.slice(equals + 1)}`;
    const opening = isNumber ? `${definition} (parsed as: [[#` : '';
    const offset = listing.length + opening.length;
    listing += isNumber ? `${opening}${block}]])\n` : `${definition}\n`;
    try {
      if (isNumber) defineNumber(block, offset, scope);
      else defineString(definition, offset, scope);
    } catch (error) {
      if (error instanceof EvaluationError) throw new UsageError(error.message, 2);
      if (!(error instanceof PatternError)) throw error;
      const source = new SourceText('Global defines', listing);
      throw new CheckFileError({ severity: 'error', text: error.message, source, offset: error.offset });
    }
  }
}
