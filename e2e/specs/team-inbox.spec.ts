import { expect } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { test } from '../fixtures/test.ts';
import { bubble, expectChatOpen, send } from '../pages/chat-page.ts';
import { invite } from '../screens/scene.ts';

// The rules of booth teams are tested through the API, in apps/server/test/booth-teams.

const CHATS = '/vendor-dashboard/sessions';
const STILL = { reducedMotion: 'reduce' } as const;

test('two colleagues share one list, one of them answers, and the visitor sees who', async ({
  people,
  openPage,
}) => {
  const [nora, omar, wei] = await Promise.all([
    people.vendor(),
    people.vendor({ name: 'Omar Aziz', company: 'Cedar Works' }),
    people.visitor({ name: 'Chen Siyuan', company: 'Yuanshan' }),
  ]);
  const { error: refused } = await omar.client.rpc('accept_booth_invitation', { token: await invite(nora) });
  if (refused) throw refused;
  const chat = await people.meet(nora, wei);
  const { error } = await nora.client.rpc('release_chat', { session_id: chat });
  if (error) throw error;
  await people.sendMessage(wei, chat, { content: 'Is the lamp in stock?' });

  const owner = await openPage({ ...DESKTOP, ...STILL }, { as: nora });
  const colleague = await openPage({ ...PHONE, ...STILL }, { as: omar });
  const visitor = await openPage({ ...PHONE, ...STILL }, { as: wei });
  const entry = owner.getByRole('main').getByRole('listitem').filter({ hasText: 'Chen Siyuan' });

  await test.step('both see the chat that no one answers yet', async () => {
    for (const page of [owner, colleague]) {
      await page.goto(CHATS);
      await page.getByRole('button', { name: 'Unassigned 1' }).click();
      await expect(
        page.getByRole('main').getByRole('listitem').filter({ hasText: 'Chen Siyuan' }),
      ).toBeVisible();
    }
    await owner.getByRole('button', { name: /^All/ }).click();
  });

  await test.step('who writes answers it, which the other reads in the list', async () => {
    await colleague.getByRole('link', { name: 'Chat with Chen Siyuan' }).tap();
    await expectChatOpen(colleague, chat);
    await expect(bubble(colleague, 'Is the lamp in stock?')).toBeVisible();
    await visitor.goto(`/chat/${chat}`);
    await expectChatOpen(visitor, chat);
    await send(colleague, 'Yes, 200 of them.');
    await expect(entry).toContainText(/Omar Aziz. answers/);
    await expect(entry).toContainText('Yes, 200 of them.');
    await expect(owner.getByRole('button', { name: 'Unassigned 0' })).toBeVisible();
  });

  await test.step('the visitor reads the answer with the name of its writer', async () => {
    await expect(bubble(visitor, 'Yes, 200 of them.')).toBeVisible();
    await expect(visitor.getByRole('main').getByText('Omar Aziz').first()).toBeVisible();
  });

  await test.step('the other does not answer, too, and keeps the text', async () => {
    await owner.goto(`/chat/${chat}`);
    await expectChatOpen(owner, chat);
    await send(owner, 'We have 20.');
    await expect(owner.getByText(/^A colleague answers this chat/).first()).toBeVisible();
    await expect(bubble(visitor, 'We have 20.')).toHaveCount(0);
  });
});
