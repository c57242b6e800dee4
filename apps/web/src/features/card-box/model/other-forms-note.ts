/** Between the forms of names in the note of a card that was scanned. */
export const OTHER_FORMS_GAP = ' · ';

/**
 * The note of a card after another form of a name was put into its field: the form that stood there takes the place of the chosen one,
 * so that both stay with the card. What somebody wrote themselves is left as it is.
 * @param chosen the form that is in the field now
 * @param replaced the one that was
 */
export function noteWithReplaced(note: string, chosen: string, replaced: string): string {
  const parts = note.split(OTHER_FORMS_GAP);
  if (parts.includes(chosen)) {
    return parts.map((part) => (part === chosen ? replaced : part)).join(OTHER_FORMS_GAP);
  }
  if (replaced === '' || note.includes(replaced)) return note;
  return note.trim() === '' ? replaced : `${note}${OTHER_FORMS_GAP}${replaced}`;
}
