import { z } from 'zod';
import { findMetadataProblem, isMetadata, type Metadata } from '../rules/user-metadata.ts';

/** A text that may be left out; null and '' count as left out, as clients of this protocol send either. */
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value || null);

/** Custom fields of a user; null counts as left out. Checked, not copied: a key named __proto__ stays a key. */
export const userData = z
  .custom<Metadata>(isMetadata, { error: 'must be an object' })
  .superRefine((data, ctx) => {
    const problem = isMetadata(data) ? findMetadataProblem(data) : null;
    if (problem) ctx.addIssue({ code: 'custom', message: problem });
  })
  .nullish()
  .transform((value) => value ?? null);

const CHALLENGE = /^[\w.~-]{43,128}$/;

/** The PKCE challenge of a sign-up, an e-mail change and the like (wire facts A4, A6). */
export const pkceFields = {
  code_challenge: optionalText.refine((value) => value === null || CHALLENGE.test(value), {
    error: 'must have 43 to 128 letters, digits or one of - . _ ~',
  }),
  code_challenge_method: optionalText.refine((value) => value === null || /^(s256|plain)$/i.test(value), {
    error: 'must be s256 or plain',
  }),
};
