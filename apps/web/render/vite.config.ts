import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// What the server runs to put the join and landing pages into its answers (docs/adr/0016): one file that needs no packages.
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: '../src/page-renderer.tsx',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  ssr: { noExternal: true },
});
