import { UnrealizedConversionCastOp } from '../builtin/ops/unrealized-conversion-cast-op.ts';
import type { Type } from '../ir/attribute.ts';
import type { Context } from '../ir/context.ts';
import { note } from '../diagnostic/diagnostic.ts';
import type { Location } from '../ir/location.ts';
import type { Value } from '../ir/value.ts';
import type { Rewriter } from './rewriter.ts';
import type { TypeConverter } from './type-converter.ts';

/** The casts that a conversion puts between operations that are converted and those that are not (yet). */
export class ConversionCasts {
  readonly #casts = new Set<UnrealizedConversionCastOp>();

  /** A value of `type` for `value`: what it was cast from, or a cast at the insertion point. */
  cast(rewriter: Rewriter, value: Value, type: Type, location: Location): Value {
    if (value.type === type) return value;
    const source = this.#sourceOf(value);
    if (source?.type === type) return source;
    const cast = rewriter.create(UnrealizedConversionCastOp, { inputs: [value] }, [type], { location });
    this.#casts.add(cast);
    return cast.results[0]!;
  }

  #sourceOf(value: Value): Value | null {
    const { definingOp } = value;
    const isCast = definingOp instanceof UnrealizedConversionCastOp && this.#casts.has(definingOp);
    return isCast ? definingOp.operands[0]!.value : null;
  }

  /**
   * Removes the casts that cancel each other out or are not used, and replaces others by what the type
   * converter makes. Reports an error for the first one that is left.
   */
  resolve(rewriter: Rewriter, converter: TypeConverter | null, context: Context): boolean {
    this.#cancel(rewriter);
    for (const cast of this.#casts) {
      const [input, output] = [cast.operands[0]!.value, cast.results[0]!];
      rewriter.setInsertionPoint(cast);
      const made = converter?.materialize(rewriter, output.type, input, cast.location) ?? null;
      if (made === null) {
        const types = `('${String(input.type)}') to ('${String(output.type)}')`;
        const user = output.firstUse!.owner;
        context.diagnostics.error(
          cast.location,
          `failed to legalize unresolved materialization from ${types} that remained live after conversion`,
          [note(user.location, `see existing live user here: ${user.name}`)],
        );
        return false;
      }
      rewriter.replaceOp(cast, [made]);
    }
    return true;
  }

  #cancel(rewriter: Rewriter): void {
    for (const cast of this.#casts) {
      const output = cast.results[0]!;
      for (let source = this.#sourceOf(output); source !== null; source = this.#sourceOf(source)) {
        if (source.type === output.type) rewriter.replaceAllUses(output, source);
      }
    }
    // A cast that is not used any more may have been the last use of another.
    const work = [...this.#casts];
    for (let cast = work.pop(); cast !== undefined; cast = work.pop()) {
      if (!this.#casts.has(cast) || !cast.hasNoUses()) continue;
      const { definingOp } = cast.operands[0]!.value;
      this.#casts.delete(cast);
      rewriter.eraseOp(cast);
      if (definingOp instanceof UnrealizedConversionCastOp) work.push(definingOp);
    }
  }
}
