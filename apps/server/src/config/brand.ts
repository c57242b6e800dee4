import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const brandSchema = z
  .object({
    name: z.string().min(1).max(60).default('Dragoman'),
    company: z.string().max(100).default(''),
    email: z.string().max(320).default(''),
    phone: z.string().max(50).default(''),
    website: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    whatsapp: z.string().max(50).default(''),
    /** Who the footer's 'powered by' names. */
    footerCredit: z.string().max(100).default('Dragoman'),
  })
  .strict();

/** What an organiser puts on the product: names and contact details shown on pages. Empty values are not shown. */
export type Brand = z.output<typeof brandSchema>;

/**
 * Reads `brand.json` from the data directory; without the file the product's own name is used.
 * @throws when the file is no JSON or holds a wrong value, naming each.
 */
export function loadBrand(dataDir: string): Brand {
  const file = path.join(dataDir, 'brand.json');
  if (!existsSync(file)) return brandSchema.parse({});
  const parsed = brandSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.join('.') || 'brand.json'}: ${issue.message}`,
  );
  throw new Error(`${file} cannot be used: ${problems.join('; ')}`);
}
