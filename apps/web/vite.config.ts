import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { earlyChat } from './build/early-chat.ts';
import { pageFiles } from './build/page-files.ts';
import { serviceWorker } from './build/service-worker.ts';

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
  resolve: { tsconfigPaths: true },
  plugins: [react(), tailwindcss(), pageFiles(), serviceWorker(), earlyChat()],
  server: {
    proxy: Object.fromEntries(
      backendPaths.map((path) => [path, { target: backend, ws: path === '/realtime' }]),
    ),
  },
  worker: {
    format: 'es',
    // The parts of the one worker (features/material/model/pdf-worker.ts), told apart from the pages': see build/service-worker.ts.
    rolldownOptions: {
      output: { entryFileNames: 'assets/pdf-[hash].js', chunkFileNames: 'assets/pdf-[hash].js' },
    },
  },
  build: {
    target: 'es2022',
    outDir: 'dist',
    sourcemap: false,
    // Read by `npm run sizes`.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: chunkGroups() } } },
  },
});
