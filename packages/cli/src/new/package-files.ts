import { version } from '@shardform/ir-core';
import { templateFiles } from '../template-files.ts';

/** The purpose of a package. */
export type PackageKind = 'pass' | 'dialect';

/** The packages of the toolkit that each kind builds on. */
const DEPENDENCIES: Readonly<Record<PackageKind, readonly string[]>> = {
  pass: ['dialect-stablehlo', 'ir-core'],
  dialect: ['dialect-stablehlo', 'ir-core', 'passes-sharding', 'runtime-sim'],
};

const DESCRIPTIONS: Readonly<Record<PackageKind, string>> = {
  pass: 'A pass for Shardform',
  dialect: 'A dialect for Shardform',
};

/**
 * Returns the files of a new package by path.
 *
 * @param name words of small letters and digits with hyphens between them.
 * @param packages the folder of the toolkit's packages, relative to the new one; `null` for those of the registry.
 */
export function packageFiles(
  kind: PackageKind,
  name: string,
  packages: string | null = null,
): Map<string, string> {
  const toolkit = (dependency: string): string =>
    `"@shardform/${dependency}": "${packages === null ? `^${version}` : `file:${packages}/${dependency}`}"`;
  const words: Readonly<Record<string, string>> = {
    name,
    mnemonic: mnemonicOf(name),
    camel: name.replace(/-(.)/g, (_hyphen, letter: string) => letter.toUpperCase()),
    description: DESCRIPTIONS[kind],
    dependencies: DEPENDENCIES[kind].map((dependency) => `    ${toolkit(dependency)}`).join(',\n'),
    command: toolkit('cli'),
    origin: originText(kind, name, packages),
  };
  const fill = (text: string): string =>
    // A placeholder without a word stays as it is, for the tests to find.
    text.replace(/\{\{(\w+)\}\}/g, (placeholder, word: string) => words[word] ?? placeholder);
  const files = new Map<string, string>();
  for (const template of ['common', kind]) {
    for (const [path, text] of templateFiles(template)) {
      // npm leaves files called .gitignore out of packages.
      const target = path === 'gitignore' ? '.gitignore' : fill(path);
      files.set(target, fill(text));
    }
  }
  return files;
}

/** Says where the packages of the toolkit are from, and what that takes. */
function originText(kind: PackageKind, name: string, packages: string | null): string {
  return packages === null
    ? `\`npm install\` takes version ${version} of Shardform's packages from the registry. Until that is released, make this package by the command of a
checkout, in which \`npm run build\` has been run: \`node CHECKOUT/packages/cli/bin/shardform.js new ${kind} ${name}\`. Its packages are those of the checkout then.`
    : `Shardform's packages are those of the checkout in \`${packages}\`, which \`npm run build\` there makes. Once they are released, their versions take
the place of \`file:${packages}/...\` in \`package.json\`.`;
}

/** Returns the prefix of a dialect's operations: hyphens would end it in MLIR's text. */
export function mnemonicOf(name: string): string {
  return name.replaceAll('-', '_');
}
