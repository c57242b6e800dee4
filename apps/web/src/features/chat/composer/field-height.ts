/** Makes the field as high as its text, up to the CSS maximum. */
export function fitHeight(field: HTMLTextAreaElement, text: string): void {
  field.style.height = 'auto';
  if (text) field.style.height = `${field.scrollHeight}px`;
}

/**
 * Fits the height whenever the width changes: a phone that is turned breaks lines elsewhere.
 * @returns a function that ends it
 */
export function fitToWidths(field: HTMLTextAreaElement): () => void {
  let width = field.clientWidth;
  const observer = new ResizeObserver(() => {
    if (field.clientWidth === width) return;
    width = field.clientWidth;
    fitHeight(field, field.value);
  });
  observer.observe(field);
  return () => observer.disconnect();
}
