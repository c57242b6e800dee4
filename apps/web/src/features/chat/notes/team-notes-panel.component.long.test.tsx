import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import type { TeamNote } from './team-notes.ts';
import { TeamNotesPanel } from './team-notes-panel.tsx';

const OMAR = person({ name: 'Omar Aziz', company: 'Cedar Works' });
const NOTE: TeamNote = {
  id: 'note',
  session_id: 'chat',
  owner_id: 'nora',
  author_id: 'nora',
  language: 'en',
  text: 'Wants a pallet by June',
  handed_to: OMAR.id,
  translations: {},
  created_at: '2026-01-05T08:00:00+00:00',
  author: { name: 'Nora Whitfield' },
  receiver: { name: 'Omar Aziz' },
};
const OWN: TeamNote = { ...NOTE, id: 'own', author_id: OMAR.id, text: 'I call the factory', handed_to: null };
const TRANSLATED: TeamNote = {
  ...NOTE,
  id: 'translated',
  author_id: null,
  author: null,
  language: 'zh',
  text: '他想要铜灯',
  handed_to: null,
  translations: { en: { text: 'He wants brass lamps', engine: 'dictionary' } },
};

const NOTES = '/rest/v1/chat_notes';

test('the team reads notes, each in its own language, adds some, and deletes its own', async () => {
  answer(`GET ${NOTES}`, () => rows([NOTE, TRANSLATED]));
  await renderInApp(<TeamNotesPanel me={OMAR} chatId="chat" open onOpenChange={() => {}} />, { as: OMAR });
  const panel = page.getByRole('dialog', { name: 'Team notes' });
  const item = (text: string) => panel.getByRole('listitem').filter({ hasText: text });
  await expect.element(panel.getByText('Only your team sees these notes.')).toBeVisible();
  await expect.element(item('Wants a pallet by June')).toHaveTextContent('Nora Whitfield');
  await expect.element(item('Wants a pallet by June')).toHaveTextContent('Handed to \u2068You\u2069');
  await expect.element(item('He wants brass lamps')).toHaveTextContent('A former colleague');
  await panel.getByRole('button', { name: 'Show original' }).click();
  await expect.element(panel.getByText('他想要铜灯')).toBeVisible();
  expect(panel.getByRole('button', { name: 'Delete' }).elements()).toEqual([]);

  const text = panel.getByRole('textbox', { name: 'New note' });
  answer(`POST ${NOTES}`, () => json({ code: 'PT409', message: 'Full' }, 409));
  await text.fill('I call the factory');
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect.element(text).toHaveAccessibleDescription(/^This chat has 500 notes already/);
  await expect.element(text).toHaveValue('I call the factory');
  expect(await lookFindings()).toEqual([]);

  let written: unknown;
  answer(`POST ${NOTES}`, async (request) => {
    written = await request.json();
    return new Response(null, { status: 201 });
  });
  answer(`GET ${NOTES}`, () => rows([NOTE, TRANSLATED, OWN]));
  await panel.getByRole('button', { name: 'Add note' }).click();
  await expect.element(item('I call the factory')).toHaveTextContent('You');
  await expect.element(text).toHaveValue('');
  expect(written).toMatchObject({ session_id: 'chat', author_id: OMAR.id, text: 'I call the factory' });

  answer(`DELETE ${NOTES}`, () => new Response(null, { status: 204 }));
  answer(`GET ${NOTES}`, () => rows([NOTE, TRANSLATED]));
  await item('I call the factory').getByRole('button', { name: 'Delete' }).click();
  await expect.element(panel.getByRole('button', { name: 'Keep' })).toHaveFocus();
  await panel.getByRole('button', { name: 'Delete' }).click();
  await expect.element(item('I call the factory')).not.toBeInTheDocument();
});
