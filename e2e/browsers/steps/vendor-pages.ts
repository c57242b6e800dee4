import path from 'node:path';
import { NORA, SALMA } from '../../fixtures/people.ts';
import { en, type Walk } from '../walk-context.ts';

const PICTURE = path.resolve(import.meta.dirname, '../../../apps/web/public/icons/apple-touch-icon.png');

/** The vendor's pages besides the chat, and logging out and in again. */
export function vendorPageSteps(walk: Walk): void {
  const { browser, vendor, guest, step, entersPassword, picture, goesTo, email } = walk;

  step('vendor: the list of sessions shows both', async () => {
    await vendor.open('/vendor-dashboard/sessions');
    await vendor.reads('李娜');
    await vendor.reads(SALMA.name);
  });
  step('vendor: the visitors are listed', async () => {
    await vendor.open('/vendor-dashboard/contacts');
    await vendor.reads(SALMA.company);
  });
  step('vendor: sorts them', async () => {
    await vendor.presses('button', /^Company/);
    await vendor.reads(SALMA.company);
    await picture(vendor, 'contacts');
  });
  step('vendor: the leads are listed', async () => {
    await vendor.open('/vendor-dashboard/leads');
    await vendor.sees('button', new RegExp(SALMA.name));
    await picture(vendor, 'leads');
  });
  step('vendor: takes a note about a lead', async () => {
    await vendor.presses('button', new RegExp(SALMA.name));
    await vendor.fills('textbox', /^Note/, 'Wants 200 lamps');
    await vendor.reads(en('leads.private'));
    await vendor.tab.press('Escape');
    await vendor.reads('Wants 200 lamps');
  });
  step('vendor: analytics have figures', async () => {
    await goesTo(vendor, '/vendor-dashboard/analytics', en('analytics.title'));
    await picture(vendor, 'analytics');
  });
  step('vendor: the profile settings show the profile', async () => {
    await goesTo(vendor, '/vendor-dashboard/profile', en('profileSettings.title'));
    await vendor.holds(
      'the name',
      `[...document.querySelectorAll('input')].some(({ value }) => value === '${NORA.name}')`,
    );
  });
  if (browser.writesJpeg) {
    step('vendor: chooses a picture of themselves', async () => {
      await vendor.tab.chooseFiles('input[type="file"][accept*="image"]', [PICTURE]);
      await vendor.presses('button', 'Use picture');
      await vendor.holds(
        'the picture',
        `[...document.querySelectorAll('img')].some(({ src, naturalWidth }) => /avatars/.test(src) && naturalWidth > 0)`,
      );
    });
    step('guest: sees the picture in the chat', async () => {
      await guest.open(walk.chat);
      await guest.holds(
        'the picture',
        `[...document.querySelectorAll('img')].some(({ src, naturalWidth }) => /avatars/.test(src) && naturalWidth > 0)`,
      );
      await picture(guest, 'chat-picture');
    });
  } else {
    step('vendor: reads that their picture cannot be used', async () => {
      await vendor.tab.chooseFiles('input[type="file"][accept*="image"]', [PICTURE]);
      await vendor.reads(en('avatar.unreadable'));
    });
  }
  step('vendor: opens the glossary', async () => {
    await vendor.open('/vendor-dashboard/profile');
    await vendor.presses('link', en('terms.title'));
    await vendor.sees('heading', en('terms.title'));
    await vendor.sees('button', en('terms.add'));
  });
  step('vendor: opens the card box', async () => {
    await vendor.open('/vendor-dashboard/contacts');
    await vendor.presses('link', en('cardBox.title'));
    await vendor.reads(en('cardBox.text'));
  });
  step('vendor: logs out', async () => {
    await vendor.open('/vendor-dashboard');
    await vendor.presses('button', /^(?:Logout|Log out)$/);
    await vendor.isAt(/\/$/);
    await vendor.sees('link', 'Login');
  });
  step('vendor: logs in again', async () => {
    await vendor.open('/login');
    await vendor.fills('textbox', /^Email address/, email);
    await entersPassword(vendor);
    await vendor.presses('button', /^Sign in$/);
    await vendor.isAt(/\/vendor-dashboard$/);
    await vendor.reads('Active Sessions');
  });
}
