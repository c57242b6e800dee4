import { SAID } from '../../fixtures/dictionary.ts';
import { en, type Walk, zh } from '../walk-context.ts';

const LINK = 'https://harbour-lighting.example/catalogue?year=2026';
const LATER = 'Written without a network.';

/** The guest and the vendor write and speak in their chat, each in their own language; the guest leaves it. */
export function chatSteps(walk: Walk): void {
  const { browser, around, vendor, guest, step, picture, writes, goesTo } = walk;

  step('guest: writes a message', () => writes(guest, 'zh', SAID.zh.question.text));
  step('vendor: receives it without a reload', () => vendor.reads(SAID.zh.question.text));
  step('vendor: answers', () => writes(vendor, 'en', SAID.en.answer.text));
  step('guest: receives the answer without a reload', () => guest.reads(SAID.en.answer.text));
  step('vendor: sends a link', () => writes(vendor, 'en', `See ${LINK} please`));
  step('guest: the link leads there', async () => {
    await guest.holds('the link', `Boolean(document.querySelector('a[href="${LINK}"]'))`);
  });
  step('vendor: sends a telephone number', () =>
    writes(vendor, 'en', 'Call +971 50 123 4567, 500 pieces at 12 USD'),
  );
  step('guest: the number can be called', async () => {
    await guest.holds('the link', `Boolean(document.querySelector('a[href="tel:+971501234567"]'))`);
    await picture(guest, 'chat');
  });
  step('guest: bubbles stay in the screen', async () => {
    await guest.holds(
      'no message beyond the edge',
      `document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll('[role="log"] li')].every((element) => {
        const { left, right } = element.getBoundingClientRect();
        return left >= -1 && right <= innerWidth + 1;
      })`,
    );
  });
  step('guest: finds everything after a reload', async () => {
    await guest.open(walk.chat);
    await guest.reads(SAID.zh.question.text);
    await guest.reads(SAID.en.answer.zh);
    await guest.reads(LINK);
  });
  step('guest: opens the key facts of the chat', async () => {
    await guest.presses('button', zh('chat.shortcuts'));
    await guest.presses('menuitem', new RegExp(`${zh('facts.title')}|${zh('assistant.title')}`));
    await guest.sees('dialog');
    await guest.holds('the fact', `/500/.test(document.querySelector('[role="dialog"]')?.innerText ?? '')`);
  });
  step('guest: closes them with Escape', async () => {
    await guest.tab.press('Escape');
    await guest.holds('no dialog', `!document.querySelector('[role="dialog"]')`);
  });
  step('guest: the quick phrases open', async () => {
    // On a phone they lie on the keyboard.
    await guest.presses('textbox', zh('chat.composer'));
    await guest.presses('button', zh('phrases.open'));
    await guest.sees('searchbox');
    await guest.sees('button', /您好。/);
    await picture(guest, 'phrases');
  });
  step('guest: a quick phrase comes into the composer', async () => {
    await guest.presses('button', /您好。/);
    await guest.holds(
      'the phrase',
      `[...document.querySelectorAll('textarea')].some(({ value }) => value === '您好。')`,
    );
    await guest.presses('button', zh('chat.send'));
    await vendor.reads('您好。');
  });
  step('guest: the dialog of languages is in the screen', async () => {
    await guest.presses('button', zh('chat.changeLanguage'));
    await guest.sees('dialog');
    await guest.holds(
      'the dialog between the edges',
      `(() => { const { top, bottom } = document.querySelector('[role="dialog"]').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight + 1; })()`,
    );
    await picture(guest, 'language');
    await guest.tab.press('Escape');
  });
  step('guest: saves the vendor as a contact', async () => {
    await guest.presses('button', zh('chat.shortcuts'));
    await guest.presses('menuitem', zh('chat.saveContact'));
    await guest.holds('still the chat', `/chat/.test(location.pathname)`);
  });
  step('guest: writes without a network', async () => {
    around.wire.cut('everything');
    await writes(guest, 'zh', LATER);
  });
  step('guest: what was written leaves with the network', async () => {
    around.wire.restore();
    await vendor.reads(LATER);
  });
  if (browser.hasMicrophone) {
    step('vendor: records a voice message', async () => {
      around.hears(SAID.en.greeting.text);
      await vendor.presses('button', en('chat.voice.record'));
      // Long enough for a busy machine to see the pause button while it plays.
      // The length, and no time of day.
      await vendor.reads(/(?:^|\D)0:0[4-9]/);
      await vendor.presses('button', en('chat.voice.send'));
      await vendor.sees('button', en('chat.audioPlay'));
    });
    step('vendor: reads what was said', () => vendor.reads(SAID.en.greeting.text));
    step('guest: can play the voice message', async () => {
      await guest.presses('button', zh('chat.audioPlay'));
      await guest.sees('button', zh('chat.audioPause'));
    });
  }
  step('guest: the camera page', () => goesTo(guest, '/visitor-dashboard/scan', zh('scanner.title')));
}
