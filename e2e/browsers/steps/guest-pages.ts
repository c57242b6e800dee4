import { NORA } from '../../fixtures/people.ts';
import { type Walk, zh } from '../walk-context.ts';

/** The guest's pages besides the chat. */
export function guestPageSteps(walk: Walk): void {
  const { guest, step, picture, goesTo } = walk;

  step('guest: the dashboard of a guest', async () => {
    await guest.open('/visitor-dashboard');
    await guest.reads(zh('overview.activeSessions'));
    await picture(guest, 'guest-dashboard');
  });
  step('guest: the list of sessions', async () => {
    await guest.open('/visitor-dashboard/sessions');
    await guest.reads(NORA.name);
  });
  step('guest: the camera page', async () => {
    await goesTo(guest, '/visitor-dashboard/scan', zh('scanner.title'));
  });
}
