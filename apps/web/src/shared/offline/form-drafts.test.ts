import { createFormControl } from 'react-hook-form';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDraft } from './draft-storage.ts';
import { endDraft, keepDraft } from './form-drafts.ts';

const NAME = 'form:1';
const ROW = { name: 'Nora', company: 'Weiss', phone: '111' };
const FOLLOW_ROW = { keepDirtyValues: true };

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A form over a row, as a page opens it. */
function openForm(row = ROW) {
  const { formControl } = createFormControl({ defaultValues: row, resetOptions: FOLLOW_ROW });
  const leave = keepDraft(NAME, formControl);
  return {
    ...formControl,
    leave,
    type: (field: keyof typeof ROW, text: string) => formControl.setValue(field, text, { shouldDirty: true }),
  };
}

it('a draft holds what was typed, and comes back over the row of that moment', () => {
  const form = openForm();
  form.type('name', 'Nora Weiss');
  form.leave();
  expect(readDraft(NAME)).toEqual({ name: 'Nora Weiss' });
  expect(openForm({ ...ROW, phone: '222' }).getValues()).toEqual({
    ...ROW,
    name: 'Nora Weiss',
    phone: '222',
  });
});

it('the id of the row that the form adds stays with what was typed, and is no field', () => {
  const { formControl } = createFormControl({ defaultValues: ROW });
  keepDraft(NAME, formControl, 'row-1');
  formControl.setValue('name', 'Nora Weiss', { shouldDirty: true });
  expect(readDraft(NAME)).toEqual({ name: 'Nora Weiss', ':row': 'row-1' });
  expect(openForm().getValues()).toEqual({ ...ROW, name: 'Nora Weiss' });
  formControl.setValue('name', ROW.name, { shouldDirty: true });
  expect(readDraft(NAME)).toBeNull();
});

it('an emptied field is a draft; a restored one is not', () => {
  const form = openForm();
  form.type('phone', '');
  expect(readDraft(NAME)).toEqual({ phone: '' });
  form.type('phone', '111');
  expect(readDraft(NAME)).toBeNull();
});

it('a row that changes under the form is no draft', () => {
  const form = openForm();
  form.type('name', 'Nora Weiss');
  form.reset({ ...ROW, phone: '222' }, FOLLOW_ROW);
  expect(readDraft(NAME)).toEqual({ name: 'Nora Weiss' });
});

it('a saved draft does not come back with the saved row, however the server has tidied it up', () => {
  const form = openForm();
  form.type('name', ' Nora Weiss ');
  endDraft(NAME, form);
  expect(readDraft(NAME)).toBeNull();
  form.reset({ ...ROW, name: 'Nora Weiss' }, FOLLOW_ROW);
  expect(readDraft(NAME)).toBeNull();
  expect(form.getValues()).toEqual({ ...ROW, name: 'Nora Weiss' });
});

it('a draft that was saved after its page was left is forgotten when the page is opened again', () => {
  const form = openForm();
  form.type('name', 'Nora Weiss');
  form.leave();
  openForm({ ...ROW, name: 'Nora Weiss' });
  expect(readDraft(NAME)).toBeNull();
});
