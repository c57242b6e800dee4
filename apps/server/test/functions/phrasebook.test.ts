import type { FunctionsHttpError } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignedIn, startTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let user: SignedIn;

beforeAll(async () => {
  server = await startTestServer();
  user = await server.person({ role: 'visitor' });
});
afterAll(() => server.stop());

async function translate(text: string, sourceLanguage: string, targetLanguage: string) {
  const { data, error } = await user.client.functions.invoke('translate', {
    body: { text, sourceLanguage, targetLanguage },
  });
  if (!error) return data as unknown;
  return { status: ((error as FunctionsHttpError).context as Response).status };
}

it.each([
  ['What is the FOB price?', 'en', 'zh', 'FOB价格是多少？'],
  ['What is the FOB price?', 'en', 'ar', 'ما السعر بشرط FOB؟'],
  ['你们可以发货到沙特吗？', 'zh', 'ar', 'هل يمكنكم الشحن إلى السعودية؟'],
  [
    '交货期是15天。请把形式发票发给我。',
    'zh',
    'en',
    'The delivery time is 15 days. Please send me a proforma invoice.',
  ],
  ['نحتاج إلى ٥٠٠ قطعة قبل ١٥ مارس', 'ar', 'zh', null],
  ['نود طلب ٥٠٠ قطعة', 'ar', 'zh', '我想订500件'],
  ['هل لديكم مضخات مياه؟', 'ar', 'en', 'Do you have water pumps?'],
] as const)(
  'answers %s (%s to %s) without any engine, or says that it cannot',
  async (text, source, target, expected) => {
    expect(await translate(text, source, target)).toEqual(
      expected
        ? {
            translatedText: expected,
            engine: 'phrasebook',
          }
        : { status: 503 },
    );
  },
);
