import { defineConfig } from 'vite';
import { offline } from './offline-plugin.ts';

export default defineConfig({
  // A page that any static server, or a folder, can hold.
  base: './',
  resolve: { conditions: ['@shardform/source', 'module', 'browser', 'development|production'] },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    reportCompressedSize: true,
    chunkSizeWarningLimit: 4096,
    rolldownOptions: { input: ['index.html', 'figure.html'] },
  },
  plugins: [offline()],
});
