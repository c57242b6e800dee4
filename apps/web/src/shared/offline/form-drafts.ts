import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { forgetDraft, ROW_ID, readDraft, writeDraft } from './draft-storage.ts';

type DraftedForm<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'getValues' | 'reset' | 'subscribe'
>;

/**
 * Keeps a form's input through reloads and trips to another page, in this tab only, until the form
 * is saved. Never use it on a form with a password.
 * @param name a key of the form and its owner, `vendor-setup:<user id>` say.
 * @param rowId of the row that the form adds, see {@link useRowId}
 * @returns a function that forgets the draft, to be called when the form is saved or given up.
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
  rowId?: string,
): () => void {
  useEffect(() => keepDraft(name, form, rowId), [name, form, rowId]);
  return () => endDraft(name, form);
}

/**
 * The id of the row that a form saves: that of its draft, so that what is saved again after a
 * reload, because the answer was lost, is the same row.
 * @param name of the draft
 * @param make gives the id where there is no draft
 */
export function useRowId(name: string, make: () => string): string {
  const [id] = useState(() => (readDraft(name) as StoredDraft | null)?.[ROW_ID] ?? make());
  return id;
}

type StoredDraft = { [ROW_ID]?: string };

/**
 * The part of {@link useFormDraft} that needs no component. A draft holds only the fields that
 * differ from what the form started from: with the others in it, values that were changed elsewhere
 * meanwhile would be written back.
 * @param rowId stays with the draft
 * @returns a function that keeps no more of the form; the draft stays.
 */
export function keepDraft<Values extends FieldValues>(
  name: string,
  form: DraftedForm<Values>,
  rowId?: string,
): () => void {
  const { [ROW_ID]: _, ...draft } = { ...readDraft(name) } as FieldValues & StoredDraft;
  const unsubscribe = form.subscribe({
    formState: { values: true },
    callback: ({ values, defaultValues }) => {
      const typed = differingFields(values, defaultValues ?? {});
      if (Object.keys(typed).length > 0) writeDraft(name, rowId ? { ...typed, [ROW_ID]: rowId } : typed);
      else forgetDraft(name);
    },
  });
  // Subscribed by now, so that a draft which has been saved after all, by a page that was left
  // meanwhile, is forgotten.
  if (Object.keys(draft).length > 0) {
    form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
  }
  return unsubscribe;
}

/**
 * Marks the form's values as untouched: it follows the saved row, and a difference from that is no
 * draft.
 */
export function endDraft<Values extends FieldValues>(name: string, form: DraftedForm<Values>): void {
  form.reset(form.getValues(), { keepDirtyValues: false, keepFieldsRef: true });
  forgetDraft(name);
}

function differingFields(values: FieldValues, start: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => value !== start[field]));
}
