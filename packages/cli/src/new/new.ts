import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { closestName } from '@shardform/ir-core';
import { checkoutPackages } from '../checkout.ts';
import { defineCommand } from '../command/define-command.ts';
import { createContext } from '../context.ts';
import { createdSchema } from '../json-schema/created-schema.ts';
import { reasonOf } from '../system-error.ts';
import { makeOutputFolder, UsageError, writeOutput } from '../tool-io.ts';
import { mnemonicOf, packageFiles, type PackageKind } from './package-files.ts';

const KINDS: readonly PackageKind[] = ['pass', 'dialect'];

/** `shardform new`. */
export const newPackage = defineCommand({
  name: 'new',
  description: `Creates a package: a pass, or a dialect with an operation, its sharding rule, its interpretation, and a pass. It has a
working test, and --load adds it to every command.`,
  usage: ['pass NAME [-o FOLDER]', 'dialect NAME [-o FOLDER]'],
  examples: ['shardform new pass fold-scales', 'shardform new dialect my-ops -o packages/my-ops'],
  flags: {
    o: { value: 'FOLDER', type: 'output', description: 'where to write, NAME unless given' },
  },
  positionals: [
    { name: 'KIND', description: 'pass or dialect, and a name' },
    { name: 'NAME', description: 'a name for the pass or dialect' },
  ],
  run([given, name], flags, input) {
    const kind = KINDS.find((known) => known === given);
    if (kind === undefined) {
      const close = closestName(given!, KINDS);
      throw new UsageError(
        `can't make a new '${given!}'; ${close === null ? 'expected pass or dialect' : `did you mean '${close}'?`}`,
      );
    }
    checkName(kind, name!);
    const folder = flags.o ?? name!;
    const target = resolve(input.cwd, folder);
    makeOutputFolder(folder, input);
    if (namesIn(target, folder).length > 0) throw new UsageError(`'${folder}' is not empty`);
    const files = packageFiles(kind, name!, packagesFrom(target));
    for (const [path, text] of files) {
      makeOutputFolder(join(folder, dirname(path)), input);
      writeOutput(join(folder, path), text, input);
    }
    const passName = kind === 'pass' ? name! : `${name!}-fuse`;
    return { data: { kind, folder, files: [...files.keys()], passName } };
  },
  text: ({ kind, folder, passName }) => `${folder}/ has a ${kind}. Next:
  cd ${folder}
  npm install
  npm test
  npm run build
  npx shardform opt example.mlir --load ./dist/index.js -${passName}
`,
  json: {
    name: 'created',
    get schema() {
      return createdSchema;
    },
    of: ({ folder, files }) => ({ version: 1 as const, folder, files }),
  },
});

/**
 * The toolkit's packages as seen from a folder. A checkout is not on the registry, and a second copy of it would not work
 * with this command.
 */
function packagesFrom(folder: string): string | null {
  const packages = checkoutPackages();
  return packages === null ? null : relative(folder, packages).replaceAll('\\', '/');
}

/** The names of a folder's entries. @throws UsageError if the folder can't be read. */
function namesIn(path: string, folder: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    throw new UsageError(`cannot open folder '${folder}': ${reasonOf(error)}`);
  }
}

function checkName(kind: PackageKind, name: string): void {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name))
    throw new UsageError(
      `'${name}' is no name: expected words of small letters and digits with hyphens between them`,
    );
  const { dialects, passes, pipelines } = createContext();
  const isTaken =
    kind === 'dialect' ? dialects.has(mnemonicOf(name)) : passes.has(name) || pipelines.has(name);
  if (isTaken) throw new UsageError(`there is a ${kind} '${name}' already`);
}
