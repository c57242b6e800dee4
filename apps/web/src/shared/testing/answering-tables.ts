import type { Supabase } from '../api/supabase.ts';

export type Answer = { data?: object | null; error?: { code: string } };

/**
 * Tables of a server whose answers are given, in order.
 * @returns what it was asked, too: each act with its row or its filter
 */
export function answeringTables(...answers: Answer[]) {
  const asked: unknown[][] = [];
  const answer = () => {
    const { data = null, error = null } = answers.shift() ?? {};
    const result = { data, error };
    return Object.assign(Promise.resolve(result), {
      throwOnError: async () => {
        if (error) throw error;
        return result;
      },
    });
  };
  const rows = { eq: () => rows, select: () => ({ single: answer, maybeSingle: answer }) };
  const ask = (act: string) => (row: object) => {
    asked.push([act, row]);
    return rows;
  };
  const select = () => ({
    eq(...filter: unknown[]) {
      asked.push(['read', ...filter]);
      return { maybeSingle: answer };
    },
  });
  const from = () => ({ insert: ask('insert'), update: ask('update'), select });
  return { asked, supabase: { from } as unknown as Supabase };
}
