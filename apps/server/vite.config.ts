import { defineConfig } from 'vite';

// Bundles the server with the workspace packages; everything from npm stays in node_modules.
export default defineConfig({
  build: {
    ssr: true,
    rollupOptions: {
      input: {
        main: 'src/main.ts',
        'document-worker': 'src/documents/worker/main.ts',
        'translation-worker': 'src/translation/worker/main.ts',
        'speech-worker': 'src/speech/worker/main.ts',
        'audio-check-worker': 'src/speech/audio-check-worker.ts',
      },
    },
    target: 'node20',
    outDir: 'dist',
    sourcemap: true,
    minify: false,
  },
  ssr: { noExternal: [/^@dragoman\//] },
});
