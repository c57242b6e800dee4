import { LANGUAGES } from '@dragoman/domain/languages';
import { fillSample } from '@dragoman/domain/phrasebook/sample-values';
import { TOPICS } from '@dragoman/domain/phrasebook/shipped';
import { expect, test } from 'vitest';
import { checkTranslation } from './checks/check-translation.ts';

const PAIRS = LANGUAGES.flatMap((source) =>
  LANGUAGES.filter((target) => target !== source).map((target) => [source, target] as const),
);

test.each(PAIRS)('the phrasebook passes the checks that engines must pass: %s to %s', (source, target) => {
  const refused = TOPICS.flatMap(({ phrases }) => phrases).flatMap((phrase) => {
    const text = fillSample(phrase[source][0] ?? '', source);
    const answer = fillSample(phrase[target][0] ?? '', target);
    const check = checkTranslation({ text, source, target }, answer);
    return check.ok && check.text === answer ? [] : [{ text, answer, check }];
  });
  expect(refused).toEqual([]);
});
