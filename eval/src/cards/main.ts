import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { builtDocumentWorker } from '@dragoman/local-engines/documents/document-reader';
import { OCR_ENGINES, type OcrEngine } from '@dragoman/local-engines/documents/worker/messages';
import { isReaderInstalled, readerPackage } from '../../../apps/server/src/functions/reader-package.ts';
import { buildStale, SERVER_BUILD } from '../../../scripts/lib/build.ts';
import { measureCost, pickPictures, printReaderCosts } from './cost.ts';
import { ensureSet } from './generate/make-set.ts';
import { judgeSet } from './judge.ts';
import { createRecogniser } from './recognise.ts';
import { printCost, printFaults, printReport } from './report.ts';
import { readTruth } from './truth.ts';

// `npx tsx eval/src/cards/main.ts`: reads a set of cards and badges as the product does and prints how much of
// them was right, or what it takes.

const HELP = `npx tsx eval/src/cards/main.ts [options]
  --half tuning|unseen|all   which half of the own set (tuning; look at the unseen one when you have done)
  --language en|zh|ar         only items of this language
  --folder path              another set: a folder with truth.json and its pictures
  --reader best|tesseract    the best reader that is installed, or Tesseract whatever is (best)
  --no-codes                 leave the QR codes aside, so that the printed text must do
  --faults                   list every field that is not right
  --fresh                    recognise again what is kept in .cache (after a change of the engine)
  --cost                     print time and memory of both readers beside their targets instead (two minutes on a quiet machine)
  --pictures n               pictures in a row for --cost (24)`;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = path.join(root, '.cache/eval-cards');

const { values } = parseArgs({
  options: {
    half: { type: 'string', default: 'tuning' },
    language: { type: 'string' },
    folder: { type: 'string' },
    reader: { type: 'string', default: 'best' },
    'no-codes': { type: 'boolean', default: false },
    faults: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false },
    cost: { type: 'boolean', default: false },
    pictures: { type: 'string', default: '24' },
    help: { type: 'boolean', default: false },
  },
});
const reader = OCR_ENGINES.find((name) => name === values.reader);
const pictures = Number(values.pictures);
if (
  values.help ||
  !reader ||
  !['tuning', 'unseen', 'all'].includes(values.half) ||
  !Number.isInteger(pictures) ||
  pictures < 1
) {
  console.error(HELP);
  process.exit(values.help ? 0 : 2);
}

const ownSet = path.join(cache, 'set');
if (!values.folder) await ensureSet(ownSet);
const folder = values.folder ?? ownSet;
const truths = await readTruth(folder);
const chosen = truths.filter(
  ({ half, lang }) =>
    (values.folder !== undefined || values.half === 'all' || half === values.half) &&
    (values.language === undefined || lang === values.language),
);
if (values.cost) await printCosts();
else await printQuality();

async function printCosts(): Promise<void> {
  await buildStale(console.error, ['server']);
  const entry = builtDocumentWorker(SERVER_BUILD);
  const sample = await pickPictures(folder, chosen, pictures);
  const both = reader === 'best' && isReaderInstalled();
  const costs = [];
  for (const each of both ? OCR_ENGINES : (['tesseract'] as const)) {
    costs.push(await measureCost(entry, { engine: each, paddlePackage: readerPackage() }, sample));
  }
  printReaderCosts(costs, pictures);
}

async function printQuality(): Promise<void> {
  const recogniser = await createRecogniser(path.join(cache, 'recognised'), values.fresh, {
    engine: reader as OcrEngine,
    paddlePackage: readerPackage(),
  });
  try {
    const judged = await judgeSet(folder, chosen, recogniser, { codes: !values['no-codes'] });
    if (values.faults) printFaults(judged);
    const title = values.folder ? path.basename(path.resolve(folder)) : `own set, ${values.half} half`;
    printReport(`${title}, read by ${recogniser.engine}`, judged);
    printCost(judged);
  } finally {
    recogniser.close();
  }
}
