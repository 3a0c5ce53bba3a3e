import { checkInterrupt } from '../budget/budget.ts';
import { note } from '../diagnostic/diagnostic.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import { ChangeJournal } from './change-journal.ts';
import { ConversionCasts } from './conversion-casts.ts';
import type { ConversionPattern } from './conversion-pattern.ts';
import { ConversionPatternSet } from './conversion-pattern-set.ts';
import { ConversionRewriter } from './conversion-rewriter.ts';
import type { ConversionTarget } from './conversion-target.ts';
import { constantValue } from './fold-op.ts';
import { materializeFold } from './materialize-fold.ts';
import type { TypeConverter } from './type-converter.ts';

/** Options of {@link applyPartialConversion} and its kin. */
export interface ConversionOptions {
  /** Types of operands that patterns get which have no converter of their own; without it operands as they are. */
  readonly typeConverter?: TypeConverter;
  /** True if operations that are not legal are folded before patterns are tried; true by default. */
  readonly fold?: boolean;
  /** Gets the operations that a partial conversion leaves though they are not known to be legal. */
  readonly unlegalized?: Set<Operation>;
  /** True if every operation that can't be made legal is reported, not only the first one. */
  readonly reportsAll?: boolean;
  /** Notes on why an operation has no conversion, and on what to do about it. */
  readonly explain?: (op: Operation) => readonly string[];
}

/**
 * Converts what stands in an operation, itself included, until nothing illegal is left. Operations that nothing is
 * known about may stay. After an error everything is as it was.
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
  return new Conversion(target, patterns, context, options).convert(root, 'partial');
}

/** Like {@link applyPartialConversion}, but everything has to be legal in the end. */
export function applyFullConversion(
  root: Operation,
  target: ConversionTarget,
  patterns: readonly ConversionPattern[],
  context: Context,
  options: ConversionOptions = {},
): boolean {
  return new Conversion(target, patterns, context, options).convert(root, 'full');
}

/** Returns the operations that are legal or can be made legal. Changes nothing, though patterns are tried. */
export function analyzeConversion(
  root: Operation,
  target: ConversionTarget,
  patterns: readonly ConversionPattern[],
  context: Context,
  options: ConversionOptions = {},
): ReadonlySet<Operation> {
  return new Conversion(target, patterns, context, options).analyze(root);
}

/** Returns whether an operation stands in one of several others. */
function isInside(op: Operation, others: ReadonlySet<Operation>): boolean {
  if (others.size === 0) return false;
  for (let around = op.parentOp; around !== null; around = around.parentOp)
    if (others.has(around)) return true;
  return false;
}

class Conversion {
  readonly #target: ConversionTarget;
  readonly #patterns: ConversionPatternSet;
  readonly #context: Context;
  readonly #options: ConversionOptions;
  readonly #journal = new ChangeJournal();
  readonly #casts = new ConversionCasts(this.#journal);
  readonly #rewriter: ConversionRewriter;
  /** Operations that are gone, and those inside ones that are legal with all that they hold. */
  readonly #ignored = new Set<Operation>();
  /** Operations from before the conversion. Each has its turn, also when a pattern moves it. */
  readonly #original = new Set<Operation>();
  /** Patterns that led to the operation at hand, which may not be applied again. */
  readonly #applied = new Set<ConversionPattern>();
  #created: Operation[] = [];
  #modified: Operation[] = [];

