import type { Type } from '../ir/attribute.ts';
import type { Block } from '../ir/block.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import type { Region } from '../ir/region.ts';
import type { Value } from '../ir/value.ts';
import type { ChangeJournal } from './change-journal.ts';
import type { ConversionCasts } from './conversion-casts.ts';
import type { RewriteListener } from './listener.ts';
import { Rewriter } from './rewriter.ts';
import type { TypeConverter } from './type-converter.ts';
import { zip } from '../list/zip.ts';

/** The replacement of the arguments of a block: each becomes arguments of other types, or a value. */
export class SignatureConversion {
  /** The arguments of the converted block. */
  readonly types: Type[] = [];
  /** For each old argument the positions of the new ones, or the value that stands for it. */
  readonly inputs: ({ readonly start: number; readonly count: number } | Value | null)[];

  constructor(argumentCount: number) {
    this.inputs = new Array<null>(argumentCount).fill(null);
  }

  /** The old argument at `index` becomes new ones of these types. */
  remap(index: number, types: readonly Type[]): this {
    this.inputs[index] = { start: this.types.length, count: types.length };
    this.types.push(...types);
    return this;
  }

  /** The old argument at `index` goes; `value` stands for it. */
  remapToValue(index: number, value: Value): this {
    this.inputs[index] = value;
    return this;
  }

  /** Adds arguments that no old one becomes. */
  add(types: readonly Type[]): this {
    this.types.push(...types);
    return this;
  }

  /** All arguments of a block become what a converter says; `null` when it can't convert one. */
  static of(block: Block, converter: TypeConverter): SignatureConversion | null {
    const conversion = new SignatureConversion(block.arguments.length);
    for (const [i, { type }] of block.arguments.entries()) {
      const types = converter.convertToMany(type);
      if (types === null) return null;
      conversion.remap(i, types);
    }
    return conversion;
  }
}

/**
 * The rewriter of dialect conversion: values may be replaced by ones of other types, or by several; casts stand
 * between them and uses that are not converted, until those are. Everything can be taken back.
 */
export class ConversionRewriter extends Rewriter {
  readonly #casts: ConversionCasts;
  /** The type converter of the pattern that is applied. */
  typeConverter: TypeConverter | null = null;

  /** @internal Made by {@link applyPartialConversion} and its kin. */
  constructor(context: Context, listener: RewriteListener, journal: ChangeJournal, casts: ConversionCasts) {
    super(context, listener, journal);
    this.#casts = casts;
  }

  /** Replaces all uses by a value of any type. */
  override replaceValue(value: Value, replacement: Value): void {
    this.replaceValueWithMany(value, [replacement]);
  }

  /** Replaces all uses by what several values are together, or none. */
  replaceValueWithMany(value: Value, replacements: readonly Value[]): void {
    if (!value.hasUses) return;
    const kind = value.definingOp === null ? 'argument' : 'source';
    this.replaceAllUses(value, this.#casts.fromValues(this, replacements, value, kind, this.typeConverter));
  }

  /** Replaces each result of `op` by any number of values and erases `op`. */
  replaceOpWithMany(op: Operation, groups: readonly (readonly Value[])[]): void {
    if (groups.length !== op.resultCount) {
      throw new Error(`'${op.name}' has ${op.resultCount} results, got ${groups.length} groups of values`);
    }
    this.atSavedPoint(() => {
      this.setInsertionPoint(op);
      zip(op.results, groups).forEach(([result, group]) => {
        this.replaceValueWithMany(result, group);
      });
    });
    this.eraseOp(op);
  }

  /** The values that stand for `value` where its type is converted; `null` when the type can't be converted. */
  convertedValues(value: Value): readonly Value[] | null {
    if (this.typeConverter === null) return [value];
    const types = this.typeConverter.convertToMany(value.type);
    return types === null ? null : this.#casts.toTypes(this, value, types, this.typeConverter);
  }

  /** Gives a block other arguments. The branches to it are the caller's business. */
  convertSignature(block: Block, conversion: SignatureConversion, converter = this.typeConverter): void {
    const old = [...block.arguments];
    const isSame = ({ type }: Value, i: number): boolean => {
      const input = conversion.inputs[i] ?? null;
      return (
        input !== null &&
        'start' in input &&
        input.start === i &&
        input.count === 1 &&
        conversion.types[i] === type
      );
    };
    if (old.length === conversion.types.length && old.every(isSame)) return;
    const locations = new Array<(typeof old)[number]['location']>(conversion.types.length).fill(
      this.location,
    );
    for (const [i, input] of conversion.inputs.entries()) {
      if (input !== null && 'start' in input)
        locations.fill(old[i]!.location, input.start, input.start + input.count);
    }
    const added = conversion.types.map((type, i) => this.addArgument(block, type, locations[i]));
    const outer = this.typeConverter;
    this.typeConverter = converter;
    this.atSavedPoint(() => {
      this.setInsertionPointToStart(block);
      for (const [i, argument] of old.entries()) {
        const input = conversion.inputs[i] ?? null;
        if (input === null) continue;
        const values = 'start' in input ? added.slice(input.start, input.start + input.count) : [input];
        this.replaceValueWithMany(argument, values);
      }
    });
    this.typeConverter = outer;
    for (let i = old.length - 1; i >= 0; i--) this.eraseArgument(block, i);
  }

  /**
   * Gives the arguments of all blocks of a region the types that a converter says; for regions that converted
   * operations keep or take over.
   *
   * @param entry for the first block, where it differs.
   * @returns false, with nothing changed, when a type can't be converted.
   */
  convertRegionTypes(region: Region, converter: TypeConverter, entry?: SignatureConversion): boolean {
    const conversions = region.blocks.map((block, i) =>
      i === 0 && entry !== undefined ? entry : SignatureConversion.of(block, converter),
    );
    if (conversions.includes(null)) return false;
    region.blocks.forEach((block, i) => {
      this.convertSignature(block, conversions[i]!, converter);
    });
    return true;
  }
}
