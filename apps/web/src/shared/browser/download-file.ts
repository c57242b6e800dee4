/** The event of `window` after a file was handed to the browser. */
export const FILE_OFFERED = 'dragoman-file-offered';

/**
 * Lets the browser save something as a file.
 * @param mediaType of a text; a blob brings its own
 */
export function downloadFile(name: string, content: string | Blob, mediaType?: string): void {
  const blob =
    typeof content === 'string' ? new Blob([content], { type: mediaType ?? 'text/plain' }) : content;
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  window.dispatchEvent(new Event(FILE_OFFERED));
  // Browsers read the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
