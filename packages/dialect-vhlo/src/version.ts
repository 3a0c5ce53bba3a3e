/** A version of StableHLO's portable artifacts. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** The newest version that is known (StableHLO, `VhloDialect.td`, version log). */
export const currentVersion: Version = { major: 1, minor: 20, patch: 0 };

/** The oldest version that can be read and written. */
export const minimumVersion: Version = { major: 0, minor: 9, patch: 0 };

/** Reads `1.2.3`; `null` for anything else. */
export function parseVersion(text: string): Version | null {
  const match = /^([0-9]+)\.([0-9]+)\.([0-9]+)$/.exec(text);
  if (match === null) return null;
  return { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3]) };
}

/** Returns a version as `major.minor.patch`. */
export function versionText({ major, minor, patch }: Version): string {
  return `${major}.${minor}.${patch}`;
}

/** Negative when `a` is older than `b`, zero when they are equal. */
export function compareVersions(a: Version, b: Version): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch;
}

/** The time for which programs that read an artifact may not have been updated. */
export type CompatibilityRequirement = 'NONE' | 'WEEK_4' | 'WEEK_12' | 'MAX';

// Upstream moves WEEK_4 and WEEK_12 with its releases.
const requirements: Readonly<Record<CompatibilityRequirement, Version>> = {
  NONE: currentVersion,
  WEEK_4: { major: 1, minor: 18, patch: 0 },
  WEEK_12: { major: 1, minor: 16, patch: 2 },
  MAX: minimumVersion,
};

/** Returns the newest version that satisfies a requirement, which is the version to write. */
export function versionFor(requirement: CompatibilityRequirement): Version {
  return requirements[requirement];
}

// From each version on, artifacts are in this version of MLIR's bytecode.
const bytecodeVersions: readonly (readonly [since: string, bytecode: number])[] = [
  ['0.15.0', 6],
  ['0.14.0', 4],
  ['0.12.0', 3],
  ['0.10.0', 1],
  ['0.9.0', 0],
];

/**
 * Returns the version of MLIR's bytecode that artifacts of a version are written in. @throws for unsupported versions.
 */
export function bytecodeVersionOf(version: Version): number {
  const row = bytecodeVersions.find(([since]) => compareVersions(version, knownVersion(since)) >= 0);
  if (row === undefined) throw new Error(`version ${versionText(version)} is not supported`);
  return row[1];
}

/** Reads a version that stands in the source code. @throws when it is no version. */
export function knownVersion(text: string): Version {
  const version = parseVersion(text);
  if (version === null) throw new Error(`'${text}' is no version`);
  return version;
}
