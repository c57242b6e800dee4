import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const spellings = z.array(z.string()).optional();

const truthSchema = z.object({
  id: z.string(),
  kind: z.enum(['card', 'badge']),
  lang: z.enum(['en', 'zh', 'ar']),
  degradation: z.string(),
  files: z.object({ clean: z.string(), degraded: z.string() }),
  qr: z.object({ type: z.string(), text: z.string() }).nullable(),
  fields: z.object({
    /** Every spelling is printed on the item; any one is right. */
    name: spellings,
    company: spellings,
    designation: spellings,
    email: z.string().nullish(),
    /** The numbers as printed; any one is right. Faxes are not among them. */
    phone: spellings,
    website: z.string().nullish(),
    /** Null must stay empty. */
    whatsapp: z.string().nullish(),
    wechat: z.string().nullish(),
  }),
  /** The country of numbers that are printed without its code. */
  region: z.string().nullish(),
  /** All printed text, line by line; sets without it use the fields instead. */
  printed: z.array(z.string()).optional(),
  /** The half that an item of the own set belongs to. */
  half: z.enum(['tuning', 'unseen']).optional(),
});

/** The contents of a picture of a test set. */
export type Truth = z.output<typeof truthSchema>;

export const LOOKS = ['clean', 'degraded'] as const;
export type Look = (typeof LOOKS)[number];

/** Reads a folder's truth.json. @throws when it is missing or has another form */
export async function readTruth(folder: string): Promise<Truth[]> {
  const text = await readFile(path.join(folder, 'truth.json'), 'utf8');
  return z.array(truthSchema).parse(JSON.parse(text));
}
