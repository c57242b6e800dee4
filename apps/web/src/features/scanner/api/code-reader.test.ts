import { BADGE_SYMBOLOGIES } from '@dragoman/domain/cards/badge-symbologies';
import { describe, expect, it, vi } from 'vitest';
import type { CodeReader } from '../model/code-reader.ts';
import {
  type BarcodeDetectorClass,
  type BarcodeDetectorLike,
  createCodeReader,
  readStill,
} from './code-reader.ts';

const PLAYING = { videoWidth: 640, videoHeight: 480 } as HTMLVideoElement;
const NOT_YET = { videoWidth: 0, videoHeight: 0 } as HTMLVideoElement;

function detector(formats: () => Promise<string[]>, detect: BarcodeDetectorLike['detect']) {
  const made = vi.fn();
  class Detector {
    static getSupportedFormats = formats;
    detect = detect;
    constructor(options: { formats: string[] }) {
      made(options);
    }
  }
  return { Detector: Detector satisfies BarcodeDetectorClass, made };
}

function wasm(text: string | null = 'by wasm') {
  const read = vi.fn<CodeReader['read']>(async () => text);
  return { read, loadWasmReader: vi.fn(async () => ({ read })) };
}

describe('createCodeReader', () => {
  it("uses the browser's detector and loads nothing", async () => {
    const { Detector, made } = detector(
      async () => ['qr_code', 'ean_13'],
      async () => [{ rawValue: '' }, { rawValue: 'by browser' }],
    );
    const { loadWasmReader } = wasm();
    const reader = await createCodeReader({ Detector, loadWasmReader });
    expect(await reader.read(PLAYING, 640)).toBe('by browser');
    expect(made).toHaveBeenCalledWith({ formats: ['qr_code'] });
    expect(loadWasmReader).not.toHaveBeenCalled();
  });

  it.each([
    ['there is no detector', undefined],
    [
      'it knows no QR codes',
      detector(
        async () => ['ean_13'],
        async () => [],
      ).Detector,
    ],
    [
      'it has no formats at all',
      detector(
        async () => [],
        async () => [],
      ).Detector,
    ],
    [
      'it cannot say',
      detector(
        () => Promise.reject(new Error('no service')),
        async () => [],
      ).Detector,
    ],
  ])('uses the WebAssembly reader when %s', async (_case, Detector) => {
    const { loadWasmReader, read } = wasm();
    const reader = await createCodeReader({ Detector, loadWasmReader });
    expect(await reader.read(PLAYING, 640)).toBe('by wasm');
    expect(read).toHaveBeenCalledWith(PLAYING, 640);
  });

  it("uses the browser's detector for badges only when it knows all of their symbologies", async () => {
    const all = ['data_matrix', 'qr_code', 'aztec', 'pdf417'];
    const symbologies = BADGE_SYMBOLOGIES;
    for (const [formats, answer] of [
      [all, 'by browser'],
      [all.slice(1), 'by wasm'],
    ] as const) {
      const { Detector } = detector(
        async () => [...formats],
        async () => [{ rawValue: 'by browser' }],
      );
      const { loadWasmReader } = wasm();
      const reader = await createCodeReader({ Detector, loadWasmReader, symbologies });
      expect(await reader.read(PLAYING, 640)).toBe(answer);
    }
  });

  it('replaces a detector that fails at work, once and for all', async () => {
    const detect = vi.fn(() => Promise.reject(new Error('Barcode detection service unavailable')));
    const { Detector } = detector(async () => ['qr_code'], detect);
    const { loadWasmReader } = wasm();
    const reader = await createCodeReader({ Detector, loadWasmReader });
    expect(await reader.read(PLAYING, 640)).toBe('by wasm');
    expect(await reader.read(PLAYING, 640)).toBe('by wasm');
    expect(detect).toHaveBeenCalledTimes(1);
    expect(loadWasmReader).toHaveBeenCalledTimes(1);
  });

  it('waits for the first frame without blaming the detector', async () => {
    const detect = vi.fn(() => Promise.reject(new Error('InvalidStateError')));
    const { Detector } = detector(async () => ['qr_code'], detect);
    const { loadWasmReader } = wasm();
    const reader = await createCodeReader({ Detector, loadWasmReader });
    expect(await reader.read(NOT_YET, 640)).toBeNull();
    expect(loadWasmReader).not.toHaveBeenCalled();
  });

  it('tries again to load the replacement when that failed', async () => {
    const { Detector } = detector(
      async () => ['qr_code'],
      () => Promise.reject(new Error('broken')),
    );
    const { loadWasmReader } = wasm();
    loadWasmReader.mockRejectedValueOnce(new Error('offline'));
    const reader = await createCodeReader({ Detector, loadWasmReader });
    await expect(reader.read(PLAYING, 640)).rejects.toThrow('offline');
    expect(await reader.read(PLAYING, 640)).toBe('by wasm');
  });
});

describe('readStill', () => {
  const PICTURE = { naturalWidth: 4000, naturalHeight: 3000 } as HTMLImageElement;
  const SIZES = [1280, 2560, 640];

  it("is content with what the browser's detector finds", async () => {
    const { Detector } = detector(
      async () => ['qr_code'],
      async () => [{ rawValue: 'by browser' }],
    );
    const { loadWasmReader } = wasm();
    expect(await readStill(PICTURE, SIZES, { Detector, loadWasmReader })).toBe('by browser');
    expect(loadWasmReader).not.toHaveBeenCalled();
  });

  it.each([
    ['nothing', async () => []],
    ['no work done', () => Promise.reject(new Error('no service'))],
  ])(
    'asks the detector once, and the WebAssembly reader in each size where it gets %s',
    async (_case, answer) => {
      const detect = vi.fn(answer);
      const { Detector } = detector(async () => ['qr_code'], detect);
      const { loadWasmReader, read } = wasm(null);
      expect(await readStill(PICTURE, SIZES, { Detector, loadWasmReader })).toBeNull();
      expect(detect).toHaveBeenCalledTimes(1);
      expect(read.mock.calls.map(([, size]) => size)).toEqual(SIZES);
    },
  );

  it('stops at the size that shows the code', async () => {
    const { loadWasmReader, read } = wasm();
    expect(await readStill(PICTURE, SIZES, { Detector: undefined, loadWasmReader })).toBe('by wasm');
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('has found nothing when the second reader cannot be loaded, and fails when there was no first', async () => {
    const { Detector } = detector(
      async () => ['qr_code'],
      async () => [],
    );
    const loadWasmReader = () => Promise.reject(new Error('offline'));
    expect(await readStill(PICTURE, SIZES, { Detector, loadWasmReader })).toBeNull();
    await expect(readStill(PICTURE, SIZES, { Detector: undefined, loadWasmReader })).rejects.toThrow(
      'offline',
    );
  });
});
