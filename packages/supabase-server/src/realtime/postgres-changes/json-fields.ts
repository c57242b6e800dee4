/**
 * Takes the text of a flat JSON object apart without parsing the values: numbers beyond a double's
 * precision (int8, numeric) go to the subscriber digit by digit as PostgreSQL wrote them, and a
 * column can be left out without rewriting the others. Pure.
 */

/**
 * Strings are consumed whole, so that a bracket or comma inside one does not count as structure.
 */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s"{}[\],:]+/g;

/**
 * @param text JSON text of an object, as PostgreSQL's jsonb prints it
 * @returns each member's JSON text by its name, in the order of the text
 * @throws {SyntaxError} when the text is no object
 */
export function jsonFields(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  let depth = 0;
  let name: string | null = null;
  let start = -1;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (depth === 1 && (token === ',' || token === '}') && name !== null) {
      fields.set(name, text.slice(start, index).trim());
      name = null;
    } else if (depth === 1 && name === null && token.startsWith('"')) {
      name = JSON.parse(token) as string;
      start = -1;
    } else if (depth === 1 && token === ':' && start === -1) {
      start = index + 1;
    }
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
  }
  if (!text.trimStart().startsWith('{') || depth !== 0) throw new SyntaxError('the text is no JSON object');
  return fields;
}

/** Puts members back together. @param fields JSON text by name */
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
