import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

// Right to left works by logical properties: a physical left or right stays where it is while the
// page turns round.

const SOURCE = join(import.meta.dirname, '../..');

/** Tailwind's physical utilities, with any variants and a minus before them. */
const UTILITY =
  /(?<![\w-])-?(?:[mp][lr]|scroll-[mp][lr]|left|right|border-[lr]|rounded-(?:l|r|tl|tr|bl|br))-(?:\[|\(|\d|auto|full|px|bubble|card|control|none|line|transparent)|(?<![\w-])(?:text|float|clear|origin)-(?:left|right)\b|(?<![\w-])(?:border-[lr]|rounded-[lr])(?=[\s'"`])/g;

/** Physical properties in style sheets and in `style={{ }}`. */
const PROPERTY =
  /(?<![\w-])(?:left|right|(?:margin|padding|border|inset)-?(?:left|right)[\w-]*|border-(?:top|bottom)-(?:left|right)-radius)\s*:|(?:text-align|float|clear)\s*:\s*['"]?(?:left|right)/gi;

/** Places in a window or a picture, which has no writing direction. */
const ALLOWED = [
  // sonner's own names for where toasts are.
  'shared/ui/overlay/toaster.tsx',
  // The position of a touch or of a button, in coordinates of the window.
  'features/chat/attachments/attach-menu.tsx',
  'features/chat/message-bubble/message-menu.tsx',
];

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (name) => /\.(tsx?|css)$/.test(name) && !/\.test\.tsx?$|\.d\.ts$/.test(name) && !ALLOWED.includes(name),
);

function physical(text: string, isStyle: boolean): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
  return [...(code.match(UTILITY) ?? []), ...(isStyle ? (code.match(PROPERTY) ?? []) : [])];
}

it('knows a physical class or property when it sees one', () => {
  for (const text of [
    'class="ml-2"',
    'sm:-left-1',
    "'hover:text-right'",
    'rounded-tl-card',
    'border-r ',
    'pr-[3px]',
  ]) {
    expect(physical(text, false), text).toHaveLength(1);
  }
  for (const text of ['margin-left: 1px', 'marginRight: 2', 'text-align: left', '{ right: 0 }']) {
    expect(physical(text, true), text).toHaveLength(1);
  }
  for (const text of [
    'ms-2 me-2 start-0 text-start rounded-ss-card border-e',
    'inset-inline: 0; align-left-x',
  ]) {
    expect(physical(text, true), text).toEqual([]);
  }
});

it('no source has one', () => {
  const found = files.flatMap((name) =>
    physical(readFileSync(join(SOURCE, name), 'utf8'), /\.(tsx|css)$/.test(name)).map(
      (what) => `${name}: ${what}`,
    ),
  );
  expect(found).toEqual([]);
});
