import type { Row } from './account-source.ts';

/** A JSON list, a row a line. */
export async function* jsonList(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row);
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** A text that is there already. */
export async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

/** The rows of pages. */
export async function* each<T>(pages: AsyncIterable<readonly T[]>): AsyncGenerator<T> {
  for await (const page of pages) yield* page;
}
