import { errorCode } from './error-message.ts';

/**
 * What the database says to an id that it has already. Some tables count before they compare ids,
 * so that the last row that has a place meets a full list (PT409, PT413) or a limit (PT429).
 */
const MAY_BE_THERE: readonly unknown[] = ['23505', 'PT409', 'PT413', 'PT429'];

type Answer<Row> = { data: Row; error: null } | { data: unknown; error: object };

/**
 * Adds a row whose id this device has chosen, the same for each attempt, so that an attempt whose
 * answer was lost adds no second one.
 * @param insert an attempt
 * @param find the row that an earlier attempt has added, made what this one says; null for none
 * @returns the row
 * @throws PostgrestError the refusal, where no earlier attempt has added the row
 */
export async function insertOnce<Row>(
  insert: PromiseLike<Answer<Row>>,
  find: () => PromiseLike<{ data: Row | null }>,
): Promise<Row> {
  const { data, error } = await insert;
  if (!error) return data as Row;
  const found = MAY_BE_THERE.includes(errorCode(error)) ? (await find()).data : null;
  if (found === null) throw error;
  return found;
}
