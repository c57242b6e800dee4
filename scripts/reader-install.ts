import { spawnSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT_ROOT } from './lib/project.ts';

/**
 * Installs the better reader of cards and passes (docs/operations.md): PaddleOCR's models and ONNX
 * Runtime, beside the product's own packages, so that `npm ci` neither brings nor removes them.
 */
const FOLDER = path.join(PROJECT_ROOT, 'apps/server/reader');
/** ONNX Runtime comes for every platform at once. */
const BINARIES = path.join(FOLDER, 'node_modules/onnxruntime-node/bin/napi-v6');

// Its install script would fetch what only NVIDIA's cards use, from elsewhere.
const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
  cwd: FOLDER,
  stdio: 'inherit',
  // Windows has a .cmd file for npm, which only its shell can run.
  shell: process.platform === 'win32',
});
if (error || status !== 0) {
  console.error('The reader could not be installed. Cards are read as before, by Tesseract alone.');
  process.exit(status || 1);
}
for (const platform of await readdir(BINARIES)) {
  for (const architecture of await readdir(path.join(BINARIES, platform))) {
    if (platform === process.platform && architecture === process.arch) continue;
    await rm(path.join(BINARIES, platform, architecture), { recursive: true });
  }
}
console.log(
  'Installed. The server reads the next picture with it, after its reading process was idle or the server restarts.',
);
