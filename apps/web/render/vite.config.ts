import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The server's renderer of the join and landing pages (docs/adr/0016): one file without packages.
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
