import path from 'node:path';
import { build, type Plugin } from 'vite';

const ENTRY = path.resolve(import.meta.dirname, '../src/early-chat.ts');

/**
 * Builds `early-chat.js`, which the server writes into the pages of chats. A build of its own: it is one classic script, which
 * waits for no file of the app.
 */
export function earlyChat(): Plugin {
  let outDir = '';
  return {
    name: 'early-chat',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        resolve: { tsconfigPaths: true },
        build: {
          target: 'es2022',
          outDir,
          emptyOutDir: false,
          rolldownOptions: { input: ENTRY, output: { format: 'iife', entryFileNames: 'early-chat.js' } },
        },
      });
    },
  };
}
