import path from 'node:path';
import { extractBusinessCard } from '@dragoman/functions/documents/extraction/business-card';
import { extractEntrancePass } from '@dragoman/functions/documents/extraction/entrance-pass';
import type { Recogniser } from './recognise.ts';
import type { Judged } from './report.ts';
import { rawRecall, verdicts } from './score.ts';
import { LOOKS, type Truth } from './truth.ts';

/** Options of a run. */
export interface JudgeOptions {
  /** Whether QR codes may be used; otherwise only the printed text counts. */
  codes: boolean;
}

/** Reads every picture of a set, takes the fields out and compares them with the truth. */
export async function judgeSet(
  folder: string,
  truths: readonly Truth[],
  recogniser: Recogniser,
  { codes }: JudgeOptions,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  const set = path.basename(path.resolve(folder));
  for (const truth of truths) {
    for (const look of LOOKS) {
      const picture = path.join(folder, truth.files[look]);
      const { document, milliseconds, residentBytes } = await recogniser.read(picture, set);
      const seen = codes ? document : { ...document, codes: [] };
      const { fields } = truth.kind === 'card' ? extractBusinessCard(seen) : extractEntrancePass(seen);
      judged.push({
        truth,
        look,
        recall: rawRecall(truth, document),
        verdicts: verdicts(truth, fields),
        found: fields,
        milliseconds,
        residentBytes,
      });
    }
  }
  return judged;
}
