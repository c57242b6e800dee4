import type { RequestScope } from './database-types.ts';

/**
 * The values of SCOPE_STATEMENT for a scope.
 * @param timeoutMs what counts for scopes that name no time of their own
 */
export function scopeValues(scope: RequestScope, timeoutMs: number): string[] {
  return [
    scope.role,
    claimsText(scope.claims),
    scope.method ?? '',
    scope.path ?? '',
    JSON.stringify(scope.headers ?? {}),
    searchPath(scope.schema),
    scope.readOnly ? 'on' : 'off',
    String(scope.timeoutMs ?? timeoutMs),
    scope.operation ?? '',
    textClaim(scope.claims.sub),
    textClaim(scope.claims.aal),
    scope.onePlan ? 'force_generic_plan' : 'auto',
  ];
}

const claimsTexts = new WeakMap<RequestScope['claims'], string>();

/**
 * Claims come out of the memory of verified tokens, so those of a caller are the same object again
 * and again.
 */
function claimsText(claims: RequestScope['claims']): string {
  let text = claimsTexts.get(claims);
  if (text === undefined) {
    text = JSON.stringify(claims);
    claimsTexts.set(claims, text);
  }
  return text;
}

/** Empty for a claim that is absent or no text: SQL then looks at all claims. */
function textClaim(claim: unknown): string {
  return typeof claim === 'string' ? claim : '';
}

/** The search path includes the schema of extensions, as on Supabase. */
function searchPath(schema = 'public'): string {
  const looked = schema === 'public' ? '' : `"${schema.replaceAll('"', '""')}", `;
  return `${looked}"public", "extensions"`;
}
