import { describe, expect, test } from 'vitest';
import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import {
  CallSiteLoc,
  FileLineColLoc,
  FusedLoc,
  NameLoc,
  ParsedLoc,
  positionOf,
  SourceText,
  UnknownLoc,
} from './location.ts';

const [a, b] = [FileLineColLoc.get('f', 1, 2), FileLineColLoc.get('f', 3, 4)];

describe('a fused location', () => {
  test('counts each place once and takes others of its kind apart', () => {
    expect(FusedLoc.get([a, FusedLoc.get([a, b]), UnknownLoc.instance])).toBe(FusedLoc.get([a, b]));
    expect(FusedLoc.get([a])).toBe(a);
    expect(FusedLoc.get([])).toBe(UnknownLoc.instance);
  });

  test('with a fact stays', () => {
    const fact = StringAttr.get('m');
    expect(String(FusedLoc.get([], fact))).toBe('loc(fused<"m">[unknown])');
    expect(String(FusedLoc.get([a], fact))).toBe('loc(fused<"m">["f":1:2])');
  });
});

describe('the position of a location', () => {
  test('is that of the innermost place', () => {
    expect(positionOf(NameLoc.get('n', a))).toBe(a);
    expect(positionOf(CallSiteLoc.get(a, b))).toBe(a);
    expect(positionOf(FusedLoc.get([NameLoc.get('n'), b]))).toBe(b);
    expect(positionOf(UnknownLoc.instance)).toBeNull();
  });

  test('of an offset is a line and a column', () => {
    const source = new SourceText('f', 'ab\ncd\n', 10);
    expect([0, 1, 2, 3, 6].map((offset) => source.position(offset))).toEqual([
      { line: 11, column: 1 },
      { line: 11, column: 2 },
      { line: 11, column: 3 },
      { line: 12, column: 1 },
      { line: 13, column: 1 },
    ]);
    expect(String(new ParsedLoc(source, 4, 5))).toBe('loc("f":12:2)');
    expect(new ParsedLoc(source, 4).resolved()).toBe(FileLineColLoc.get('f', 12, 2));
  });
});
