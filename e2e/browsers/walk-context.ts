import path from 'node:path';
import { newEmail, PASSWORD } from '../fixtures/people.ts';
import { type Language, textOf } from '../fixtures/texts.ts';
import { Hand } from './hand.ts';
import type { RunningBrowser } from './tab.ts';

/** One thing that a person does, and the result that they must see. */
export interface Step {
  name: string;
  /** @throws when the expected result does not appear; the message names it */
  run(): Promise<void>;
}

/** The environment that a walk needs besides its browser. */
export interface Surroundings {
  /** The origin of the product. */
  origin: string;
  /** A connection to the product that the walk can interrupt. */
  wire: { origin: string; cut(what: 'everything' | 'services'): void; restore(): void };
  /** Sets the text that the speech provider recognises in the next recording. */
  hears(text: string): void;
  /** The folder for screenshots. */
  screenshots: string;
}

/** The people, steps and helpers that all parts of the walk share. */
export interface Walk {
  browser: RunningBrowser;
  around: Surroundings;
  vendor: Hand;
  guest: Hand;
  visitor: Hand;
  /** The vendor's address. */
  email: string;
  /** The path of the chat that the vendor's code opens; empty until the vendor has generated it. */
  chat: string;
  /** The path of the join page of the same code. */
  join: string;
  steps: Step[];
  step(name: string, run: () => Promise<void>): void;
  /** Takes a screenshot for people to look at; a failure to draw it fails no step. */
  picture(hand: Hand, name: string): Promise<void>;
  goesTo(hand: Hand, address: string, heading: string): Promise<void>;
  writes(hand: Hand, language: Language, text: string): Promise<void>;
  /** Chooses the interface's language for the pages that the hand opens next. */
  speaks(hand: Hand, language: Language): Promise<unknown>;
  entersPassword(hand: Hand): Promise<void>;
}

export const en = (key: string) => textOf('en', key);
export const zh = (key: string) => textOf('zh', key);
export const ar = (key: string) => textOf('ar', key);

/** @returns a walk without steps, with a tab for each person */
export async function createWalk(browser: RunningBrowser, around: Surroundings): Promise<Walk> {
  const phone = { width: 390, height: 844, isPhone: true };
  const desk = { width: 1280, height: 860, isPhone: false };
  const steps: Step[] = [];
  return {
    browser,
    around,
    vendor: new Hand(await browser.open({ ...desk, locale: 'en-US' }), around.origin),
    guest: new Hand(await browser.open({ ...phone, locale: 'zh-CN' }), around.wire.origin),
    visitor: new Hand(await browser.open({ ...phone, locale: 'ar' }), around.origin),
    email: newEmail(),
    chat: '',
    join: '',
    steps,
    step: (name, run) => steps.push({ name, run }),
    // A busy machine may not draw in time, which is no fault of the product.
    picture: (hand, name) =>
      hand.tab
        .screenshot(path.join(around.screenshots, `${name}.png`))
        .catch(() => console.log(`  no picture: ${name}`)),
    goesTo: (hand, address, heading) => hand.open(address).then(() => hand.sees('heading', heading)),
    async writes(hand, language, text) {
      await hand.fills('textbox', textOf(language, 'chat.composer'), text);
      await hand.presses('button', textOf(language, 'chat.send'));
      await hand.reads(text);
    },
    speaks: (hand, language) =>
      hand.tab.evaluate(
        `(() => { document.cookie = 'dragoman-language=${language};path=/'; localStorage.setItem('dragoman-language', '${language}'); return true; })()`,
      ),
    async entersPassword(hand) {
      await hand.holds(
        'the field of the password',
        `(() => { const field = document.querySelector('input[type="password"]'); field && field.focus(); return Boolean(field); })()`,
      );
      await hand.tab.type(PASSWORD);
    },
  };
}
