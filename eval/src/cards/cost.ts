import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  createDocumentReader,
  type LocalDocumentReader,
  type ReaderProcess,
  startReaderProcess,
} from '@dragoman/local-engines/documents/document-reader';
import type { ReaderChoice } from '@dragoman/local-engines/documents/worker/messages';
import type { WorkerEntry } from '@dragoman/local-engines/workers/worker-process';
import { z } from 'zod';
import { documentsConfig, documentsVariables } from '../../../apps/server/src/config/documents.ts';
import { processorSeconds } from './processor-time.ts';
import { table } from './report.ts';
import { LOOKS, type Truth } from './truth.ts';

/** Pictures that are sent at a time when many people scan. */
const AT_ONCE = 4;
const COLD_STARTS = 3;
/** A slow machine must be measured too, not refused. */
const PATIENCE_MS = 120_000;
/** Seconds, of the targets that the readers are held to. */
const TARGETS = { cold: 2.5, warm: 1, atOnce: 3 } as const;

/** A reader's costs; times in seconds. */
export interface Cost {
  engine: string;
  /** From nothing to a process that can read, and to its first answer. */
  ready: number[];
  firstAnswer: number[];
  /** The processor time until then; null where the platform does not tell. */
  coldProcessor: number[] | null;
  /**
   * Pictures one after the other, and what they took of processors; empty where the platform does
   * not tell.
   */
  warm: number[];
  processor: number[];
  /**
   * The same by several people at once, each of whom waits for a response before the next picture.
   */
  atOnce: number[];
  /** The largest resident size of the process that read them all, in bytes. */
  residentBytes: number;
}

/**
 * Some pictures of a set, evenly spread over it, so that languages and faults are mixed as they are
 * in the whole.
 */
export async function pickPictures(
  folder: string,
  truths: readonly Truth[],
  count: number,
): Promise<Uint8Array[]> {
  const files = truths.flatMap((truth) => LOOKS.map((look) => truth.files[look]));
  const picked = Array.from(
    { length: count },
    (_, index) => files[Math.floor((index * files.length) / count) % files.length] as string,
  );
  return Promise.all(picked.map((file) => readFile(path.join(folder, file))));
}

/**
 * Reads pictures as the product does, with its own settings, at the priority of the run.
 * @param entry the built program: sources are compiled at each start
 */
export async function measureCost(
  entry: WorkerEntry,
  choice: ReaderChoice,
  pictures: readonly Uint8Array[],
): Promise<Cost> {
  const cost: Cost = {
    engine: '',
    ready: [],
    firstAnswer: [],
    coldProcessor: [],
    warm: [],
    processor: [],
    atOnce: [],
    residentBytes: 0,
  };
  let worker: ReaderProcess | null = null;
  let reader: LocalDocumentReader | null = null;

  function open(): LocalDocumentReader {
    const settings = documentsConfig(z.object(documentsVariables).parse({}), null);
    const config = { ...settings, ...choice, startMs: PATIENCE_MS, pictureMs: PATIENCE_MS };
    const silent = { info: () => undefined, warn: () => undefined };
    return createDocumentReader(config, silent, () => {
      const started = performance.now();
      const begun = startReaderProcess({ startMs: PATIENCE_MS, jobMs: PATIENCE_MS }, choice, entry);
      // At once: its threads inherit it.
      if (begun.pid !== undefined) os.setPriority(begun.pid, os.getPriority());
      begun.ready.then(
        (engine = '') => {
          cost.engine = engine;
          cost.ready.push(secondsSince(started));
        },
        () => undefined,
      );
      worker = begun;
      return begun;
    });
  }

  async function read(open: LocalDocumentReader, picture: Uint8Array): Promise<number> {
    const started = performance.now();
    await open.read(picture, 'text');
    cost.residentBytes = Math.max(cost.residentBytes, worker?.residentBytes ?? 0);
    return secondsSince(started);
  }

  try {
    for (let start = 0; start < COLD_STARTS; start++) {
      reader?.close();
      reader = open();
      cost.firstAnswer.push(await read(reader, pictures[start % pictures.length] as Uint8Array));
      const used = await processorSeconds(reader.pids()[0]);
      if (used !== null) cost.coldProcessor?.push(used);
      else cost.coldProcessor = null;
    }
    const warmed = reader as LocalDocumentReader;
    for (const picture of pictures) {
      const [pid] = warmed.pids();
      const before = await processorSeconds(pid);
      cost.warm.push(await read(warmed, picture));
      const after = await processorSeconds(pid);
      // A pool gives a process up after a number of pictures: the one that was read meanwhile is
      // left out.
      if (before !== null && after !== null && pid === warmed.pids()[0]) cost.processor.push(after - before);
    }
    const waiting = pictures.slice(0, Math.ceil(pictures.length / 2));
    const people = Array.from({ length: AT_ONCE }, async () => {
      for (let picture = waiting.pop(); picture; picture = waiting.pop()) {
        cost.atOnce.push(await read(warmed, picture));
      }
    });
    await Promise.all(people);
    return cost;
  } finally {
    (reader as LocalDocumentReader | null)?.close();
  }
}

/** Prints what readers take, beside the targets, as Markdown. */
export function printReaderCosts(costs: readonly Cost[], pictures: number): void {
  console.log(
    `\n## What reading takes: ${pictures} pictures in a row, then ${Math.ceil(pictures / 2)} by ${AT_ONCE} people at once; seconds\n`,
  );
  table(
    ['', ...costs.map(({ engine: provider }) => provider), 'target'],
    [
      row('cold: process ready, median', ({ ready }) => share(ready, 0.5)),
      row('cold: first answer, median', ({ firstAnswer }) => share(firstAnswer, 0.5), TARGETS.cold),
      row('cold: processor time, median', ({ coldProcessor }) => coldProcessor && share(coldProcessor, 0.5)),
      row('warm: median', ({ warm }) => share(warm, 0.5), TARGETS.warm),
      row('warm: 90 %', ({ warm }) => share(warm, 0.9)),
      row('warm: slowest', ({ warm }) => share(warm, 1)),
      row('warm: processor time, median', ({ processor }) =>
        processor.length > 0 ? share(processor, 0.5) : null,
      ),
      row('warm: processor time, 90 %', ({ processor }) =>
        processor.length > 0 ? share(processor, 0.9) : null,
      ),
      row(`${AT_ONCE} at once: median`, ({ atOnce }) => share(atOnce, 0.5), TARGETS.atOnce),
      row(`${AT_ONCE} at once: 90 %`, ({ atOnce }) => share(atOnce, 0.9)),
      [
        'memory, MB, at most',
        ...costs.map(({ residentBytes }) => (residentBytes / 1024 ** 2).toFixed(0)),
        '',
      ],
    ],
  );

  function row(name: string, value: (cost: Cost) => number | null, target?: number): string[] {
    return [name, ...costs.map((cost) => value(cost)?.toFixed(2) ?? '–'), target?.toString() ?? ''];
  }
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}

/** The value below which this share of them lies. */
function share(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}
