import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProjectRoot } from '../util/project-root.ts';

/** The program that reads pictures, and what Node needs to run it. */
export interface WorkerEntry {
  file: string;
  execArgv: string[];
}

/** Bytes of JavaScript objects that the process may hold; pictures and models lie outside of that heap. */
const HEAP_MB = 512;

/** Built beside the server, or the sources themselves when the server runs from sources. */
export function documentWorkerEntry(): WorkerEntry {
  const limits = [`--max-old-space-size=${HEAP_MB}`];
  if (import.meta.url.endsWith('.ts')) {
    const here = path.dirname(fileURLToPath(import.meta.url));
    return { file: path.join(here, 'worker/main.ts'), execArgv: [...limits, '--import', 'tsx'] };
  }
  return { file: path.join(findProjectRoot(), 'apps/server/dist/document-worker.js'), execArgv: limits };
}
