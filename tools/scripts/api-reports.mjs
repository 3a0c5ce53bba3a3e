// Compares what each public package exports with its report, packages/NAME/etc/NAME.api.md, so that a review shows what
// users of the package will see. Needs what `npm run build` makes. `--update` writes the reports.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { root } from './pnpm.mjs';

const update = process.argv.includes('--update');
const changed = readdirSync(join(root, 'packages')).filter((name) => {
  const folder = join(root, 'packages', name);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return manifest.private !== true && manifest.exports['.'] !== undefined && !isUnchanged(name, folder);
});
if (changed.length > 0 && !update) {
  console.error(
    `the API of ${changed.join(', ')} changed: 'npm run api' after a build writes the reports, for review`,
  );
  process.exit(1);
}
console.log(changed.length === 0 ? 'all API reports are up to date' : `written: ${changed.join(', ')}`);

function isUnchanged(name, folder) {
  const declarations = join(folder, 'dist', 'index.d.ts');
  if (!existsSync(declarations)) throw new Error(`${declarations} is not there: run 'npm run build'`);
  mkdirSync(join(folder, 'etc'), { recursive: true });
  const config = ExtractorConfig.prepare({
    packageJsonFullPath: join(folder, 'package.json'),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: declarations,
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            lib: ['es2023', 'webworker'],
            module: 'nodenext',
            moduleResolution: 'nodenext',
            types: [],
            skipLibCheck: true,
          },
          files: [declarations],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: `${name}.api.md`,
        reportFolder: join(folder, 'etc'),
        reportTempFolder: join(root, 'temp', 'api'),
        // A report is about what is exported; where a comment has been left out is not its business.
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  });
  // A local build writes the report where it differs.
  return !Extractor.invoke(config, {
    localBuild: update,
    messageCallback: (message) => {
      if (message.logLevel !== ExtractorLogLevel.Error) message.handled = true;
    },
  }).apiReportChanged;
}
