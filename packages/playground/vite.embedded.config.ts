import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/**
 * Makes the views one page without any other file: scripts and styles are in it. It is compressed, since pages that embed it
 * carry it with them.
 */
function onePage(): Plugin {
  return {
    name: 'one-page',
    enforce: 'pre',
    resolveId(id, importer) {
      return id === './start-worker.ts' ? this.resolve('./start-inline-worker.ts', importer) : null;
    },
    generateBundle: {
      // After styles have become files.
      order: 'post',
      handler(_options, bundle) {
        let [script, style] = ['', ''];
        for (const [name, file] of Object.entries(bundle)) {
          if (file.type === 'chunk') script += file.code;
          else if (name.endsWith('.css')) style += String(file.source);
          Reflect.deleteProperty(bundle, name);
        }
        const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shardform</title><style>${style}</style></head><body><div id="app"></div><script type="module">${script.replaceAll('</script', '<\\/script')}</script></body></html>`;
        this.emitFile({ type: 'asset', fileName: 'page.html.gz', source: gzipSync(page, { level: 9 }) });
      },
    },
  };
}

export default defineConfig({
  resolve: { conditions: ['@shardform/source', 'module', 'browser', 'development|production'] },
  worker: { format: 'es', rolldownOptions: { output: { codeSplitting: false } } },
  build: {
    target: 'es2022',
    outDir: 'dist/embedded',
    emptyOutDir: true,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 8192,
    rolldownOptions: { input: 'src/embedded.tsx', output: { codeSplitting: false } },
  },
  plugins: [onePage()],
});
