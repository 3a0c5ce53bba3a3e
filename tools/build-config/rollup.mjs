import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import nodeResolve from '@rollup/plugin-node-resolve';
import { dts } from 'rollup-plugin-dts';
import esbuild from 'rollup-plugin-esbuild';
import { deferredChunks, packageChunks } from './program-chunks.mjs';

/**
 * Rollup configuration for one package: ESM with one output module per source module, and one
 * bundled declaration file per entry, made from what `tsc -b` emitted.
 *
 * @param {string} url `import.meta.url` of the package's rollup.config.mjs.
 * @param {{ entries?: Record<string, string>, programs?: Record<string, string>, deferred?: Record<string, RegExp>, apart?: string[] }} [options] `entries`
 *   are importable and get declarations; `programs` are executables: a few CommonJS files each, with everything of
 *   this workspace in them, because a process starts faster on them than on hundreds, and because Node lets a program
 *   keep compiled CommonJS code. Each package is a file, loaded when it is used, and what a program imports dynamically is
 *   in files of its own. `deferred` are paths in `src` that programs load like packages, and `apart` entries of packages, see {@link packageChunks}.
 * @returns {import('rollup').RollupOptions[]}
 */
export function packageConfig(
  url,
  { entries = { index: 'src/index.ts' }, programs = {}, deferred = {}, apart = [] } = {},
) {
  const at = (path) => fileURLToPath(new URL(path, url));
  const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const names = [
    ...Object.keys(manifest.dependencies ?? {}),
    ...Object.keys(manifest.peerDependencies ?? {}),
  ];
  const external = (id) =>
    id.startsWith('node:') || names.some((name) => id === name || id.startsWith(`${name}/`));
  const onwarn = (warning) => {
    // A module that declares types alone leaves nothing behind.
    if (warning.code === 'EMPTY_BUNDLE') return;
    // Bundles contain third-party packages, whose warnings are ignored.
    const places = warning.ids ?? [warning.id ?? ''];
    if (places.every((place) => /[\\/]node_modules[\\/]/.test(place))) return;
    throw new Error(`${manifest.name}: ${warning.message}`);
  };
  return [
    {
      input: entries,
      external,
      onwarn,
      plugins: [nodeResolve({ extensions: ['.ts', '.js'] }), esbuild({ target: 'es2022', tsconfig: false })],
      output: {
        dir: at('dist'),
        format: 'es',
        preserveModules: true,
        preserveModulesRoot: at('src'),
        sourcemap: true,
      },
    },
    {
      input: Object.fromEntries(Object.keys(entries).map((name) => [name, `out-tsc/lib/${name}.d.ts`])),
      external,
      onwarn,
      plugins: [dts()],
      output: { dir: at('dist'), format: 'es' },
    },
    ...Object.entries(programs).map(([name, input]) => ({
      input: { [name]: input },
      // Packages of CommonJS stay what they are.
      external: (id) => id.startsWith('node:') || id.startsWith('vscode-'),
      onwarn,
      plugins: [
        nodeResolve({ extensions: ['.ts', '.js'], exportConditions: ['@shardform/source'] }),
        deferredChunks(),
        esbuild({ target: 'es2022', tsconfig: false, minifyWhitespace: true, minifySyntax: true }),
      ],
      output: {
        dir: at('dist'),
        format: 'cjs',
        exports: 'named',
        entryFileNames: '[name].cjs',
        chunkFileNames: `${name}-[name].cjs`,
        manualChunks: packageChunks(at('src'), deferred, apart),
        // A file loads the packages that it uses, not those that they use.
        hoistTransitiveImports: false,
      },
    })),
  ];
}
