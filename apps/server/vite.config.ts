import path from 'node:path';
import { defineConfig } from 'vite';

const engines = path.join(import.meta.dirname, '../../packages/local-engines/src');

// Bundles the server with the workspace packages; everything from npm stays in node_modules.
export default defineConfig({
  build: {
    ssr: true,
    rollupOptions: {
      input: {
        main: 'src/main.ts',
        'document-worker': path.join(engines, 'documents/worker/main.ts'),
        'translation-worker': path.join(engines, 'translation/worker/main.ts'),
        'speech-worker': path.join(engines, 'speech/worker/main.ts'),
        'audio-check-worker': path.join(engines, 'speech/audio-check-worker.ts'),
        'attendee-list-worker': path.join(engines, 'attendees/worker/main.ts'),
      },
      // In one folder, because the engines look for their processes beside their own code.
      output: { chunkFileNames: '[name]-[hash].js' },
    },
    target: 'node20',
    outDir: 'dist',
    sourcemap: true,
    minify: false,
  },
  ssr: { noExternal: [/^@dragoman\//] },
});
