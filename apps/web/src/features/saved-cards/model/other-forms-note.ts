/** Between the forms of names in the note of a card that was scanned. */
export const OTHER_FORMS_GAP = ' · ';

/**
 * Updates a card's note after the user chose another form of a name: the replaced form takes the
 * chosen one's place in the note, so that the card keeps both. Text typed by the user is not
 * changed.
 * @param chosen the form that is in the field now
 * @param replaced the form that was in the field before
 */
export function noteWithReplaced(note: string, chosen: string, replaced: string): string {
  const parts = note.split(OTHER_FORMS_GAP);
  if (parts.includes(chosen)) {
    return parts.map((part) => (part === chosen ? replaced : part)).join(OTHER_FORMS_GAP);
  }
  if (replaced === '' || note.includes(replaced)) return note;
  return note.trim() === '' ? replaced : `${note}${OTHER_FORMS_GAP}${replaced}`;
}
