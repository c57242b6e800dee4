import { defineConfig } from 'vite';
import { buildTarget } from './build/browser-floor.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { pageFiles } from './build/page-files.ts';
import { plainPage } from './build/plain-page.ts';
import { serviceWorker } from './build/service-worker.ts';
import { sourceConfig } from './build/source-config.ts';

// In development Vite serves the page and the backend runs beside it; in production the backend
// serves both.
const backend = process.env.DRAGOMAN_API ?? 'http://127.0.0.1:3000';
const backendPaths = [
  '/config.json',
  '/manifest.webmanifest',
  '/auth',
  '/rest',
  '/realtime',
  '/storage',
  '/functions',
];

export default defineConfig({
  root: import.meta.dirname,
  ...sourceConfig,
  plugins: [...sourceConfig.plugins, pageFiles(), plainPage(), serviceWorker()],
  server: {
    proxy: Object.fromEntries(
      backendPaths.map((path) => [path, { target: backend, ws: path === '/realtime' }]),
    ),
  },
  worker: {
    format: 'es',
    // The parts of the one worker (features/knowledge-base/model/pdf-worker.ts), told apart from
    // the pages': see build/service-worker.ts.
    rolldownOptions: {
      output: { entryFileNames: 'assets/pdf-[hash].js', chunkFileNames: 'assets/pdf-[hash].js' },
    },
  },
  build: {
    target: buildTarget(),
    outDir: 'dist',
    sourcemap: false,
    // Without it a browser that ignores `modulepreload` loads files one after the other.
    modulePreload: { polyfill: false },
    // In kB. The largest, PDF.js and the phrasebook, load when a page needs them.
    chunkSizeWarningLimit: 1_800,
    // Read by `npx tsx scripts/sizes.ts`.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
});
