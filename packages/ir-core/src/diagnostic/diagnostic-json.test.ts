import { expect, test } from 'vitest';
import { FileLineColLoc, ParsedLoc, SourceText, UnknownLoc } from '../ir/location.ts';
import { type Diagnostic, note } from './diagnostic.ts';
import { diagnosticToJson } from './diagnostic-json.ts';
import { sarifLog } from './sarif.ts';

const source = new SourceText('a dir/in.mlir', 'first\n  second line\n');
const diagnostic: Diagnostic = {
  severity: 'error',
  message: 'bad word',
  location: new ParsedLoc(source, 8, 14),
  ranges: [{ start: 15, end: 19 }],
  notes: [note(FileLineColLoc.get('x.py', 3, 4), 'from here'), note(UnknownLoc.instance, 'as told')],
};
const everywhere: Diagnostic = { severity: 'remark', message: 'm', location: UnknownLoc.instance, notes: [] };

test('JSON has places, ranges and notes', () => {
  expect(diagnosticToJson(diagnostic)).toEqual({
    severity: 'error',
    message: 'bad word',
    file: 'a dir/in.mlir',
    range: { start: { line: 2, column: 3 }, end: { line: 2, column: 9 } },
    ranges: [{ start: { line: 2, column: 10 }, end: { line: 2, column: 14 } }],
    notes: [
      {
        severity: 'note',
        message: 'from here',
        file: 'x.py',
        range: { start: { line: 3, column: 4 }, end: { line: 3, column: 4 } },
        ranges: [],
        notes: [],
      },
      { severity: 'note', message: 'as told', file: null, range: null, ranges: [], notes: [] },
    ],
  });
});

test('SARIF has one result for each diagnostic', () => {
  expect(sarifLog([diagnostic, everywhere]).runs[0]!.results).toEqual([
    {
      ruleId: 'mlir/error',
      level: 'error',
      message: { text: 'bad word\nnote: as told' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a%20dir/in.mlir' },
            region: { startLine: 2, startColumn: 3, endLine: 2, endColumn: 9 },
          },
        },
      ],
      relatedLocations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'x.py' },
            region: { startLine: 3, startColumn: 4, endLine: 3, endColumn: 4 },
          },
          message: { text: 'from here' },
        },
      ],
    },
    { ruleId: 'mlir/remark', level: 'note', message: { text: 'm' }, locations: [] },
  ]);
});

test('a SARIF log has what the 2.1.0 schema requires', () => {
  const log = sarifLog([diagnostic, everywhere]);
  expect(log.version).toBe('2.1.0');
  expect(log.runs).toHaveLength(1);
  const { tool, results } = log.runs[0]!;
  const rules = tool.driver.rules.map(({ id }) => id);
  expect(tool.driver.name).not.toBe('');
  expect(new Set(rules).size).toBe(rules.length);
  for (const { ruleId, level, message, locations, relatedLocations = [] } of results) {
    expect(rules).toContain(ruleId);
    expect(['none', 'note', 'warning', 'error']).toContain(level);
    expect(typeof message.text).toBe('string');
    for (const { physicalLocation } of [...locations, ...relatedLocations]) {
      // A URI reference: no blanks and no backslashes.
      expect(physicalLocation.artifactLocation.uri).toMatch(/^[^\s\\]+$/);
      const { startLine, startColumn, endLine, endColumn } = physicalLocation.region!;
      for (const number of [startLine, startColumn, endLine, endColumn])
        expect(number).toBeGreaterThanOrEqual(1);
      expect(endLine).toBeGreaterThanOrEqual(startLine);
    }
  }
});
