import { describe, expect, it } from 'vitest';
import { splitLinks } from './message-links.ts';

/** The links of a message as `text -> href`. */
function links(message: string): string[] {
  return splitLinks(message).flatMap((piece) =>
    piece.kind === 'link' ? [`${piece.text} -> ${piece.href}`] : [],
  );
}

function whole(message: string): string {
  return splitLinks(message)
    .map(({ text }) => text)
    .join('');
}

const FOUND: [message: string, ...expected: string[]][] = [
  [
    'See https://harbour.example/lamps?x=1#a.',
    'https://harbour.example/lamps?x=1#a -> https://harbour.example/lamps?x=1#a',
  ],
  ['(www.example.com)', 'www.example.com -> http://www.example.com/'],
  ['at example.com, stand 4', 'example.com -> http://example.com/'],
  ['HTTPS://EXAMPLE.COM/Path', 'HTTPS://EXAMPLE.COM/Path -> https://example.com/Path'],
  ['nora@harbour.example', 'nora@harbour.example -> mailto:nora@harbour.example'],
  ['mailto:nora@harbour.example', 'mailto:nora@harbour.example -> mailto:nora@harbour.example'],
  ['Call +971 50 555 0142.', '+971 50 555 0142 -> tel:+971505550142'],
  ['0086 (21) 5555-0142', '0086 (21) 5555-0142 -> tel:+862155550142'],
  ['http://127.0.0.1:3000/join/a', 'http://127.0.0.1:3000/join/a -> http://127.0.0.1:3000/join/a'],
  // Chinese needs no spaces, and its punctuation is not part of an address.
  ['请看https://example.com/灯，谢谢。', 'https://example.com/ -> https://example.com/'],
  ['网址：example.com。还有', 'example.com -> http://example.com/'],
  ['（https://example.com/a）', 'https://example.com/a -> https://example.com/a'],
  ['请打+86 21 5555 0142，谢谢', '+86 21 5555 0142 -> tel:+862155550142'],
  ['邮箱nora@example.com。', 'nora@example.com -> mailto:nora@example.com'],
  // Arabic: prefixes are written together with the word, and have commas of their own.
  ['زوروا https://example.com/a، شكرا', 'https://example.com/a -> https://example.com/a'],
  ['وexample.com؟', 'example.com -> http://example.com/'],
  [
    'https://example.com/wiki/تجارة_2026.',
    'https://example.com/wiki/تجارة_2026 -> https://example.com/wiki/%D8%AA%D8%AC%D8%A7%D8%B1%D8%A9_2026',
  ],
  [
    'one https://a.example/ two https://b.example/',
    'https://a.example/ -> https://a.example/',
    'https://b.example/ -> https://b.example/',
  ],
];

const NOT_FOUND = [
  'javascript:alert(1)',
  'JaVaScRiPt://example.com/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://example.com/x',
  '//example.com/x',
  // The host is the part after the @.
  'https://bank.example@other.example/',
  'https://bank.example:443@other.example/',
  // Cyrillic а and е, Greek omicron, a Latin letter with a dot below.
  'https://аpple.com',
  'аpple.com',
  'https://examplе.com',
  'exampleο.com',
  'example.comе',
  'https://exạmple.com',
  // Not numbers to call.
  'Model 500-3000K, 12.50 USD',
  '1767258000000',
  '+12',
  'version 1.2.3',
  'a.b',
];

describe('links in messages', () => {
  it.each(FOUND)('finds those of %j', (message, ...expected) => {
    expect(links(message)).toEqual(expected);
    expect(whole(message)).toBe(message);
  });

  it.each(NOT_FOUND)('makes none of %j', (message) => {
    expect(links(message)).toEqual([]);
    expect(whole(message)).toBe(message);
  });

  it('never lets the text reverse what an address says', () => {
    // A right-to-left override inside the address ends it there.
    expect(links('https://example.com/\u202Egpj.exe')).toEqual([
      'https://example.com/ -> https://example.com/',
    ]);
  });

  it('reads the longest message there is at once', () => {
    const message = 'www.'.repeat(1_250);
    expect(whole(message)).toBe(message);
    const phones = '+1 '.repeat(1_666);
    expect(whole(phones)).toBe(phones);
  });
});
