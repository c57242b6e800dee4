import { errorCode } from './error-message.ts';

/**
 * The server cuts an answer at 1,000 rows or at what its operator has set (supabase-protocol 3.3).
 */
const PAGE = 1000;
/**
 * The code with which the server refuses an answer of too many bytes: long rows come in smaller
 * pages.
 */
export const ANSWER_TOO_LARGE = 'PT413';

interface Page<Row> {
  data: Row[];
  /** The number of all rows; ask with `{ count: 'exact' }`. */
  count: number | null;
}

/**
 * Reads a list that may be longer than one response.
 * @param readPage reads the rows `from` to `to`, both counted from 0 and inclusive, in a stable
 * order
 * @throws the error of `readPage`; a partial list is never returned
 */
export async function readAllRows<Row>(
  readPage: (from: number, to: number) => PromiseLike<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let size = PAGE;
  for (;;) {
    const page = await readPage(rows.length, rows.length + size - 1).then(undefined, (error: unknown) => {
      if (errorCode(error) !== ANSWER_TOO_LARGE || size === 1) throw error;
      return null;
    });
    if (page === null) {
      size = Math.ceil(size / 2);
      continue;
    }
    const { data, count } = page;
    for (const row of data) rows.push(row);
    // Compares with the count, not with the length of the page: the operator's limit may be smaller
    // than ours.
    if (data.length === 0 || (count !== null && rows.length >= count)) return rows;
  }
}
