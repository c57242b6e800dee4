/** A flat JSON object as the JSON text of its members: no number loses digits. Pure. */

/** Puts members together. @param fields JSON text by name */
export function joinFields(fields: Iterable<readonly [name: string, json: string]>): string {
  let text = '';
  for (const [name, json] of fields) text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${json}`;
  return `{${text}}`;
}

/**
 * A scalar as PostgreSQL's text: a string without its quotes, anything else as written; null for
 * JSON's null.
 */
export function scalarText(json: string): string | null {
  if (json === 'null') return null;
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
