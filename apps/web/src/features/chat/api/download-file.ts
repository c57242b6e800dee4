/** Lets the browser save a text as a file. */
export function downloadFile(name: string, text: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Browsers read the address after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
