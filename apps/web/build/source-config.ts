import cascadeLayers from '@csstools/postcss-cascade-layers';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';
import { cssFallbacks } from './css-fallbacks.ts';

/** How the app's source is read, by its build and by its component tests. */
export const sourceConfig = {
  resolve: { tsconfigPaths: true },
  plugins: [react(), tailwindcss()],
  // Chrome below 99 ignores every rule inside of `@layer`.
  css: { postcss: { plugins: [cssFallbacks(), cascadeLayers()] } },
} satisfies UserConfig;
