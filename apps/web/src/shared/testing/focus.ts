/** @returns whether the focused control shows its focus: by its outline, or that of the box around it */
export function showsFocus(): boolean {
  const isDrawn = (element: Element, pseudo?: string) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element, pseudo);
    // Without an alpha the last number is the blue.
    const isTransparent = /^rgba\(.*, 0\)$/.test(outlineColor);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && !isTransparent;
  };
  const focused = document.activeElement;
  // A radio button is drawn by its label, a select over its words by the form.
  const boxes = [focused, focused?.parentElement, focused?.closest('label')];
  return boxes.some((box) => box && (isDrawn(box) || isDrawn(box, '::after')));
}
