/**
 * The key under which the browser keeps the auth session (specification 3.5: a product-specific
 * key).
 */
export const AUTH_STORAGE_KEY = 'dragoman-auth';
