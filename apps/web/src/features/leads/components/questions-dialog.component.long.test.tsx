import type { LeadQuestion } from '@dragoman/domain/leads/lead-questions';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, json, rows } from '@/shared/testing/answers.ts';
import { lookFindings } from '@/shared/testing/looks.ts';
import { renderInApp } from '@/shared/testing/render-in-app.tsx';
import { expectToast } from '@/shared/testing/toasts.ts';
import type { Questionnaire } from '../api/questionnaire.ts';
import { QuestionsDialog } from './questions-dialog.tsx';

const TABLE = '/rest/v1/lead_questionnaires';
const VENDOR = '5f0c3a52-1a7e-4c59-8f0b-1b7d3d1c2a40';
const AMOUNT: LeadQuestion = { id: 'amount', kind: 'choice', label: 'ما الكمية؟', choices: ['100', '1000'] };
const DATE: LeadQuestion = { id: 'date', kind: 'text', label: 'By when?' };

const dialog = page.getByRole('dialog', { name: 'Questions' });
const save = dialog.getByRole('button', { name: 'Save questions' });
const question = (place: number) => dialog.getByRole('textbox', { name: new RegExp(`^Question .?${place}`) });

async function showQuestions(stored: object | null, language: 'en' | 'ar' = 'en') {
  answer(`GET ${TABLE}`, () => rows(stored ? [stored] : []));
  const onClose = vi.fn();
  await renderInApp(<QuestionsDialog ownerId={VENDOR} onClose={onClose} />, { language });
  await expect.element(page.getByRole('dialog').getByRole('button').first()).toBeVisible();
  return onClose;
}

test('a question needs its words, and is saved with its choices', async () => {
  const onClose = await showQuestions(null);
  await dialog.getByRole('button', { name: 'Add question' }).click();
  await save.click();
  await expect.element(dialog.getByText('Write the question')).toBeVisible();
  await question(1).fill(AMOUNT.label);
  await dialog.getByRole('combobox', { name: 'Answer' }).selectOptions('One of several');
  await dialog.getByRole('textbox', { name: 'Choices' }).fill('100\n1000');
  expect(await lookFindings()).toEqual([]);

  let saved: unknown;
  answer(`POST ${TABLE}`, async (request) => {
    saved = await request.json();
    return json([{ questions: [AMOUNT], version: 1 }], 201);
  });
  await save.click();
  await expectToast('Questions saved');
  expect(onClose).toHaveBeenCalledOnce();
  expect(saved).toEqual({ owner_id: VENDOR, questions: [{ ...AMOUNT, id: expect.any(String) }] });
});

test('questions that were changed meanwhile join those in the form', async () => {
  const onClose = await showQuestions({ questions: [AMOUNT], version: 1 });
  await dialog.getByRole('button', { name: 'Add question' }).click();
  await question(2).fill('Which port?');
  let stored: Questionnaire = { questions: [AMOUNT, DATE], version: 2 };
  answer(`GET ${TABLE}`, () => rows([stored]));
  answer(`PATCH ${TABLE}`, async (request) => {
    if (new URL(request.url).searchParams.get('version') !== `eq.${stored.version}`) return rows([]);
    const { questions } = (await request.json()) as Pick<Questionnaire, 'questions'>;
    stored = { questions, version: stored.version + 1 };
    return rows([stored]);
  });
  await save.click();
  await expect.element(page.getByText('Both versions are here')).toBeVisible();
  await expect.element(question(2)).toHaveValue('Which port?');
  await expect.element(question(3)).toHaveValue(DATE.label);
  expect(onClose).not.toHaveBeenCalled();

  await save.click();
  await expectToast('Questions saved');
  expect(stored.questions.map(({ label }) => label)).toEqual([AMOUNT.label, 'Which port?', DATE.label]);
});

test('looks right on a phone, in ar', async () => {
  await showQuestions({ questions: [AMOUNT, DATE], version: 1 }, 'ar');
  await expect.element(page.getByRole('textbox').first()).toHaveValue(AMOUNT.label);
  expect(await lookFindings()).toEqual([]);
});
