import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { version } from '@shardform/ir-core';
import type { CheckedJson } from './check-schema.ts';

const RULES = {
  collectives: 'The program has more collectives than its budget allows',
  sent: 'Devices send more than the budget allows',
  'sent-along': 'Devices send more along an axis than the budget allows',
  memory: 'A device holds more than the budget allows',
  time: 'A step takes longer than the budget allows',
  sharding: 'A value is not split as the budget says',
};

interface Folders {
  readonly root: string;
  readonly cwd: string;
}

interface Location {
  readonly file: string;
  readonly line: number;
}

/**
 * Returns what exceeds a budget as a SARIF 2.1.0 log, for code scanning of GitHub: places are relative to the root, and what
 * lies outside of it is left to the program itself, since it has to have a place.
 *
 * @param root the folder of the repository.
 * @param cwd what places without a root are relative to.
 * @param program the place of what has none of its own.
 */
export function checkSarif(
  checks: readonly CheckedJson[],
  { root, cwd }: Folders,
  program: Location,
): object {
  const results = checks
    .filter(({ holds }) => !holds)
    .flatMap((check) => resultsOf(check, { root, cwd }, program));
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'shardform',
            version,
            rules: Object.entries(RULES).map(([id, text]) => ({
              id: `budget/${id}`,
              shortDescription: { text },
            })),
          },
        },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
}

function resultsOf(
  { rule, subject, message, findings }: CheckedJson,
  folders: Folders,
  program: Location,
): object[] {
  const own = findings.flatMap(({ place, message: found }) => {
    const location = locationOf(place, folders);
    return location === null ? [] : [{ location, text: `${found} (${message})` }];
  });
  const placed = own.length > 0 ? own : [{ location: program, text: message }];
  const seen = new Map<string, number>();
  return placed.map(({ location, text }) => {
    // Without the line: the same finding is the same after an edit above it.
    const key = [rule, subject, location.file, text.split(':', 1)[0]].join('|');
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return {
      ruleId: `budget/${rule}`,
      level: 'error',
      message: { text },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: location.file.split(sep).map(encodeURIComponent).join('/') },
            region: { startLine: location.line },
          },
        },
      ],
      partialFingerprints: {
        primaryLocationLineHash: createHash('sha256').update(`${key}|${count}`).digest('hex').slice(0, 32),
      },
    };
  });
}

/** Takes `file:line` apart; `null` for files outside of the root. */
function locationOf(place: string | null, { root, cwd }: Folders): Location | null {
  const [, file, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(place ?? '') ?? [];
  if (file === undefined) return null;
  const own = relative(root, resolve(cwd, file));
  return own === '' || own.startsWith('..') || isAbsolute(own)
    ? null
    : { file: own, line: Math.max(1, Number(line)) };
}
