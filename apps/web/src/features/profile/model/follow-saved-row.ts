import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { FOLLOW_ROW } from './form-values.ts';

/**
 * Updates an open form to the saved row. Text typed during the save is in no row yet: it stays, as
 * a change of the new row.
 * @param sent the form's values when it was sent
 * @param row the form's values for the saved row, which the server may have normalised
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
