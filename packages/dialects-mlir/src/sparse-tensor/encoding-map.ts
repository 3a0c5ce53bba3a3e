import {
  affineDim,
  type AffineExpr,
  AffineMapAttr,
  affineSymbol,
  affineText,
  parseAffineExpression,
  type Parser,
  type Printer,
  zip,
} from '@shardform/ir-core';
import { DimSliceAttr } from './dim-slice-attr.ts';
import { type LevelType, levelTypeText, parseLevelType } from './level-type.ts';

/** The fields of a map such as `(d0, d1) -> (d0 : dense, d1 : compressed)`. */
export interface EncodingMap {
  /** From coordinates of the tensor to those of the levels that store it. */
  readonly dimToLvl: AffineMapAttr;
  /** As the text gives it, or `null`. */
  readonly lvlToDim: AffineMapAttr | null;
  /** One for each level. */
  readonly lvlTypes: readonly LevelType[];
  /** One for each dimension, or none at all. */
  readonly dimSlices: readonly DimSliceAttr[];
}

type Names = Map<string, AffineExpr>;

/** Reads `[s0]{l0, l1}(d0 = l1, d1 = l0) -> (l0 = d1 : dense, l1 = d0 : compressed)`; both heads may be left out. */
export function parseEncodingMap(parser: Parser): EncodingMap {
  const levelNames: Names = new Map();
  const dimNames: Names = new Map();
  let symbolCount = 0;
  if (parser.at('[')) {
    parser.parseList('square', () => declare(parser, dimNames, affineSymbol(symbolCount++)));
  }
  const namesLevels = parser.at('{');
  if (namesLevels) {
    parser.parseList('brace', () => declare(parser, levelNames, affineDim(levelNames.size)));
  }
  const dims = parser.parseList('paren', () => {
    declare(parser, dimNames, affineDim(dimNames.size - symbolCount));
    const expression = parser.accept('=') ? parseAffineExpression(parser, levelNames) : null;
    return { expression, slice: parser.accept(':') ? parseSlice(parser) : null };
  });
  parser.expect('->');
  let place = 0;
  const levels = parser.parseList('paren', () => {
    if (namesLevels) {
      const { offset } = parser;
      const name = parser.parseKeyword();
      if (levelNames.get(name) !== affineDim(place++)) {
        parser.failSyntax(`use of undeclared identifier '${name}'`, offset);
      }
      parser.expect('=');
    }
    const expression = parseAffineExpression(parser, dimNames);
    parser.expect(':');
    return { expression, type: parseLevelType(parser) };
  });
  const backward = dims.flatMap(({ expression }) => expression ?? []);
  return {
    dimToLvl: AffineMapAttr.get(
      dims.length,
      symbolCount,
      levels.map(({ expression }) => expression),
    ),
    lvlToDim:
      backward.length === dims.length && dims.length > 0
        ? AffineMapAttr.get(levels.length, 0, backward)
        : null,
    lvlTypes: levels.map(({ type }) => type),
    dimSlices: dims.some(({ slice }) => slice !== null)
      ? dims.map(({ slice }) => slice ?? DimSliceAttr.whole())
      : [],
  };
}

function declare(parser: Parser, names: Names, meaning: AffineExpr): void {
  const { offset } = parser;
  const name = parser.parseOptionalKeyword() ?? parser.failSyntax('expected bare identifier');
  if (names.has(name)) parser.failSyntax(`redefinition of identifier '${name}'`, offset);
  names.set(name, meaning);
}

function parseSlice(parser: Parser): DimSliceAttr {
  const { offset } = parser;
  const slice = parser.parseAttribute();
  return slice instanceof DimSliceAttr
    ? slice
    : parser.failSyntax('expected SparseTensorDimSliceAttr', offset);
}

/** Writes the map without the names that the text may have given to levels. */
export function printEncodingMap(printer: Printer, { dimToLvl, lvlTypes, dimSlices }: EncodingMap): void {
  const { dimCount, symbolCount, results } = dimToLvl;
  if (symbolCount > 0)
    printer.write(`[${Array.from({ length: symbolCount }, (_, i) => `s${i}`).join(', ')}]`);
  printer.write('(');
  for (let d = 0; d < dimCount; d++) {
    printer.write(`${d === 0 ? '' : ', '}d${d}`);
    const slice = dimSlices[d];
    if (slice === undefined) continue;
    printer.write(' : ');
    printer.printAttribute(slice);
  }
  const texts = zip(results, lvlTypes).map(
    ([result, lvlType]) => `${affineText(result)} : ${levelTypeText(lvlType)}`,
  );
  printer.write(`) -> (${texts.join(', ')})`);
}
