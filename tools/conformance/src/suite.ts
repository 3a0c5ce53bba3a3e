import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The settings of a test in its configuration files. */
export interface Suite {
  /** Options that FileCheck gets from the environment upstream. */
  readonly fileCheckOptions: readonly string[];
  readonly substitutions: ReadonlyMap<string, string>;
  /** Why the folder's tests are not run; null when they are. */
  readonly unsupported: string | null;
}

const fileCheckAssignment = /^config\.environment\[['"]FILECHECK_OPTS['"]\]\s*=\s*['"](.*)['"]/m;

const always = /^config\.unsupported\s*=\s*True/m;

const unlessTarget = /^if not ['"](\w+)['"] in config\.targets:\s*\n\s+config\.unsupported\s*=\s*True/m;

/** Settings of a suite's own configuration, `lit.cfg.py` in `folder`. */
function readSuite(folder: string): Omit<Suite, 'unsupported'> {
  const text = readFileSync(join(folder, 'lit.cfg.py'), 'utf8');
  const options = fileCheckAssignment.exec(text)?.[1]?.split(/\s+/) ?? [];
  const substitutions = new Map<string, string>();
  if (text.includes('%system_desc_path%')) substitutions.set('%system_desc_path%', '');
  if (text.includes('%models')) substitutions.set('%models', join(folder, 'ttmlir', 'models'));
  if (text.includes('%ttmlir_test_root')) substitutions.set('%ttmlir_test_root', folder);
  return { fileCheckOptions: options.filter((option) => option !== ''), substitutions };
}

/** Why a folder's own configuration, `lit.local.cfg`, rules its tests out; null when it does not. */
function readUnsupported(folder: string, features: ReadonlySet<string>): string | null {
  const path = join(folder, 'lit.local.cfg');
  if (!existsSync(path)) return null;
  const text = readFileSync(path, 'utf8');
  const target = unlessTarget.exec(text)?.[1];
  if (target !== undefined && !features.has(target)) return `the folder's tests are for ${target}`;
  return always.test(text) ? "the folder's tests are unsupported" : null;
}

/** Finds the suites of test files; each folder's files are read once. */
export class SuiteFinder {
  private readonly suites = new Map<string, Suite>();
  private readonly features: ReadonlySet<string>;

  constructor(features: ReadonlySet<string>) {
    this.features = features;
  }

  /** The settings for the tests in `folder`: those of the nearest suite above, narrowed on the way down. */
  find(folder: string): Suite {
    const known = this.suites.get(folder);
    if (known) return known;
    const parent = dirname(folder);
    const inherited: Suite =
      parent === folder
        ? { fileCheckOptions: [], substitutions: new Map(), unsupported: null }
        : this.find(parent);
    const own = existsSync(join(folder, 'lit.cfg.py')) ? readSuite(folder) : inherited;
    const unsupported = inherited.unsupported ?? readUnsupported(folder, this.features);
    const suite = { ...own, unsupported };
    this.suites.set(folder, suite);
    return suite;
  }
}
