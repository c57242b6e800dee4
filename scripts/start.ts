import { buildStale } from './lib/build.ts';

// The server runs in this process: signals reach it directly.
await buildStale();
await import('../apps/server/dist/main.js' as string);
