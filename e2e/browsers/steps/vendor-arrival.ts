import { NORA } from '../../fixtures/people.ts';
import { en, type Walk } from '../walk-context.ts';

/** A vendor signs up, fills in a profile and generates a code. */
export function vendorArrivalSteps(walk: Walk): void {
  const { vendor, step, entersPassword, picture, goesTo, speaks, email } = walk;

  step('vendor: the landing page shows its headline', async () => {
    await vendor.open('/');
    await speaks(vendor, 'en');
    await goesTo(vendor, '/', en('landing.headline'));
  });
  step('vendor: the page has its styles', async () => {
    await vendor.holds(
      'a button with a background and a margin around the page',
      `[...document.querySelectorAll('button, a')].some((element) => {
        const { backgroundColor, borderRadius } = getComputedStyle(element);
        return !/rgba\\(0, 0, 0, 0\\)|transparent/.test(backgroundColor) && parseFloat(borderRadius) > 2;
      })`,
    );
    await picture(vendor, 'landing');
  });
  step('vendor: the skip link covers nothing until it has the focus', () =>
    vendor.holds(
      'the skip link above the screen',
      `document.querySelector('a[href="#content"]').getBoundingClientRect().bottom <= 0`,
    ),
  );
  step('vendor: "I\'m a Vendor" leads to the login page', async () => {
    await vendor.presses('link', /I'm a Vendor/);
    await vendor.isAt(/\/login\?role=vendor$/);
    await vendor.sees('heading', 'Welcome Back');
  });
  step('vendor: signs up', async () => {
    await vendor.presses('button', "Don't have an account? Sign up");
    await vendor.fills('textbox', /^Email address/, email);
    await entersPassword(vendor);
    await vendor.presses('button', /^Sign up$/);
    await vendor.isAt(/\/vendor-setup$/);
  });
  step('vendor: fills in the profile', async () => {
    await vendor.fills('textbox', /^Name/, NORA.name);
    await vendor.fills('textbox', /^Company/, NORA.company);
    await vendor.fills('textbox', /^Phone/, '+971 4 555 0142');
    await picture(vendor, 'setup');
    await vendor.presses('button', en('vendorSetup.save'));
    await vendor.reads('Profile created successfully!');
    await vendor.isAt(/\/vendor-dashboard$/);
  });
  step('vendor: generates a code', async () => {
    await vendor.presses('link', /^Generate QR/);
    await vendor.presses('button', 'Generate New QR Code');
    await vendor.sees('img', /QR code/);
    walk.chat = String(
      await vendor.tab.evaluate(
        `[...document.querySelectorAll('a[href^="/chat/"]')].pop().getAttribute('href')`,
      ),
    );
    walk.join = walk.chat.replace('/chat/', '/join/');
  });
  step('vendor: the code is 200 px large', async () => {
    await vendor.holds(
      'a picture of 200 px',
      `[...document.querySelectorAll('svg, img, canvas')].some((element) => Math.round(element.getBoundingClientRect().width) === 200)`,
    );
  });
  step('vendor: opens the chat of the code', async () => {
    await vendor.presses('link', /^Join Session/);
    await vendor.sees('textbox', en('chat.composer'));
  });
}
