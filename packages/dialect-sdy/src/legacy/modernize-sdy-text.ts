import { applyEdits, type LegacyToken, legacyTokens, type TextEdit } from './legacy-text.ts';
import { lastOf } from '@shardform/ir-core';

/** A range of a text in a deprecated syntax of sdy. */
export interface DeprecatedSyntax {
  /** Offset of the first character in the text as it was given; `end` is the offset after the last one. */
  readonly start: number;
  readonly end: number;
  /** The replacement in the current syntax; empty for what is left out. */
  readonly modern: string;
}

/** A text in the current syntax of sdy, with the deprecated syntax that was replaced in it. */
export interface ModernizedText {
  /** Every line is where it was. */
  readonly text: string;
  readonly deprecations: readonly DeprecatedSyntax[];
}

/**
 * Replaces the syntax of sdy's first design documents in MLIR text by the current one, which the parser reads:
 *
 * - `@mesh = <"x"=2>` before or in a module is `sdy.mesh @mesh = <["x"=2]>` in it;
 * - a mesh without square brackets, `<"x"=2>`, gets them, wherever it stands;
 * - `func @f` is `func.func @f`;
 * - `%1 = sdy.sharding_group %0, id=3` is `sdy.sharding_group %0 group_id=3`, and what used `%1` uses `%0`;
 * - `return` at the end of a manual computation is `sdy.return`;
 * - a closing brace that nothing opened is left out.
 *
 * A text without any of these comes back as it is. Tokens are all that is looked at: whatever else is wrong is the
 * parser's to tell.
 */
export function modernizeSdyText(text: string): ModernizedText {
  return new Modernizer(text).run();
}

/** A bracket that is open, and what ends with it. */
interface OpenBracket {
  readonly closer: string;
  readonly holds: 'module' | 'manual computation' | 'anything else';
  /** Values by names that older operations gave them, until the bracket closes. */
  readonly aliases: Map<string, string>;
}

const MODULE = /^(builtin\.)?module$/;
const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

class Modernizer {
  readonly #text: string;
  readonly #tokens: readonly LegacyToken[];
  readonly #edits: TextEdit[] = [];
  readonly #deprecations: DeprecatedSyntax[] = [];
  readonly #open: OpenBracket[] = [{ closer: '', holds: 'module', aliases: new Map() }];
  /** Of what operation the next region is. */
  #awaited: 'module' | 'manual computation' | null = null;
  /** Meshes that stand before the module that they belong into. */
  #meshesBeforeModule: string[] = [];

  constructor(text: string) {
    this.#text = text;
    this.#tokens = legacyTokens(text);
  }

