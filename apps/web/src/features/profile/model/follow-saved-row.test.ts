import { createFormControl } from 'react-hook-form';
import { expect, it } from 'vitest';
import { followSavedRow } from './follow-saved-row.ts';
import { FOLLOW_ROW } from './form-values.ts';

const ROW = { name: 'Nora', company: 'Weiss', phone: '111' };

function openForm() {
  const { formControl } = createFormControl({ defaultValues: ROW, resetOptions: FOLLOW_ROW });
  formControl.subscribe({ formState: { values: true }, callback: () => {} });
  return formControl;
}

function type(form: ReturnType<typeof openForm>, field: keyof typeof ROW, text: string): void {
  form.setValue(field, text, { shouldDirty: true });
}

it('what was sent becomes the row, as the server has tidied it up', () => {
  const form = openForm();
  type(form, 'name', ' Nora Weiss ');
  const sent = form.getValues();
  followSavedRow(form, sent, { ...ROW, name: 'Nora Weiss' });
  expect(form.getValues()).toEqual({ ...ROW, name: 'Nora Weiss' });
});

it('what was typed meanwhile stays, in fields that were sent and in others', () => {
  const form = openForm();
  type(form, 'name', 'Nora W');
  const sent = form.getValues();
  type(form, 'name', 'Nora Weiss');
  type(form, 'company', 'Weiss & Co');
  followSavedRow(form, sent, { ...ROW, name: 'Nora W' });
  expect(form.getValues()).toEqual({ ...ROW, name: 'Nora Weiss', company: 'Weiss & Co' });
});

it('what was sent counts as untouched, and what was typed meanwhile does not, when the row changes again', () => {
  const form = openForm();
  type(form, 'phone', '222');
  const sent = form.getValues();
  type(form, 'company', 'Weiss & Co');
  followSavedRow(form, sent, { ...ROW, phone: '222' });
  form.reset({ name: 'Nora', company: 'Elsewhere', phone: '333' }, FOLLOW_ROW);
  expect(form.getValues()).toEqual({ name: 'Nora', company: 'Weiss & Co', phone: '333' });
});
