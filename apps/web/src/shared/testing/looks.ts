import axe, { type RunOptions } from 'axe-core';
import { commands, page } from 'vitest/browser';
import {
  AXE_OPTIONS,
  AXE_TAGS,
  axeLines,
  findClipped,
  findMotion,
  findOverlapping,
  findSideways,
  findSmallTargets,
  LETTERS_PX,
  NARROW,
  spaceText,
  TARGET_PX,
  unspaceText,
} from './page-checks.ts';

/** The phone in a visitor's hand, and a laptop at a booth. */
export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1440, height: 900 };

/** What a whole page has, and a part of one has not. */
const RULES_OF_PAGES = ['region', 'landmark-one-main', 'page-has-heading-one'];

/** Longest time for parts that follow a change of size by script, on a busy machine. */
const SETTLE_MS = 5_000;
const POLL_MS = 50;

async function axeFindings(options: RunOptions): Promise<string[]> {
  const { violations } = await axe.run(document, { ...AXE_OPTIONS, ...options });
  return axeLines(violations);
}

const ALL_RULES: RunOptions = {
  runOnly: AXE_TAGS,
  rules: {
    ...AXE_OPTIONS.rules,
    ...Object.fromEntries(RULES_OF_PAGES.map((rule) => [rule, { enabled: false }])),
  },
};
/** What another colour scheme can change. */
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] }, rules: {} };

/**
 * Checks what is on screen: axe, its contrast in the dark too, the size of targets, motion, reflow at 320 px and
 * at 200% text, wider text spacing, and texts that are cut off or lie over one another.
 * @returns what is wrong, a line each; the page is as before afterwards, on a phone
 */
export async function lookFindings(): Promise<string[]> {
  const findings: string[] = [];
  const note = (how: string, found: string[]) => findings.push(...found.map((it) => `${how}: ${it}`));

  await page.viewport(PHONE.width, PHONE.height);
  await commands.emulateMedia({ colorScheme: 'dark' });
  note('dark', await axeFindings(CONTRAST));
  await commands.emulateMedia({ colorScheme: 'light' });
  note('light', await axeFindings(ALL_RULES));
  note(`smaller than ${TARGET_PX} px`, findSmallTargets(TARGET_PX));
  note('moves in spite of reduced motion', findMotion());
  note('clipped', await lasting(findClipped));
  note('overlapping', await lasting(findOverlapping));

  await commands.setLetterSize(2 * LETTERS_PX);
  note('too wide at 200% text', await lasting(findSideways));
  await commands.setLetterSize(LETTERS_PX);

  await page.viewport(NARROW.width, NARROW.height);
  note(`too wide for ${NARROW.width} px`, await lasting(findSideways));
  note(`clipped at ${NARROW.width} px`, await lasting(findClipped));
  note(`overlapping at ${NARROW.width} px`, await lasting(findOverlapping));
  await page.viewport(PHONE.width, PHONE.height);

  spaceText();
  note('too wide with text spacing', await lasting(findSideways));
  note('clipped with text spacing', await lasting(findClipped));
  unspaceText();
  return findings;
}

/** @returns what is found once parts that follow the window by script have had time to do so */
async function lasting(find: () => string[]): Promise<string[]> {
  const end = Date.now() + SETTLE_MS;
  let found = find();
  while (found.length > 0 && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    found = find();
  }
  return found;
}
