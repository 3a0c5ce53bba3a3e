import type { AttributeKind } from './attribute-kind.ts';
import type { Struct } from './struct.ts';
import { knownVersion, type Version } from './version.ts';

/** The declaration of one version of an operation. */
export interface OpRow {
  /** Without the dialect, with the version: `all_gather_v2`. */
  readonly mnemonic: string;
  /** The mnemonic without the version. */
  readonly family: string;
  readonly since: Version;
  /** The last version that has it; `null` while it is in use. */
  readonly until: Version | null;
  /** Names of the operands; `*` marks those that stand for any number. Lists of one operation are equally long. */
  readonly operands: readonly string[];
  readonly results: readonly string[];
  readonly regions: readonly string[];
  /** Attributes in the order of their declaration. */
  readonly attrs: ReadonlyMap<string, AttributeKind>;
  /** Attributes of StableHLO, by their names there, that are several attributes here. */
  readonly structs: ReadonlyMap<string, Struct>;
}

/** The columns of a row that may be empty; names are separated by blanks. */
interface OpParts {
  readonly operands?: string;
  readonly results?: string;
  readonly regions?: string;
  readonly attrs?: Readonly<Record<string, AttributeKind>>;
  readonly structs?: Readonly<Record<string, Struct>>;
}

function names(text = ''): string[] {
  return text === '' ? [] : text.split(' ');
}

/** Returns a row of a table of operations. */
/* @__NO_SIDE_EFFECTS__ */
export function op(mnemonic: string, since: string, until: string | null, parts: OpParts): OpRow {
  return {
    mnemonic,
    family: mnemonic.replace(/_v[0-9]+$/, ''),
    since: knownVersion(since),
    until: until === null ? null : knownVersion(until),
    operands: names(parts.operands),
    results: names(parts.results),
    regions: names(parts.regions),
    attrs: new Map(Object.entries(parts.attrs ?? {})),
    structs: new Map(Object.entries(parts.structs ?? {})),
  };
}

/** Rows of operations without attributes that are as old as VHLO and have never changed. */
/* @__NO_SIDE_EFFECTS__ */
export function alike(operands: string, results: string, families: string): OpRow[] {
  return names(families).map((family) => op(`${family}_v1`, '0.9.0', null, { operands, results }));
}
