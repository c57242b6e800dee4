import type { Hand } from './hand.ts';
import { chatSteps } from './steps/chat.ts';
import { guestArrivalSteps } from './steps/guest-arrival.ts';
import { vendorArrivalSteps } from './steps/vendor-arrival.ts';
import { vendorPageSteps } from './steps/vendor-pages.ts';
import { visitorSteps } from './steps/visitor.ts';
import type { RunningBrowser } from './tab.ts';
import { createWalk, type Step, type Surroundings } from './walk-context.ts';

/**
 * A guest, a vendor and a visitor with accounts, in three languages: the actions of people at a
 * fair, screen by screen.
 * @returns the steps, to be run in this order; and `end`, which closes the tabs
 */
export async function walk(
  browser: RunningBrowser,
  around: Surroundings,
): Promise<{ steps: Step[]; hands: Record<string, Hand>; end(): Promise<void> }> {
  const context = await createWalk(browser, around);
  vendorArrivalSteps(context);
  guestArrivalSteps(context);
  chatSteps(context);
  visitorSteps(context);
  vendorPageSteps(context);

  const { vendor, guest, visitor, step, steps } = context;
  const hands = { vendor, guest, visitor };
  for (const [name, hand] of Object.entries(hands)) {
    step(`${name}: no uncaught error in any page`, async () => {
      const errors = hand.tab.errors();
      if (errors.length > 0) throw new Error(errors.join('; '));
    });
  }

  return {
    steps,
    hands,
    async end() {
      for (const { tab } of Object.values(hands)) await tab.close();
    },
  };
}
