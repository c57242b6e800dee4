import { useState } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { useProfile } from '@/entities/profile/profile-query.ts';
import type { Profile } from '@/shared/api/database-types.ts';
import { answer, json } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { LETTERS_PX } from '@/shared/testing/page-checks.ts';
import { person } from '@/shared/testing/people.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import { LanguageDialog } from './language-dialog.tsx';

const WRITER = person();
const SAVE = 'PATCH /rest/v1/profiles';

const dialog = page.getByRole('dialog', { name: 'Change Language' });
const radio = (name: string) => dialog.getByRole('radio', { name });

/** The dialog as a chat opens it. */
function Opened() {
  const [open, setOpen] = useState(true);
  return <LanguageDialog me={useProfile().data ?? WRITER} open={open} onOpenChange={setOpen} />;
}

function answerSaves(): void {
  answer(SAVE, async (request) => json({ ...WRITER, ...((await request.json()) as Partial<Profile>) }));
}

async function showDialog(writer = WRITER): Promise<void> {
  await renderInApp(<Opened />, { as: writer, language: writer.language });
  await expect.element(page.getByRole('radio', { checked: true })).toBeInTheDocument();
}

test('a language that is refused is not chosen, and can be chosen again', async () => {
  answer(SAVE, () => json({ code: '23514', message: 'closed', details: null, hint: null }, 400));
  await showDialog();
  await radio('العربية').click({ force: true });
  await expectToast('Error', 'Failed to update language. Please try again.');
  await expect.element(radio('English')).toBeChecked();

  answerSaves();
  await radio('العربية').click({ force: true });
  await expectToast('Language Updated', 'Your language preference has been updated.');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('the arrow keys choose, and leave the dialog open', async () => {
  answerSaves();
  await showDialog();
  radio('English').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expectToast('Language Updated');
  await expect.element(radio('中文')).toBeChecked();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('looks right on a phone', async () => {
  await showDialog();
  expect(await lookFindings()).toEqual([]);
});

describe('with letters of twice the size', () => {
  afterEach(() => commands.setLetterSize(LETTERS_PX));

  test.each(['en', 'ar'] as const)(
    'the choices fit, and a toast leaves the title free, in %s',
    async (language) => {
      await commands.setLetterSize(2 * LETTERS_PX);
      answerSaves();
      await showDialog(person({ language }));
      const labels = [...document.querySelectorAll<HTMLElement>('[role=dialog] label')];
      expect(
        labels.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        'wider than its place',
      ).toEqual([0, 0, 0]);

      // By the keyboard the dialog stays open.
      page.getByRole('radio', { checked: true }).element().focus();
      await userEvent.keyboard('{ArrowDown}');
      const toast = page.getByRole('listitem');
      await expect.element(toast).toBeVisible();
      const title = page.getByRole('dialog').getByRole('heading');
      await expect
        .poll(() => toast.element().getBoundingClientRect().top)
        .toBeGreaterThanOrEqual(title.element().getBoundingClientRect().bottom);
    },
  );
});
