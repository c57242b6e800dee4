import { shippedPhrasebook } from '@dragoman/domain/phrasebook/shipped';
import { enginesFromConfig } from '@dragoman/functions/translate/engines/engines-from-config';
import { readTranslationEnvironment } from '@dragoman/functions/translate/engines/translation-environment';
import { coverageOf } from './coverage.ts';
import { scoreEngine } from './score-engine.ts';
import { SENTENCES } from './sentences.ts';

/**
 * `npm run eval:translation`: the phrasebook's coverage of the evaluation set, and the scores of every engine that the
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

const { engines: configs, problems } = readTranslationEnvironment(process.env);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
const engines = problems.length > 0 ? [] : enginesFromConfig(configs);
if (engines.length === 0) console.log('No engine is configured: see README for the variables.');
for (const engine of engines) {
  console.log(engine.description);
  let done = 0;
  const scores = await scoreEngine(engine, SENTENCES, () => {
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
