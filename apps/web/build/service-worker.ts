import path from 'node:path';
import { build, type Plugin } from 'vite';
import { buildTarget } from './browser-floor.ts';

const ENTRY = path.resolve(import.meta.dirname, '../src/service-worker/worker.ts');

/**
 * Loaded when they are needed: the code reader's WebAssembly, and what reads PDF files, weigh more
 * than all the rest.
 */
const PRECACHED = /^assets\/(?!pdf-).+\.(js|css)$/;

/**
 * Builds `sw.js`, which knows the files of this build by name. A build of its own: the worker
 * shares no chunk with the pages, and is one classic script, as older browsers want it.
 */
export function serviceWorker(): Plugin {
  let outDir = '';
  let release: { assets: string[]; entry: string } | null = null;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir);
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const start = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
        if (!start) throw new Error('The build has no entry');
        const assets = Object.keys(bundle).filter((name) => PRECACHED.test(name));
        release = { assets: assets.sort().map((name) => `/${name}`), entry: `/${start.fileName}` };
      },
    },
    async closeBundle() {
      if (!release) return;
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: { __RELEASE__: JSON.stringify(release) },
        build: {
          target: buildTarget(),
          outDir,
          emptyOutDir: false,
          rolldownOptions: { input: ENTRY, output: { format: 'iife', entryFileNames: 'sw.js' } },
        },
      });
    },
  };
}
