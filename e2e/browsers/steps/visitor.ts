import { SAID } from '../../fixtures/dictionary.ts';
import { NORA, newEmail, SALMA } from '../../fixtures/people.ts';
import { ar, type Walk } from '../walk-context.ts';

/** A visitor with an account signs up in Arabic and starts a chat with the vendor. */
export function visitorSteps(walk: Walk): void {
  const { visitor, step, entersPassword, picture, goesTo, writes, speaks } = walk;

  step('visitor: the login page is in Arabic, from right to left', async () => {
    await visitor.open('/login');
    await speaks(visitor, 'ar');
    await goesTo(visitor, '/login', ar('auth.title'));
    await visitor.holds('the direction', `document.documentElement.dir === 'rtl'`);
    await picture(visitor, 'login-ar');
  });
  step('visitor: signs up', async () => {
    await visitor.presses('button', ar('auth.toSignUp'));
    await visitor.fills('textbox', new RegExp(`^${ar('auth.email')}`), newEmail());
    await entersPassword(visitor);
    await visitor.presses('button', new RegExp(`^${ar('auth.signUp')}$`));
    await visitor.isAt(/\/visitor-setup$/);
  });
  step('visitor: skips the pass', () => visitor.presses('button', ar('visitorSetup.skip')));
  step('visitor: keeps Arabic', async () => {
    await visitor.reads('العربية');
    await picture(visitor, 'wizard');
    await visitor.presses('button', ar('visitorSetup.next'));
  });
  step('visitor: enters the details', async () => {
    await visitor.fills('textbox', new RegExp(`^${ar('profileForm.name')}`), SALMA.name);
    await visitor.fills('textbox', new RegExp(`^${ar('profileForm.company')}`), SALMA.company);
    await visitor.presses('button', ar('visitorSetup.submit'));
    await visitor.isAt(/\/visitor-dashboard$/);
  });
  step('visitor: sees the vendors', async () => {
    await visitor.open('/visitor-dashboard/contacts');
    await visitor.reads(NORA.company);
    await picture(visitor, 'contacts-ar');
  });
  step('visitor: starts a chat with the vendor', async () => {
    await visitor.presses('button', new RegExp(ar('contacts.startChat')));
    await visitor.isAt(/\/chat\//);
    await visitor.sees('textbox', ar('chat.composer'));
  });
  step('visitor: writes in Arabic', () => writes(visitor, 'ar', SAID.ar.question.text));
  step('visitor: the chat runs from right to left', async () => {
    await visitor.holds(
      'the direction',
      `getComputedStyle(document.querySelector('[role="log"]')).direction === 'rtl'`,
    );
    await picture(visitor, 'chat-ar');
  });
}
