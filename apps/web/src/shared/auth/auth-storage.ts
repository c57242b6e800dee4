/** Where the browser keeps the auth session (spec section 3: a product-specific key). */
export const AUTH_STORAGE_KEY = 'dragoman-auth';
