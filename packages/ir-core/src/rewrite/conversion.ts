import type { Context } from '../ir/context.ts';
import { type Diagnostic, note } from '../diagnostic/diagnostic.ts';
import type { Block } from '../ir/block.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import { Value } from '../ir/value.ts';
import { ConversionCasts } from './conversion-casts.ts';
import type { ConversionPattern } from './conversion-pattern.ts';
import type { ConversionTarget } from './conversion-target.ts';
import { foldOp } from './fold-op.ts';
import { Rewriter } from './rewriter.ts';
import type { TypeConverter } from './type-converter.ts';

/** Options of {@link applyPartialConversion} and {@link applyFullConversion}. */
export interface ConversionOptions {
  /** Types of operands that patterns get; without it they get the operands as they are. */
  readonly typeConverter?: TypeConverter;
  /** Whether operations that are not legal are folded before patterns are tried; true. */
  readonly fold?: boolean;
}

/**
 * Converts what stands in an operation, itself included, until nothing illegal is left. Operations that
 * nothing is known about may stay. Nothing is undone after an error.
 *
 * @returns false after an error in the context's diagnostics.
 */
export function applyPartialConversion(
  root: Operation,
  target: ConversionTarget,
  patterns: readonly ConversionPattern[],
  context: Context,
  options: ConversionOptions = {},
): boolean {
  return new Conversion(target, patterns, context, options, 'partial').run(root);
}

/** Like {@link applyPartialConversion}, but everything has to be legal in the end. */
export function applyFullConversion(
  root: Operation,
  target: ConversionTarget,
  patterns: readonly ConversionPattern[],
  context: Context,
  options: ConversionOptions = {},
): boolean {
  return new Conversion(target, patterns, context, options, 'full').run(root);
}

/**
 * Gives the arguments of all blocks of a region their converted types; to be called in patterns, for regions
 * that converted operations keep or take over.
 *
 * @returns false, with nothing changed, when a type can't be converted.
 */
export function convertRegionTypes(region: Region, converter: TypeConverter, rewriter: Rewriter): boolean {
  const converted = region.blocks.map((block) =>
    converter.convertAll(block.arguments.map(({ type }) => type)),
  );
  if (converted.includes(null)) return false;
  region.blocks.forEach((block, i) => {
    const types = converted[i]!;
    const count = block.arguments.length;
    for (let index = 0; index < count; index++) {
      const old = block.arguments[index]!;
      if (old.type === types[index]) continue;
      replaceArgument(block, index, block.addArgument(types[index]!, old.location), rewriter);
    }
  });
  return true;
}

/** Puts the argument that was added last in the place of another one. */
function replaceArgument(block: Block, index: number, added: Value, rewriter: Rewriter): void {
  const old = block.arguments[index]!;
  rewriter.atSavedPoint(() => {
    rewriter.setInsertionPointToStart(block);
    rewriter.replaceValue(old, added);
  });
  const last = block.arguments.pop()!;
  block.arguments[index] = last;
  last.index = index;
}

/** An operation that a pattern made and that could not be legalized. */
interface Culprit {
  readonly op: Operation;
  readonly pattern: ConversionPattern;
}

class Conversion {
  readonly #target: ConversionTarget;
  readonly #patterns = new Map<string, readonly ConversionPattern[]>();
  readonly #allPatterns: readonly ConversionPattern[];
  readonly #context: Context;
  readonly #converter: TypeConverter | null;
  readonly #fold: boolean;
  readonly #mode: 'partial' | 'full';
  readonly #casts = new ConversionCasts();
  readonly #rewriter: Rewriter;
  readonly #erased = new Set<Operation>();
  #created: Operation[] = [];
  #culprit: Culprit | null = null;

  constructor(
    target: ConversionTarget,
    patterns: readonly ConversionPattern[],
    context: Context,
    options: ConversionOptions,
    mode: 'partial' | 'full',
  ) {
    this.#target = target;
    this.#allPatterns = patterns;
    this.#context = context;
    this.#converter = options.typeConverter ?? null;
    this.#fold = options.fold ?? true;
    this.#mode = mode;
    this.#rewriter = new Rewriter(
      context,
      { inserted: (op) => this.#created.push(op), erased: (op) => this.#erased.add(op) },
      (value, like) => this.#casts.cast(this.#rewriter, value, like.type, like.location),
    );
  }

