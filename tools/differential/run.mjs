import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleTool } from '@shardform/build-config/bundle';

const bundle = await bundleTool(import.meta.url, ['main']);
const { main } = await import(pathToFileURL(join(bundle, 'main.mjs')).href);
process.exitCode = await main(process.argv.slice(2));
