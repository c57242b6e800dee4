import { NORA } from '../../fixtures/people.ts';
import { type Walk, zh } from '../walk-context.ts';

/** A guest opens the code and joins its chat. */
export function guestArrivalSteps(walk: Walk): void {
  const { guest, step, picture, speaks } = walk;

  step('guest: the join page shows whose code it is', async () => {
    await guest.open(walk.join);
    await speaks(guest, 'zh');
    await guest.open(walk.join);
    await guest.reads(NORA.name);
    await guest.reads(NORA.company);
    await picture(guest, 'join');
  });
  step('guest: "Continue as guest" asks for a name', async () => {
    await guest.presses('link', zh('join.guestButton'));
    await guest.sees('textbox', zh('guest.name'));
  });
  step('guest: the field of the name has the focus', async () => {
    await guest.holds('a field with the focus', `document.activeElement.tagName === 'INPUT'`);
  });
  step('guest: enters a name and starts the chat', async () => {
    await guest.tab.type('李娜');
    await guest.presses('button', zh('guest.start'));
    await guest.isAt(/\/chat\//);
    await guest.sees('textbox', zh('chat.composer'));
  });
  step('guest: the composer is at the end of the screen', async () => {
    await guest.holds(
      'the composer in view',
      `(() => { const { top, bottom } = [...document.querySelectorAll('textarea')].pop().getBoundingClientRect();
        return top > innerHeight / 2 && bottom <= innerHeight; })()`,
    );
    await picture(guest, 'chat-empty');
  });
}
