import { existsSync } from 'node:fs';
import path from 'node:path';
import { findProjectRoot } from '../util/project-root.ts';

/**
 * The folder into which `npm run reader:install` puts PaddleOCR's models and ONNX Runtime: a
 * package of its own, which may be empty.
 */
export function readerPackage(): string {
  return path.join(findProjectRoot(), 'apps/server/reader/package.json');
}

/** Whether they are there. */
export function isReaderInstalled(): boolean {
  return existsSync(path.join(path.dirname(readerPackage()), 'node_modules/onnxruntime-node'));
}
