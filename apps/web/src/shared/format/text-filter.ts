/** A filter of the REST interface that finds a text within a column, each sign of the text for itself. */
export interface TextFilter {
  operator: 'like' | 'match';
  value: string;
}

/**
 * @param text that is looked for
 * @returns a pattern, or, since no pattern can mean an asterisk (the interface takes it for `%`), a regular expression
 */
export function containing(text: string): TextFilter {
  return text.includes('*')
    ? { operator: 'match', value: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') }
    : { operator: 'like', value: `%${text.replace(/[\\%_]/g, '\\$&')}%` };
}
