import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const PREFIX = 'dragoman-draft-';

/**
 * Keeps what was typed into a form through reloads and trips to another page, in this tab only, until the form is
 * saved. Never use it on a form with a password.
 * @param name a key of the form and its owner, `vendor-setup:<user id>` say.
 * @returns a function that forgets the draft, to be called when the form is saved.
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
): () => void {
  useEffect(() => {
    const draft = readDraft(name);
    if (draft) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        writeDraft(name, values);
      },
    });
  }, [name, form]);
  return () => forgetDraft(name);
}

/** Forgets every draft; part of signing out. */
export function clearFormDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) remove(key);
  } catch {
    // Without storage there are no drafts.
  }
}

/** @returns what was kept under a name, which anybody may have changed meanwhile, or null. */
export function readDraft(name: string): Record<string, never> | null {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps something of a form beside its values, in this tab only: the step of a wizard, say. */
export function writeDraft(name: string, values: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {
    // A full or forbidden storage costs the draft, nothing else.
  }
}

export function forgetDraft(name: string): void {
  remove(PREFIX + name);
}

function remove(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // As above.
  }
}
