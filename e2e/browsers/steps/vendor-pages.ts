import path from 'node:path';
import { SALMA } from '../../fixtures/people.ts';
import { en, type Walk } from '../walk-context.ts';

const PICTURE = path.resolve(import.meta.dirname, '../../../apps/web/public/icons/apple-touch-icon.png');

/** The vendor's pages besides the chat, and logging out and in again. */
export function vendorPageSteps(walk: Walk): void {
  const { browser, vendor, step, entersPassword, picture, goesTo, email } = walk;

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
  const choosesPicture = async () => {
    const field = 'input[type="file"][accept*="image"]';
    await goesTo(vendor, '/vendor-dashboard/profile', en('profileSettings.title'));
    await vendor.holds('the field of the picture', `Boolean(document.querySelector('${field}'))`);
    await vendor.tab.chooseFiles(field, [PICTURE]);
  };
  if (browser.writesJpeg) {
    step('vendor: chooses a picture of themselves', async () => {
      await choosesPicture();
      await vendor.presses('button', 'Use picture');
      await vendor.holds(
        'the picture',
        `[...document.querySelectorAll('img')].some(({ src, naturalWidth }) => /avatars/.test(src) && naturalWidth > 0)`,
      );
    });
  } else {
    step('vendor: reads that their picture cannot be used', async () => {
      await choosesPicture();
      await vendor.reads(en('avatar.unreadable'));
    });
  }
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
