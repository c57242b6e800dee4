import { buildStale } from './lib/build.ts';

const built = await buildStale();
console.log(
  built.length === 0 ? 'Nothing to build: everything is up to date.' : `Built: ${built.join(', ')}.`,
);
