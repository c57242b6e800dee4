/** The room that the placeholder of a field lacks, px; none where it is whole. */
export function lackOfPlaceholder(field: HTMLInputElement | HTMLTextAreaElement): number {
  const pen = new OffscreenCanvas(1, 1).getContext('2d');
  if (!pen) throw new Error('No canvas to measure on');
  pen.font = getComputedStyle(field, '::placeholder').font;
  const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(field);
  const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
  return Math.max(0, pen.measureText(field.placeholder).width - (field.clientWidth - padding));
}