  run(): ModernizedText {
    for (let i = 0; i < this.#tokens.length;) i = this.#visit(i);
    return { text: applyEdits(this.#text, this.#edits), deprecations: this.#deprecations };
  }

  /** @returns the index of the next token to visit. */
  #visit(i: number): number {
    const { kind, spelling } = this.#tokens[i]!;
    switch (kind) {
      case '(':
      case '[':
      case '{':
        this.#openBracket(i);
        return i + 1;
      case ')':
      case ']':
      case '}':
        this.#closeBracket(i);
        return i + 1;
      case '<':
        return this.#meshBody(i);
      case 'at':
        return this.#mesh(i);
      case 'percent':
        return this.#value(i);
      case 'bare':
        this.#word(i, spelling);
        return i + 1;
      default:
        return i + 1;
    }
  }

  // ---- brackets

  #openBracket(i: number): void {
    const { kind, end } = this.#tokens[i]!;
    const previous = this.#spellingAt(i - 1);
    const isInList = /[)\]]/.test(lastOf(this.#open).closer);
    const isRegion = kind === '{' && previous !== '=' && previous !== 'attributes' && !isInList;
    const holds = (isRegion ? this.#awaited : null) ?? 'anything else';
    if (isRegion) this.#awaited = null;
    this.#open.push({ closer: CLOSERS[kind]!, holds, aliases: new Map() });
    if (holds === 'module' && this.#meshesBeforeModule.length > 0) {
      this.#edit(end, end, ` ${this.#meshesBeforeModule.join(' ')}`);
      this.#meshesBeforeModule = [];
    }
  }

  #closeBracket(i: number): void {
    const token = this.#tokens[i]!;
    if (lastOf(this.#open).closer === token.kind) this.#open.pop();
    else if (token.kind === '}') this.#replace(token.start, token.end, '');
  }

  // ---- meshes

  /** `@name = <...>` as an operation of its own. */
  #mesh(i: number): number {
    const isStatement =
      lastOf(this.#open).holds === 'module' &&
      this.#spellingAt(i + 1) === '=' &&
      this.#spellingAt(i + 2) === '<' &&
      !/^(sdy\.|"sdy\.)/.test(this.#spellingAt(i - 1));
    if (!isStatement) return i + 1;
    const { start } = this.#tokens[i]!;
    const close = this.#closingAngle(i + 2);
    if (close < 0) return i + 1;
    const { end } = this.#tokens[close]!;
    const body = this.#bracketedMesh(i + 2) ?? this.#text.slice(this.#tokens[i + 2]!.start, end);
    const mesh = `sdy.mesh ${this.#text.slice(start, this.#tokens[i]!.end)} = ${body}`;
    if (this.#open.length === 1 && this.#moduleFollows(close + 1)) {
      this.#meshesBeforeModule.push(mesh.replaceAll(/\s+/g, ' '));
      this.#edit(start, end, '');
      this.#deprecations.push({ start, end, modern: mesh });
    } else this.#replace(start, end, mesh);
    return close + 1;
  }

  /** A mesh in any other position: in angle brackets without square ones. */
  #meshBody(i: number): number {
    const body = this.#bracketedMesh(i);
    if (body === null) return i + 1;
    const close = this.#closingAngle(i);
    this.#replace(this.#tokens[i]!.start, this.#tokens[close]!.end, body);
    return close + 1;
  }

  /**
   * Returns the current syntax of the mesh that begins with an angle bracket; `null` when its syntax is not deprecated.
   */
  #bracketedMesh(open: number): string | null {
    const close = this.#closingAngle(open);
    if (close < 0) return null;
    let at = open + 1;
    while (
      this.#tokens[at]?.kind === 'string' &&
      this.#spellingAt(at + 1) === '=' &&
      this.#tokens[at + 2]?.kind === 'integer'
    ) {
      at += this.#spellingAt(at + 3) === ',' ? 4 : 3;
    }
    const isEmptyMesh =
      at === close && close === open + 1 && /^(=|mesh|#sdy\.mesh)$/.test(this.#spellingAt(open - 1));
    if (at === open + 1 && !isEmptyMesh) return null;
    const inside = this.#tokens[at - 1]!;
    const lastAxis = inside.kind === ',' ? this.#tokens[at - 2]! : inside;
    const axes = this.#text.slice(this.#tokens[open]!.end, lastAxis.end);
    return `<[${axes.trimStart()}]${this.#text.slice(lastAxis.end, this.#tokens[close]!.end)}`;
  }

  /** The index of the bracket that closes a flat pair of angle brackets; -1 when there is none. */
  #closingAngle(open: number): number {
    for (let i = open + 1; i < this.#tokens.length; i++) {
      const { kind } = this.#tokens[i]!;
      if (kind === '>') return i;
      if (kind === '<' || kind === '{' || kind === '}') return -1;
    }
    return -1;
  }

  /** Returns true if nothing but meshes stands before a module. */
  #moduleFollows(from: number): boolean {
    let at = from;
    while (this.#tokens[at]?.kind === 'at') {
      const close = this.#closingAngle(at + 2);
      if (close < 0) return false;
      at = close + 1;
    }
    return MODULE.test(this.#spellingAt(at));
  }

  // ---- words

  #word(i: number, word: string): void {
    const { start, end } = this.#tokens[i]!;
    switch (word) {
      case 'module':
      case 'builtin.module':
        this.#awaited = 'module';
        break;
      case 'sdy.manual_computation':
        this.#awaited = 'manual computation';
        break;
      case 'func':
        if (this.#isFunctionHeader(i)) this.#replace(start, end, 'func.func');
        break;
      case 'return':
        if (lastOf(this.#open).holds === 'manual computation') this.#replace(start, end, 'sdy.return');
        break;
      case 'sdy.sharding_group':
        this.#shardingGroup(i);
        break;
    }
  }

  #isFunctionHeader(i: number): boolean {
    const next = this.#tokens[i + 1];
    if (next?.kind === 'at') return true;
    return /^(private|public|nested)$/.test(next?.spelling ?? '') && this.#tokens[i + 2]?.kind === 'at';
  }

  /** `%result = sdy.sharding_group %input, id=0`. */
  #shardingGroup(i: number): void {
    const { start, spelling } = this.#tokens[i]!;
    const input = this.#tokens[i + 1];
    if (input?.kind !== 'percent') return;
    const name = this.#spellingAt(i + 2) === ',' ? i + 3 : i + 2;
    const id = this.#tokens[name + 2];
    if (this.#spellingAt(name) !== 'id' || this.#spellingAt(name + 1) !== '=' || id?.kind !== 'integer')
      return;
    const value = this.#valueOf(input.spelling);
    const result = this.#spellingAt(i - 1) === '=' ? this.#tokens[i - 2] : undefined;
    if (result?.kind === 'percent') {
      this.#edit(result.start, start, '');
      lastOf(this.#open).aliases.set(result.spelling, value);
    }
    this.#edit(input.end, id.start, ' group_id=');
    this.#deprecations.push({
      start: result?.start ?? start,
      end: id.end,
      modern: `${spelling} ${value} group_id=${id.spelling}`,
    });
  }

  // ---- values

  #value(i: number): number {
    const { start, end, spelling } = this.#tokens[i]!;
    if (this.#isDefinition(i)) {
      this.#open.findLast(({ closer }) => closer !== ')')!.aliases.set(spelling, spelling);
      return i + 1;
    }
    const value = this.#valueOf(spelling);
    if (value !== spelling) this.#edit(start, end, value);
    return i + 1;
  }

  /** Results come before `=`, block arguments before a type and in parentheses. */
  #isDefinition(i: number): boolean {
    const next = this.#spellingAt(i + 1);
    return next === '=' || (next === ':' && lastOf(this.#open).closer === ')');
  }

  #valueOf(name: string): string {
    for (const { aliases } of this.#open.toReversed()) {
      const value = aliases.get(name);
      if (value !== undefined) return value;
    }
    return name;
  }

  // ---- edits

  #spellingAt(i: number): string {
    return this.#tokens[i]?.spelling ?? '';
  }

  /** A change that users are told of. */
  #replace(start: number, end: number, modern: string): void {
    this.#edit(start, end, modern);
    this.#deprecations.push({ start, end, modern });
  }

  /** Lines stay where they are: what is replaced keeps its line breaks. */
  #edit(start: number, end: number, text: string): void {
    const missing = countLines(this.#text.slice(start, end)) - countLines(text);
    this.#edits.push({ start, end, text: text + '\n'.repeat(Math.max(0, missing)) });
  }
}

function countLines(text: string): number {
  return text.split('\n').length - 1;
}
