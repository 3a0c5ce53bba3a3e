import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleTool } from '@shardform/build-config/bundle';

const bundle = await bundleTool(import.meta.url, ['acceptance']);
const { main } = await import(pathToFileURL(join(bundle, 'acceptance.mjs')).href);
const script = fileURLToPath(new URL('reference.py', import.meta.url));
process.exitCode = await main(process.argv.slice(2), script);
