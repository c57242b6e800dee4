import { shippedPhrasebook } from '@dragoman/domain/phrasebook/shipped';
import { providersFromConfig } from '@dragoman/functions/translate/providers/providers-from-config';
import { serverConfig } from '../../../scripts/lib/server-config.ts';
import { coverageOf, heldOutCoverage } from './coverage.ts';
import { openInstalledProvider } from './local-engine.ts';
import { scoreProvider } from './score-engine.ts';
import { SENTENCES } from './sentences.ts';

/**
 * `npx tsx eval/src/translation/main.ts`: the phrasebook's coverage of the evaluation set, and the scores of
 * the local provider, when its models are installed, and of every provider that the
 * environment configures (the same variables as the server's).
 */
const percent = (part: number) => `${(100 * part).toFixed(1)}%`;

console.log(`phrasebook, ${SENTENCES.length} sentences`);
const coverages = coverageOf(shippedPhrasebook(), SENTENCES);
console.table(
  coverages.map(({ source, target, sentences, exact, right, false: wrong }) => ({
    direction: `${source} > ${target}`,
    exact,
    'also right': right,
    covered: percent((exact + right) / sentences),
    false: wrong.length,
  })),
);
for (const { source, target, false: wrong } of coverages) {
  for (const { text, answer, reference } of wrong) {
    console.log(`not judged (${source} > ${target}): ${text} -> ${answer} | ${reference}`);
  }
}

console.log('phrasebook, held-out sentences');
const heldOut = heldOutCoverage(shippedPhrasebook());
console.table(
  heldOut.map(({ source, target, all, unseen, notJudged }) => ({
    direction: `${source} > ${target}`,
    covered: percent(all),
    'covered, never read': percent(unseen),
    'not judged': notJudged.length,
  })),
);
for (const { source, target, notJudged } of heldOut) {
  for (const { text, answer } of notJudged) {
    console.log(`not judged (${source} > ${target}): ${text} -> ${answer}`);
  }
}

const config = serverConfig();
const local = await openInstalledProvider(config.models);
const providers = [...(local ? [local.provider] : []), ...providersFromConfig(config.translation)];
if (providers.length === 0) {
  console.log('No engine to score: install the models (npm run models -- download), or see eval/README.md.');
}
if (local && local.missing.length > 0)
  console.log(`Models that are not installed: ${local.missing.join(', ')}`);
for (const provider of providers) {
  console.log(provider.description);
  let done = 0;
  const scores = await scoreProvider(provider, SENTENCES, () => {
    done++;
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${SENTENCES.length * 6}`);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  console.table(
    scores.map((score) => ({
      direction: `${score.source} > ${score.target}`,
      chrF2: score.chrf.toFixed(1),
      'numbers kept': percent(score.numbersKept),
      'terms kept': percent(score.termsKept),
      'wrong script': percent(score.wrongScript),
      refused: percent(score.refused),
      failed: score.failed,
    })),
  );
}
local?.close();
