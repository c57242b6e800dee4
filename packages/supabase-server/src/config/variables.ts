import { z } from 'zod';

const BOOLEANS: Record<string, boolean> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
};

/** true, false, 1, 0, yes, no, on or off. */
export const boolean = z.string().transform((value, ctx) => {
  const known = BOOLEANS[value.toLowerCase()];
  if (known === undefined) ctx.addIssue({ code: 'custom', message: 'must be true or false' });
  return known ?? false;
});

export const flag = (fallback: boolean) => boolean.default(fallback);

/** A whole number within bounds. */
export const whole = (fallback: number, min: number, max: number) =>
  z
    .string()
    .refine((value) => /^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      message: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)
    .default(fallback);

/** Schema of a rate limit; 0 turns the limit off. */
export const limit = (fallback: number) => whole(fallback, 0, 1_000_000);

/** An origin or base address, kept without a trailing slash. */
export const httpUrl = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    message: 'must be an http or https URL',
  })
  .transform((value) => value.replace(/\/+$/, ''))
  .nullable()
  .default(null);

export const text = z.string().nullable().default(null);
