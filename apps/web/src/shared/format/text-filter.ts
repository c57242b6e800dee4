/**
 * A filter of the REST interface that finds a text within a column, each sign of the text for
 * itself.
 */
export interface TextFilter {
  operator: 'like' | 'match';
  value: string;
}

/**
 * @param text the searched text
 * @returns a pattern, or for an asterisk a regular expression, because the interface reads it as
 * `%`
 */
export function containing(text: string): TextFilter {
  return text.includes('*')
    ? { operator: 'match', value: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') }
    : { operator: 'like', value: `%${text.replace(/[\\%_]/g, '\\$&')}%` };
}
