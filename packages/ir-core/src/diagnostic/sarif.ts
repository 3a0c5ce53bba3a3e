import { version } from '../ir/version.ts';
import type { Diagnostic } from './diagnostic.ts';
import { diagnosticToJson, type JsonDiagnostic, type JsonRange } from './diagnostic-json.ts';

/** SARIF's names of severities; MLIR's remarks and notes are both notes. */
export type SarifLevel = 'error' | 'warning' | 'note';

interface SarifRegion {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface SarifLocation {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region?: SarifRegion;
  };
  readonly message?: { readonly text: string };
}

interface SarifResult {
  readonly ruleId: string;
  readonly level: SarifLevel;
  readonly message: { readonly text: string };
  readonly locations: readonly SarifLocation[];
  readonly relatedLocations?: readonly SarifLocation[];
}

/** As much of a SARIF 2.1.0 log as {@link sarifLog} writes. */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly {
    readonly tool: { readonly driver: SarifDriver };
    readonly columnKind: 'utf16CodeUnits';
    readonly results: readonly SarifResult[];
  }[];
}

interface SarifDriver {
  readonly name: string;
  readonly version: string;
  readonly rules: readonly { readonly id: string; readonly shortDescription: { readonly text: string } }[];
}

const RULES = [
  { id: 'mlir/error', shortDescription: { text: 'The program is wrong or a pass failed' } },
  { id: 'mlir/warning', shortDescription: { text: 'The program is suspect' } },
  { id: 'mlir/remark', shortDescription: { text: 'A fact about the program' } },
  { id: 'mlir/note', shortDescription: { text: 'An explanation' } },
];

/**
 * Returns diagnostics as a log of the "Static Analysis Results Interchange Format" 2.1.0 (OASIS), which code review
 * tools read. Notes become related locations, or lines of the message when they have no location.
 */
export function sarifLog(diagnostics: readonly Diagnostic[]): SarifLog {
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'shardform', version, rules: RULES } },
        columnKind: 'utf16CodeUnits',
        results: diagnostics.map((diagnostic) => toResult(diagnosticToJson(diagnostic))),
      },
    ],
  };
}

function toResult({ severity, message, file, range, notes }: JsonDiagnostic): SarifResult {
  const placed = notes.filter((note) => note.file !== null);
  const unplaced = notes.filter((note) => note.file === null);
  return {
    ruleId: `mlir/${severity}`,
    level: severity === 'remark' ? 'note' : severity,
    message: { text: [message, ...unplaced.map((note) => `note: ${note.message}`)].join('\n') },
    locations: file === null ? [] : [toLocation(file, range)],
    ...(placed.length === 0
      ? {}
      : {
          relatedLocations: placed.map((note) => ({
            ...toLocation(note.file!, note.range),
            message: { text: note.message },
          })),
        }),
  };
}

function toLocation(file: string, range: JsonRange | null): SarifLocation {
  const artifactLocation = { uri: encodeURI(file.replaceAll('\\', '/')) };
  // A line of 0 stands for the file as a whole.
  if (range === null || range.start.line === 0) return { physicalLocation: { artifactLocation } };
  const { start, end } = range;
  const region = {
    startLine: start.line,
    startColumn: Math.max(1, start.column),
    endLine: end.line,
    endColumn: Math.max(1, end.column),
  };
  return { physicalLocation: { artifactLocation, region } };
}