  run(root: Operation): boolean {
    const ops: Operation[] = [];
    root.walk((op) => {
      ops.push(op);
      return this.#target.isRecursivelyLegal(op) ? 'skip' : 'advance';
    }, 'pre');
    for (const op of ops) {
      if (this.#erased.has(op) || this.#legalize(op, new Set())) continue;
      if (this.#mode === 'partial' && !this.#target.isIllegal(op)) continue;
      return this.#fail(op);
    }
    return this.#casts.resolve(this.#rewriter, this.#converter, this.#context);
  }

  #fail(op: Operation): boolean {
    const explicitly = this.#mode === 'partial' ? ' that was explicitly marked illegal' : '';
    const notes: Diagnostic[] = [];
    if (this.#culprit !== null) {
      const { op: made, pattern } = this.#culprit;
      notes.push(note(made.location, `pattern '${pattern.name}' made '${made.name}', which is not legal`));
    }
    this.#context.diagnostics.error(
      op.location,
      `failed to legalize operation '${op.name}'${explicitly}`,
      notes,
    );
    return false;
  }

  /** @param applied the patterns that led to `op`, which may not be applied again. */
  #legalize(op: Operation, applied: ReadonlySet<ConversionPattern>): boolean {
    if (this.#target.isLegal(op) === true) return true;
    // Casts of the conversion itself are resolved at its end.
    if (op.name === 'builtin.unrealized_conversion_cast') return true;
    if (this.#fold && this.#foldToLegal(op, applied)) return true;
    for (const pattern of this.#patternsFor(op)) {
      if (applied.has(pattern) && pattern.isRecursive !== true) continue;
      this.#rewriter.setInsertionPoint(op);
      this.#rewriter.location = op.location;
      const operands = op.operands.map(({ value }) => this.#convertedOperand(value, op));
      this.#created = [];
      if (!pattern.matchAndRewrite(op, operands, this.#rewriter)) continue;
      return this.#legalizeCreated(this.#created, pattern, new Set([...applied, pattern]));
    }
    return false;
  }

  #convertedOperand(value: Value, op: Operation): Value {
    const type = this.#converter === null ? value.type : (this.#converter.convert(value.type) ?? value.type);
    return this.#casts.cast(this.#rewriter, value, type, op.location);
  }

  #legalizeCreated(
    created: readonly Operation[],
    pattern: ConversionPattern,
    applied: ReadonlySet<ConversionPattern>,
  ): boolean {
    for (const op of created) {
      if (this.#erased.has(op) || this.#legalize(op, applied)) continue;
      this.#culprit ??= { op, pattern };
      return false;
    }
    return true;
  }

  #foldToLegal(op: Operation, applied: ReadonlySet<ConversionPattern>): boolean {
    const outcome = foldOp(op);
    if (outcome === null) return false;
    if (outcome === 'in-place') return this.#legalize(op, applied);
    const dialect = this.#context.dialects.get(op.definition.dialect);
    this.#rewriter.setInsertionPoint(op);
    const constants: Operation[] = [];
    const values: Value[] = [];
    for (const [i, result] of outcome.entries()) {
      if (result instanceof Value) values.push(result);
      else {
        const constant = dialect?.materializeConstant?.(result, op.results[i]!.type, op.location) ?? null;
        // A folded value is worth nothing when its constant can't be converted in turn.
        if (
          constant === null ||
          (this.#target.isLegal(constant) !== true && this.#patternsFor(constant).length === 0)
        ) {
          for (const unneeded of constants) this.#rewriter.eraseOp(unneeded);
          return false;
        }
        constants.push(this.#rewriter.insert(constant));
        values.push(constant.results[0]!);
      }
    }
    this.#rewriter.replaceOp(op, values);
    return constants.every((constant) => this.#legalize(constant, applied));
  }

  #patternsFor(op: Operation): readonly ConversionPattern[] {
    let patterns = this.#patterns.get(op.name);
    if (patterns === undefined) {
      // Patterns for this kind of operation come before general ones of the same benefit.
      const own = this.#allPatterns.filter(({ root }) => root === op.name);
      const general = this.#allPatterns.filter(({ root }) => root === null);
      patterns = [...own, ...general].sort((a, b) => (b.benefit ?? 1) - (a.benefit ?? 1));
      this.#patterns.set(op.name, patterns);
    }
    return patterns;
  }
}
