const MAX_LENGTH = 100;

/**
 * Checks whether a bucket may have this name: letters, digits and Supabase's signs, no slash, no
 * blank at either end.
 */
export function isBucketName(name: string): boolean {
  return (
    name.length <= MAX_LENGTH &&
    /^[\w!\-.*'()&$@=;:+,? ]+$/.test(name) &&
    name.trim() === name &&
    !/^\.{1,2}$/.test(name)
  );
}
