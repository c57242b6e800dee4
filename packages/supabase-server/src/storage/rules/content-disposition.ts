/**
 * The Content-Disposition for `?download` (supabase-protocol 5.3): a value names the file, an empty
 * one leaves the name to the browser.
 * @returns null without the parameter: the browser may show the file
 */
export function contentDisposition(download: string | undefined): string | null {
  if (download === undefined) return null;
  if (download === '') return 'attachment;';
  // RFC 8187 keeps these four for itself, encodeURIComponent does not.
  const encoded = encodeURIComponent(download).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`;
}