  constructor(
    target: ConversionTarget,
    patterns: readonly ConversionPattern[],
    context: Context,
    options: ConversionOptions,
  ) {
    this.#target = target;
    this.#patterns = new ConversionPatternSet(patterns, target);
    this.#context = context;
    this.#options = options;
    const listener = {
      inserted: (op: Operation): void => {
        if (!this.#original.has(op)) this.#created.push(op);
      },
      modified: (op: Operation): void => void this.#modified.push(op),
      erased: (op: Operation): void => {
        this.#ignore(op);
      },
    };
    this.#rewriter = new ConversionRewriter(context, listener, this.#journal, this.#casts);
  }

  convert(root: Operation, mode: 'partial' | 'full'): boolean {
    this.#collect(root);
    const failed = new Set<Operation>();
    for (const op of this.#original) {
      checkInterrupt();
      // What an operation holds is converted with it.
      if (isInside(op, failed) || this.#legalize(op)) continue;
      if (mode === 'partial' && !this.#target.isIllegal(op)) {
        this.#options.unlegalized?.add(op);
        continue;
      }
      failed.add(op);
      if (this.#options.reportsAll !== true) break;
    }
    if (failed.size === 0 && this.#casts.resolve(this.#rewriter, this.#context)) return true;
    // Operations are shown as they were.
    this.#journal.rollBack(0);
    for (const op of failed) this.#report(op, mode);
    return false;
  }

  #report(op: Operation, mode: 'partial' | 'full'): void {
    const explicitly = mode === 'partial' ? ' that was explicitly marked illegal' : '';
    const message = `failed to legalize operation '${op.name}'${explicitly}`;
    const notes = this.#options.explain?.(op).map((text) => note(op.location, text));
    this.#context.diagnostics.emitOn(op, 'error', message, notes);
  }

  analyze(root: Operation): ReadonlySet<Operation> {
    this.#collect(root);
    const { result } = this.#context.diagnostics.capture(
      () => new Set([...this.#original].filter((op) => this.#legalize(op))),
    );
    this.#journal.rollBack(0);
    return result;
  }

  #collect(root: Operation): void {
    root.walk((op) => {
      this.#original.add(op);
      return this.#target.isRecursivelyLegal(op) ? 'skip' : 'advance';
    }, 'pre');
  }

  #ignore(op: Operation): void {
    if (this.#ignored.has(op)) return;
    this.#ignored.add(op);
    this.#journal.record(() => {
      this.#ignored.delete(op);
    });
  }

  #legalize(op: Operation): boolean {
    if (this.#ignored.has(op)) return true;
    if (this.#target.isLegal(op) === true) {
      if (this.#target.isRecursivelyLegal(op)) {
        op.walk((nested) => {
          if (nested !== op) this.#ignore(nested);
        });
      }
      return true;
    }
    // Casts of the conversion itself are resolved at its end.
    if (this.#casts.has(op)) return true;
    if ((this.#options.fold ?? true) && this.#foldToLegal(op)) return true;
    return this.#patterns.for(op).some((pattern) => this.#apply(pattern, op));
  }

  /** Applies a pattern, and others to what it made; takes everything back when that leads nowhere. */
  #apply(pattern: ConversionPattern, op: Operation): boolean {
    const isNew = !this.#applied.has(pattern);
    if (!isNew && pattern.isRecursive !== true) return false;
    const { mark } = this.#journal;
    const [created, modified] = [this.#created, this.#modified];
    this.#applied.add(pattern);
    this.#rewriter.typeConverter = pattern.typeConverter ?? this.#options.typeConverter ?? null;
    this.#rewriter.location = op.location;
    const operands = this.#convertedOperands(op);
    this.#created = [];
    this.#modified = [];
    this.#standBefore(op);
    const isLegal =
      operands !== null &&
      pattern.matchAndRewrite(op, operands, this.#rewriter) &&
      this.#legalizeAll([...this.#modified.filter((changed) => changed === op), ...this.#created]);
    [this.#created, this.#modified] = [created, modified];
    if (isNew) this.#applied.delete(pattern);
    if (!isLegal) this.#journal.rollBack(mark);
    return isLegal;
  }

  /** The root may stand nowhere; nothing is inserted then. */
  #standBefore(op: Operation): void {
    this.#rewriter.insertionPoint = op.parent === null ? null : { block: op.parent, anchor: op };
  }

  #convertedOperands(op: Operation): (readonly Value[])[] | null {
    const groups: (readonly Value[])[] = [];
    for (const { value } of op.operands) {
      const values = this.#rewriter.convertedValues(value);
      if (values === null) return null;
      groups.push(values);
    }
    return groups;
  }

  #legalizeAll(ops: readonly Operation[]): boolean {
    return ops.every((op) => this.#legalize(op));
  }

  #foldToLegal(op: Operation): boolean {
    if (constantValue(op) !== null) return false;
    const { mark } = this.#journal;
    this.#standBefore(op);
    this.#rewriter.typeConverter = this.#options.typeConverter ?? null;
    const folded = materializeFold(op, this.#rewriter);
    if (folded === null) return false;
    if (folded === 'in-place') return this.#legalize(op);
    this.#rewriter.replaceOp(op, folded.values);
    if (this.#legalizeAll(folded.constants)) return true;
    this.#journal.rollBack(mark);
    return false;
  }
}
