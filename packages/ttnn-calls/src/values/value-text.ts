import { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import {
  CoreCoordAttr,
  CoreRangeSetAttr,
  MemoryConfigAttr,
  ShapeAttr,
  UnaryWithParamAttr,
} from '@shardform/dialect-ttnn';
import {
  ArrayAttr,
  Attribute,
  DenseArrayAttr,
  FloatAttr,
  IntegerAttr,
  IntegerType,
  isInstance,
  StringAttr,
} from '@shardform/ir-core';
import { elementForm } from '../languages/cpp.ts';
import type { Language } from '../languages/language.ts';
import { UnwritableValue } from '../unwritable.ts';
import { configurationText } from './configurations.ts';
import { DATA_TYPES, dataTypeText } from './data-type-text.ts';

/**
 * Returns an attribute, or a value of an attribute's parameter, as a language writes it.
 *
 * @param form the type of a list, where the language has several.
 * @throws UnwritableValue
 */
export function valueText(value: unknown, language: Language, form: string | null = null): string {
  if (value === null || value === undefined) return language.none;
  if (typeof value === 'boolean') return language.bool(value);
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return language.string(value);
  if (Array.isArray(value)) return listText(value, language, form);
  // A single number where the library takes a list.
  if (value instanceof IntegerAttr && form?.startsWith('vector<') === true)
    return listText([value.value], language, form);
  if (value instanceof IntegerAttr)
    return value.type instanceof IntegerType && value.type.width === 1
      ? language.bool(value.value !== 0n)
      : String(value.value);
  if (value instanceof FloatAttr) return language.float(value.value);
  if (value instanceof StringAttr) return language.string(value.value);
  if (value instanceof ArrayAttr) return listText(value.elements, language, form);
  if (value instanceof DenseArrayAttr) return listText(value.numbers(), language, form);
  if (isInstance(ShapeAttr, value)) return language.shape(value.shape);
  if (isInstance(CoreCoordAttr, value)) return coreText(value.x, value.y, language);
  if (isInstance(CoreRangeSetAttr, value)) return coreRangeSetText(value, language);
  if (isInstance(MemoryConfigAttr, value)) return memoryConfigText(value, language);
  if (isInstance(UnaryWithParamAttr, value)) return unaryText(value, language);
  return configurationText(value, language, valueText) ?? enumeratedText(value, language);
}

function listText(values: readonly unknown[], language: Language, form: string | null): string {
  const inner = form === null ? null : elementForm(form.split('|')[0]!);
  return language.list(
    values.map((value) => valueText(value, language, inner)),
    form,
  );
}

function memoryConfigText(
  { bufferType, memoryLayout, shardSpec }: MemoryConfigAttr,
  language: Language,
): string {
  if (bufferType.value === 'system_memory') return language.none;
  return language.make('MemoryConfig', [
    language.member('TensorMemoryLayout', (memoryLayout?.value ?? 'interleaved').toUpperCase()),
    language.member('BufferType', bufferType.value.toUpperCase()),
    shardSpec === null
      ? language.none
      : shardSpecText(
          shardSpec.coreRangeSet,
          shardSpec.shape.shape,
          shardSpec.shardOrientation.value,
          language,
        ),
  ]);
}

/** The cores that hold the blocks of a tensor, and the size of a block in elements. */
export function shardSpecText(
  cores: CoreRangeSetAttr,
  shape: readonly number[],
  orientation: string,
  language: Language,
): string {
  return language.make('ShardSpec', [
    coreRangeSetText(cores, language),
    language.list(shape.map(String), 'uint32_t[2]'),
    language.member('ShardOrientation', orientation.toUpperCase()),
  ]);
}

function coreText(x: number | bigint, y: number | bigint, language: Language): string {
  return language.make('CoreCoord', [String(x), String(y)]);
}

function coreRangeSetText({ ranges }: CoreRangeSetAttr, language: Language): string {
  const core = ([x, y]: readonly number[]): string => coreText(x!, y!, language);
  const all = ranges.map(({ startCoord, endCoord }) =>
    language.make('CoreRange', [core(startCoord), core(endCoord)]),
  );
  return language.make('CoreRangeSet', [language.list(all, 'vector<::ttnn::CoreRange>')]);
}

function unaryText({ opType, params }: UnaryWithParamAttr, language: Language): string {
  const name = language.member('UnaryOpType', opType.toUpperCase());
  const given = params === null ? [] : [listText(params, language, 'vector<float>')];
  return language.make('UnaryWithParam', [name, ...given]);
}

const SCATTER_REDUCTIONS: Readonly<Record<string, string>> = {
  ...{ sum: '"add"', prod: '"multiply"', max: '"amax"', min: '"amin"' },
};

/** An attribute that is one of several words. */
function enumeratedText(value: unknown, language: Language): string {
  if (!(value instanceof Attribute)) throw new UnwritableValue(`an argument has no form in ${language.name}`);
  const word: unknown = Reflect.get(value, 'value');
  if (typeof word === 'string') {
    if (value instanceof ReduceTypeAttr) return SCATTER_REDUCTIONS[word] ?? language.none;
    if (word in DATA_TYPES) return dataTypeText(word, language);
    if (['tile', 'row_major'].includes(word)) return language.member('Layout', word.toUpperCase());
    if (['ring', 'linear', 'mesh', 'torus'].includes(word))
      return language.member('Topology', `${word[0]!.toUpperCase()}${word.slice(1)}`);
    if (word.endsWith('sharded') || word === 'interleaved')
      return language.member('TensorMemoryLayout', word.toUpperCase());
  }
  throw new UnwritableValue(`'${String(value)}' has no form in ${language.name}`);
}
