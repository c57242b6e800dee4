import { expect, test } from 'vitest';
import { joinLink, parseJoinLink, parseTargetLink } from './join-link.ts';
import { targetLink } from './join-target.ts';

const ID = '0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10';

test('a link is the origin, /join/ and the id', () => {
  expect(joinLink('https://fair.example', ID)).toBe(`https://fair.example/join/${ID}`);
  expect(joinLink('http://192.168.1.20:3000/', ID)).toBe(`http://192.168.1.20:3000/join/${ID}`);
});

test('what joinLink makes, parseJoinLink reads', () => {
  expect(parseJoinLink(joinLink('https://fair.example', ID))).toBe(ID);
});

test.each([
  ['trailing slash', `https://fair.example/join/${ID}/`],
  ['query', `https://fair.example/join/${ID}?utm_source=badge`],
  ['fragment', `https://fair.example/join/${ID}#top`],
  ['path prefix', `https://fair.example/app/join/${ID}`],
  ['an earlier join segment', `https://fair.example/join/us/join/${ID}`],
  ['plain http and a port', `http://localhost:3000/join/${ID}`],
  ['upper case', `HTTPS://FAIR.EXAMPLE/join/${ID.toUpperCase()}`],
  ['surrounding white space', `  https://fair.example/join/${ID}\n`],
])('reads a link with %s', (_name, link) => {
  expect(parseJoinLink(link)).toBe(ID);
});

test.each([
  ['nothing', ''],
  ['words', 'hello join me'],
  ['a bare id', ID],
  ['a bare path', `/join/${ID}`],
  ['another scheme', `ftp://fair.example/join/${ID}`],
  ['a script', `javascript:location="https://fair.example/join/${ID}"`],
  ['a protocol-relative link', `//fair.example/join/${ID}`],
  ['no id', 'https://fair.example/join/'],
  ['an id that is no UUID', 'https://fair.example/join/123'],
  ['a UUID with more behind it', `https://fair.example/join/${ID}0`],
  ['the id without join', `https://fair.example/chat/${ID}`],
  ['join only in the query', `https://fair.example/?path=/join/${ID}`],
  ['join only in the fragment', `https://fair.example/#/join/${ID}`],
  ['a segment that ends in join', `https://fair.example/rejoin/${ID}`],
  ['a segment between', `https://fair.example/join/x/${ID}`],
  ['no host', `https:///join/`],
  ['far too much text', `https://fair.example/join/${ID}?${'x'.repeat(3000)}`],
])('refuses %s', (_name, text) => {
  expect(parseJoinLink(text)).toBeNull();
});

test('a code of either kind is read from its link', () => {
  for (const target of [
    { kind: 'session', id: ID },
    { kind: 'booth', code: 'k3QdXz81Lm0PqRs7TuVw2YbN' },
  ] as const) {
    expect(parseTargetLink(targetLink('https://fair.example/', target))).toEqual(target);
  }
});

test.each([
  'https://fair.example/b/short',
  'https://fair.example/k3QdXz81Lm0PqRs7TuVw2YbN',
  'b/k3QdXz81Lm0PqRs7TuVw2YbN',
  '',
])('nothing is read from %j', (text) => expect(parseTargetLink(text)).toBeNull());
