import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { FOLLOW_ROW } from './form-values.ts';

/**
 * Brings a form that stays open to the row that was saved. What was typed while the save was under way is in no row yet: it
 * stays, as a change of the new row.
 * @param sent what stood in the form when it was sent.
 * @param row the form's values for the row that was saved, which the server may have tidied up.
 */
export function followSavedRow<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'getValues' | 'reset' | 'setValue'>,
  sent: Values,
  row: Values,
): void {
  const now = form.getValues();
  form.reset(row as DefaultValues<Values>, FOLLOW_ROW);
  for (const field of Object.keys(row) as Path<Values>[]) {
    // The reset has kept whatever differed from the old row.
    if (now[field] === sent[field]) form.setValue(field, row[field], { shouldDirty: true });
  }
}
