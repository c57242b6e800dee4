import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// The web app's entry for the server, which renders the public pages (docs/adr/0059): one file
// without packages.
export default defineConfig({
  root: import.meta.dirname,
  resolve: { tsconfigPaths: true },
  plugins: [react()],
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: '../src/entry-server.tsx',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
  ssr: { noExternal: true },
});
