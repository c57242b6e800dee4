import { expect } from '@playwright/test';
import { DESKTOP, PHONE } from '../fixtures/devices.ts';
import { SAID } from '../fixtures/dictionary.ts';
import { test } from '../fixtures/test.ts';
import { said, textOf } from '../fixtures/texts.ts';
import { bubble, composer, expectChatOpen, send } from '../pages/chat-page.ts';
import { closeToasts } from '../pages/toasts.ts';
import { invite } from '../screens/scene.ts';

// The rules of booth teams are tested through the API, in apps/server/test/booth-teams; the line of who answers and the notes in
// apps/web/src/features/chat/{team,notes}.

const CHATS = '/vendor-dashboard/sessions';
const STILL = { reducedMotion: 'reduce' } as const;

test('two colleagues share one list, one of them answers, and the visitor sees who @long', async ({
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
    // Not `send`: the field may have the refused text again before it was seen empty.
    await composer(owner).fill('We have 20.');
    await composer(owner).press('Enter');
    await expect(owner.getByText(/^A colleague answers this chat/).first()).toBeVisible();
    await expect(composer(owner)).toHaveValue('We have 20.');
    await expect(bubble(visitor, 'We have 20.')).toHaveCount(0);
  });

  await test.step('the other takes it over on purpose, and hands it back with a note', async () => {
    const line = owner.getByRole('main');
    await closeToasts(owner);
    await line.getByRole('button', { name: 'Take over' }).click();
    const question = owner.getByRole('dialog', { name: /^Take over from .Omar Aziz/ });
    await question.getByRole('button', { name: 'Take over' }).click();
    await expect(line.getByText('You answer')).toBeVisible();
    await expect(colleague.getByText(/Nora Whitfield. answers/)).toBeVisible();
    await line.getByRole('button', { name: 'Hand over' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Hand over the chat' });
    await dialog.getByText('Omar Aziz').click();
    await dialog.getByRole('textbox').fill('Wants a pallet by June');
    await dialog.getByRole('button', { name: 'Hand over' }).click();
    await expect(line.getByText(/Omar Aziz. answers/)).toBeVisible();
    await expect(colleague.getByText('You answer')).toBeVisible();
  });

  await test.step('who looks at the chat sees that a colleague replies', async () => {
    await composer(colleague).pressSequentially('I ask');
    await expect(owner.getByText(/Omar Aziz. is replying/)).toBeVisible();
    await composer(colleague).fill('');
    await expect(owner.getByText(/Omar Aziz. answers/)).toBeVisible();
  });

  await test.step('the team reads the note, the visitor does not', async () => {
    await colleague.getByRole('button', { name: textOf('en', 'chat.shortcuts') }).tap();
    await colleague.getByRole('menuitem', { name: /^Team notes/ }).tap();
    const notes = colleague.getByRole('dialog', { name: 'Team notes' });
    await expect(notes.getByText('Wants a pallet by June')).toBeVisible();
    // A colleague writes in another language.
    const { text, en } = SAID.zh.samples;
    const note = { session_id: chat, author_id: nora.profileId, language: 'zh', text };
    const { error: notAdded } = await nora.client.from('chat_notes').insert(note);
    if (notAdded) throw notAdded;
    await notes.getByRole('button', { name: said('teamNotes.translate') }).tap();
    await expect(notes.getByText(en)).toBeVisible();
    await expect(visitor.getByText('Wants a pallet by June')).toHaveCount(0);
  });
});
