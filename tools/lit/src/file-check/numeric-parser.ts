import type { Expression, NumericFunction } from './numeric-expression.ts';
import { PatternError } from './pattern-error.ts';
import { readVariableName } from './variable-name.ts';

const functions: ReadonlySet<string> = new Set<NumericFunction>(['add', 'div', 'max', 'min', 'mul', 'sub']);

const isFunction = (name: string): name is NumericFunction => functions.has(name);

/** How an operand may be written: old `[[@LINE+1]]` blocks take the line and a decimal number only. */
type Allowed = 'any' | 'line' | 'decimal';

/** Parses the expression of a numeric block. Offsets in errors are `base` plus the position in `text`. */
export class NumericParser {
  private at = 0;
  private readonly text: string;
  private readonly base: number;
  private readonly useVariable: (name: string, offset: number) => void;
  private readonly ranges = new Map<Expression, readonly [number, number]>();

  /** @param useVariable called with each variable that the expression reads, and its offset. */
  constructor(text: string, base: number, useVariable: (name: string, offset: number) => void) {
    this.text = text;
    this.base = base;
    this.useVariable = useVariable;
  }

  /** The text that an expression of this parser was read from. */
  readonly textOf = (expression: Expression): string =>
    this.text.slice(...(this.ranges.get(expression) ?? [0, 0]));

  /**
   * Reads a whole expression.
   *
   * @param legacyLine whether it is the inside of `[[@LINE+n]]`.
   * @param mayBeConstraint whether an unreadable head could be a misspelt `==`.
   */
  parse(legacyLine: boolean, mayBeConstraint: boolean): Expression {
    let expression = this.operand(legacyLine ? 'line' : 'any', mayBeConstraint);
    while (this.at < this.text.length) {
      const next = this.binary(expression, legacyLine);
      if (next === null) break;
      expression = next;
      if (legacyLine && this.at < this.text.length) {
        this.fail(`unexpected characters at end of expression '${this.text.slice(this.at)}'`);
      }
    }
    return expression;
  }

  private operand(allowed: Allowed, mayBeConstraint: boolean): Expression {
    if (this.text[this.at] === '(') {
      if (allowed !== 'any') this.fail('parenthesized expression not permitted here');
      return this.parenthesized();
    }
    if (allowed === 'line' || (allowed === 'any' && /[$@A-Za-z_]/.test(this.text.charAt(this.at)))) {
      return this.variableOrCall(allowed);
    }
    const literal = allowed === 'decimal' ? /-?\d+/y : /-?(?:0[xX][0-9A-Fa-f]+|0[bB][01]+|0[oO]?[0-7]+|\d+)/y;
    literal.lastIndex = this.at;
    const found = literal.exec(this.text);
    if (!found) this.fail(`invalid ${mayBeConstraint ? 'matching constraint or ' : ''}operand format`);
    this.at = literal.lastIndex;
    const magnitude = found[0].replace('-', '').replace(/^0(?=[0-7])/, allowed === 'decimal' ? '' : '0o');
    return this.remember(
      { kind: 'literal', value: BigInt(magnitude) * (found[0].startsWith('-') ? -1n : 1n) },
      found.index,
    );
  }

  private variableOrCall(allowed: Allowed): Expression {
    const start = this.at;
    const { name, isPseudo } = readVariableName(this.text, start, this.base);
    this.at += name.length;
    if (/^[ \t]*\(/.test(this.text.slice(this.at))) {
      if (allowed !== 'any') this.fail('unexpected function call');
      return this.call(name, start);
    }
    if (isPseudo) {
      if (name !== '@LINE')
        throw new PatternError(`invalid pseudo numeric variable '${name}'`, this.base + start);
      return this.remember({ kind: 'line' }, start);
    }
    this.useVariable(name, this.base + start);
    return this.remember({ kind: 'variable', name, offset: this.base + start }, start);
  }

  private parenthesized(): Expression {
    this.at++;
    this.skipSpace();
    if (this.at >= this.text.length) this.fail('missing operand in expression');
    let expression = this.operand('any', false);
    this.skipSpace();
    while (this.at < this.text.length && this.text[this.at] !== ')') {
      expression = this.binary(expression, false) ?? expression;
      this.skipSpace();
    }
    if (this.text[this.at] !== ')') this.fail("missing ')' at end of nested expression");
    this.at++;
    return expression;
  }

  private call(name: string, start: number): Expression {
    if (!isFunction(name)) throw new PatternError(`call to undefined function '${name}'`, this.base + start);
    this.skipSpace();
    this.at++;
    const args: Expression[] = [];
    this.skipSpace();
    while (this.at < this.text.length && this.text[this.at] !== ')') {
      if (this.text[this.at] === ',') this.fail('missing argument');
      let argument = this.operand('any', false);
      this.skipSpace();
      while (this.at < this.text.length && !/[,)]/.test(this.text.charAt(this.at))) {
        argument = this.binary(argument, false) ?? argument;
        this.skipSpace();
      }
      args.push(argument);
      if (this.text[this.at] !== ',') break;
      this.at++;
      this.skipSpace();
      if (this.text[this.at] === ')') this.fail('missing argument');
    }
    if (this.text[this.at] !== ')') this.fail("missing ')' at end of call expression");
    this.at++;
    const [left, right] = args;
    if (args.length !== 2 || !left || !right) {
      throw new PatternError(
        `function '${name}' takes 2 arguments but ${args.length} given`,
        this.base + start,
      );
    }
    return this.remember({ kind: 'call', function: name, left, right }, start);
  }

  /** `left` and what follows it; null when nothing but space follows. */
  private binary(left: Expression, legacyLine: boolean): Expression | null {
    this.skipSpace();
    if (this.at >= this.text.length) return null;
    const operator = this.text.charAt(this.at);
    if (operator !== '+' && operator !== '-') this.fail(`unsupported operation '${operator}'`);
    this.at++;
    this.skipSpace();
    if (this.at >= this.text.length) this.fail('missing operand in expression');
    const right = this.operand(legacyLine ? 'decimal' : 'any', false);
    const start = this.ranges.get(left)?.[0] ?? 0;
    return this.remember({ kind: 'call', function: operator === '+' ? 'add' : 'sub', left, right }, start);
  }

  private remember<E extends Expression>(expression: E, start: number): E {
    this.ranges.set(expression, [start, this.at]);
    return expression;
  }

  private skipSpace(): void {
    while (/[ \t]/.test(this.text.charAt(this.at))) this.at++;
  }

  private fail(message: string): never {
    throw new PatternError(message, this.base + this.at);
  }
}
