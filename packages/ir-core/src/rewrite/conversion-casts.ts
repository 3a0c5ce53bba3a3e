import { UnrealizedConversionCastOp } from '../builtin/ops/unrealized-conversion-cast-op.ts';
import { note } from '../diagnostic/diagnostic.ts';
import type { Type } from '../ir/attribute.ts';
import type { Context } from '../ir/context.ts';
import type { Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import { AliasTable } from '../text/aliases.ts';
import { defaultPrintOptions, type PrintOptions } from '../text/print-options.ts';
import { Printer } from '../text/printer.ts';
import { ValueNames } from '../text/value-names.ts';
import type { ChangeJournal } from './change-journal.ts';
import { reconcileCasts } from './reconcile-casts.ts';
import type { Rewriter } from './rewriter.ts';
import type { MaterializationKind, TypeConverter } from './type-converter.ts';
import { lookUp } from '../list/look-up.ts';
import { typeList } from '../diagnostic/type-list.ts';

/** The purpose of a cast of the conversion until it is resolved. */
interface PendingCast {
  readonly kind: MaterializationKind;
  readonly converter: TypeConverter | null;
}

/** The casts that a conversion puts between operations that are converted and those that are not (yet). */
export class ConversionCasts {
  readonly #pending = new Map<UnrealizedConversionCastOp, PendingCast>();
  /** Casts of a value that were made before, by the value and the types. */
  readonly #made = new Map<Value, Map<string, UnrealizedConversionCastOp>>();
  readonly #journal: ChangeJournal;

  constructor(journal: ChangeJournal) {
    this.#journal = journal;
  }

  /** Returns true if the operation is one of these casts, which are neither legal nor illegal. */
  has(op: unknown): boolean {
    return op instanceof UnrealizedConversionCastOp && this.#pending.has(op);
  }

  /** Values of `types` for an operand: itself, what it was cast from, or what a cast behind its definition makes. */
  toTypes(
    rewriter: Rewriter,
    value: Value,
    types: readonly Type[],
    converter: TypeConverter | null,
  ): readonly Value[] {
    if (types.length === 1 && types[0] === value.type) return [value];
    for (let source = this.#inputsOf(value); source !== null;) {
      if (source.length === types.length && source.every(({ type }, i) => type === types[i])) return source;
      source = source.length === 1 ? this.#inputsOf(source[0]!) : null;
    }
    const key = types.map(({ id }) => id).join();
    const present = this.#made.get(value)?.get(key);
    if (present !== undefined && present.parent !== null) return present.results;
    return rewriter.atSavedPoint(() => {
      setPointBehind(rewriter, value);
      const cast = this.#create(rewriter, [value], types, value.location, { kind: 'target', converter });
      let made = this.#made.get(value);
      if (made === undefined) this.#made.set(value, (made = new Map<string, UnrealizedConversionCastOp>()));
      made.set(key, cast);
      return cast.results;
    });
  }

  /** A value of the type from before the conversion, made from `values` at the insertion point. */
  fromValues(
    rewriter: Rewriter,
    values: readonly Value[],
    like: Value,
    kind: 'source' | 'argument',
    converter: TypeConverter | null,
  ): Value {
    const [value] = values;
    if (value !== undefined && values.length === 1) {
      if (value.type === like.type) return value;
      const source = this.#inputsOf(value);
      if (source?.length === 1 && source[0]!.type === like.type) return source[0]!;
    }
    return this.#create(rewriter, values, [like.type], like.location, { kind, converter }).getResult();
  }

  #create(
    rewriter: Rewriter,
    inputs: readonly Value[],
    types: readonly Type[],
    location: Location,
    pending: PendingCast,
  ): UnrealizedConversionCastOp {
    const cast = rewriter.create(UnrealizedConversionCastOp, { inputs }, types, { location });
    this.#pending.set(cast, pending);
    this.#journal.record(() => {
      this.#pending.delete(cast);
    });
    return cast;
  }

  #inputsOf(value: Value): readonly Value[] | null {
    const { definingOp } = value;
    const isCast = definingOp instanceof UnrealizedConversionCastOp && this.#pending.has(definingOp);
    return isCast && definingOp.resultCount === 1 ? definingOp.operandValues() : null;
  }

  /**
   * Removes the casts that cancel each other out or are not used, and replaces others by what their type converter
   * makes. Reports an error for the first one that is left.
   */
  resolve(rewriter: Rewriter, context: Context): boolean {
    const casts = [...this.#pending.keys()].filter(({ parent }) => parent !== null);
    for (const cast of reconcileCasts(casts, rewriter)) {
      const { kind, converter } = lookUp(this.#pending, cast);
      const [output] = cast.results;
      rewriter.setInsertionPoint(cast);
      const made =
        output === undefined || cast.resultCount > 1
          ? null
          : (converter?.materialize(kind, rewriter, output.type, cast.operandValues(), cast.location) ??
            null);
      if (made !== null) rewriter.replaceOp(cast, [made]);
      else {
        this.#report(cast, context);
        return false;
      }
    }
    return true;
  }

  #report(cast: UnrealizedConversionCastOp, context: Context): void {
    const user = cast.results.find(({ firstUse }) => firstUse !== null)!.firstUse!.owner;
    context.diagnostics.emitOn(
      cast,
      'error',
      `failed to legalize unresolved materialization from (${typeList(cast.operandTypes())}) to ` +
        `(${typeList(cast.resultTypes())}) that remained live after conversion`,
      [note(user.location, `see existing live user here: ${textInPlace(user)}`)],
    );
  }
}

/** The text of an operation with the names that values have in the function around. */
function textInPlace(op: Operation): string {
  let scope = op;
  while (!scope.definition.isIsolatedFromAbove && scope.parentOp !== null) scope = scope.parentOp;
  const options: PrintOptions = { ...defaultPrintOptions, localScope: true };
  const printer = new Printer(options, new ValueNames(scope, true), new AliasTable());
  printer.printOperation(op);
  return printer.text();
}

/** Everything that may use the value may use what is made there. */
function setPointBehind(rewriter: Rewriter, value: Value): void {
  const { definingOp, parentBlock } = value;
  if (definingOp === null) rewriter.setInsertionPointToStart(parentBlock!);
  else rewriter.setInsertionPointAfter(definingOp);
}
