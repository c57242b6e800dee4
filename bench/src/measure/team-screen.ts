import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../../e2e/fixtures/chromium-args.ts';
import { PHONE } from '../../../e2e/fixtures/devices.ts';
import { meetPeople, type Person } from '../../../e2e/fixtures/people.ts';
import { startProductServer } from '../../../e2e/fixtures/product-server.ts';
import { signedInState } from '../../../e2e/fixtures/signed-in-state.ts';
import { OPERATOR_KEY } from '../../../e2e/fixtures/test.ts';
import { openChat } from '../../../e2e/pages/chat-page.ts';
import { invite } from '../../../e2e/screens/scene.ts';
import { ensureHeadlessBrowser } from '../../../scripts/lib/browser.ts';
import { ensureFonts } from '../../../scripts/lib/fonts.ts';
import { BARE_ACT, BARE_RESULT, showBareCall } from '../floor/bare-call.ts';
import type { Line } from '../report.ts';
import { type Phone, samples, slowed, tapLine, tapUntil } from './phone-taps.ts';

const SAMPLES = 12;
/** The line of a chat that says who answers it. */
const WHO_ANSWERS = 'p[role=status].truncate';
const TEAM = '/vendor-dashboard/team';

/**
 * What a booth's team waits for, in Chromium with a phone's screen and a processor that is four
 * times slower: from the tap that does it to its result on the screen. All of it waits for the
 * server. The floor is a page without a framework in the same browser, which makes the same call
 * and writes a word.
 */
export async function measureTeamScreen(): Promise<Line[]> {
  const executablePath = ensureHeadlessBrowser();
  ensureFonts();
  const server = await startProductServer({ SUPABASE_SECRET_KEY: OPERATOR_KEY });
  const { origin } = server;
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
  try {
    const people = await meetPeople(origin);
    const [nora, omar] = [await people.vendor(), await people.vendor({ name: 'Omar Aziz' })];
    const chat = await people.meet(nora, await people.visitor());
    const { supabaseKey: apiKey } = (await (await fetch(`${origin}/config.json`)).json()) as {
      supabaseKey: string;
    };
    const open = async (who: Person): Promise<Phone> => {
      const storageState = signedInState(origin, who.session);
      const context = await browser.newContext({ ...PHONE, baseURL: origin, storageState });
      // The compiler of this script names functions by a helper, which pages do not have.
      await context.addInitScript('globalThis.__name = (named) => named');
      return slowed(await context.newPage());
    };
    const bareContext = await browser.newContext(PHONE);
    await bareContext.addInitScript('globalThis.__name = (named) => named');
    const bare = await slowed(await bareContext.newPage());
    const bareCall = async (who: Person, name: string, body: object) => {
      await showBareCall(bare.page, { origin, apiKey, accessToken: who.session.access_token }, name, body);
      return tapUntil(bare, BARE_ACT, BARE_RESULT, 'done');
    };
    const owner = await open(nora);
    const colleague = await open(omar);

    const join = (token: string) => call(omar, 'accept_booth_invitation', { token });
    const leave = () => call(nora, 'remove_booth_member', { member_id: omar.profileId });
    const claim = () => call(nora, 'claim_chat', { session_id: chat, take_over: true });
    const release = () => call(nora, 'release_chat', { session_id: chat });

    const accepted = await samples(SAMPLES, async () => {
      await colleague.page.goto(`/team/${await invite(nora)}`);
      await colleague.page.getByRole('button', { name: 'Accept' }).waitFor();
      const took = await tapUntil(colleague, 'role=button[name="Accept"]', 'main li');
      await leave();
      return took;
    });
    const bareAccepted = await samples(SAMPLES, async () => {
      const took = await bareCall(omar, 'accept_booth_invitation', { token: await invite(nora) });
      await leave();
      return took;
    });
    await join(await invite(nora));

    await owner.page.goto(TEAM);
    const invited = await samples(SAMPLES, async () => {
      await owner.page.getByRole('button', { name: 'Invite a colleague' }).waitFor();
      const took = await tapUntil(
        owner,
        'role=button[name="Invite a colleague"]',
        '[role=dialog] svg[role=img]',
      );
      await owner.page.keyboard.press('Escape');
      await owner.page.getByRole('dialog').waitFor({ state: 'detached' });
      await revokeAll(nora);
      return took;
    });
    const bareInvited = await samples(SAMPLES, async () => {
      const took = await bareCall(nora, 'create_booth_invitation', {});
      await revokeAll(nora);
      return took;
    });

    await openChat(owner.page, chat);
    const claimed = await samples(SAMPLES, async () => {
      await release();
      await owner.page.getByRole('button', { name: 'Claim' }).waitFor();
      return tapUntil(owner, 'role=button[name="Claim"]', WHO_ANSWERS, 'You answer');
    });
    const bareClaimed = await samples(SAMPLES, async () => {
      await release();
      return bareCall(nora, 'claim_chat', { session_id: chat });
    });

    const handedOver = await samples(SAMPLES, async () => {
      await claim();
      await owner.page.getByRole('button', { name: 'Hand over' }).tap();
      const button = 'role=dialog >> role=button[name="Hand over"]';
      await owner.page.locator(button).waitFor();
      return tapUntil(owner, button, WHO_ANSWERS, 'Omar Aziz');
    });
    const bareHandedOver = await samples(SAMPLES, async () => {
      await claim();
      return bareCall(nora, 'hand_over_chat', { session_id: chat, member_id: omar.profileId });
    });
    return [
      tapLine('from the tap on “Claim” to “You answer”', claimed, bareClaimed),
      tapLine('from the second tap on “Hand over” to the colleague’s name', handedOver, bareHandedOver),
      tapLine('from the tap on “Invite a colleague” to the code', invited, bareInvited),
      tapLine('from the tap on “Accept” to the team', accepted, bareAccepted),
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function call({ client }: Person, name: string, body: object): Promise<void> {
  await client.rpc(name, body).throwOnError();
}

async function revokeAll({ client }: Person): Promise<void> {
  const { data } = await client
    .from('booth_invitations')
    .select('id')
    .is('used_at', null)
    .is('revoked_at', null)
    .throwOnError();
  for (const { id } of data as { id: string }[]) {
    await client.rpc('revoke_booth_invitation', { invitation_id: id }).throwOnError();
  }
}
