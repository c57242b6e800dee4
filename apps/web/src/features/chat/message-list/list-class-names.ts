/**
 * Around the list of messages: where it scrolls, what is in there, and the place of its rows.
 * Contents without room in it cover nothing else.
 */
export const LIST_CLASS_NAMES = {
  box: 'relative flex min-h-0 flex-1 flex-col overflow-clip',
  view: 'min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-auto [overflow-anchor:none] focus-visible:-outline-offset-2',
  content: 'safe-x flex min-h-full flex-col justify-end',
  rows: 'relative shrink-0',
  row: [
    'absolute inset-x-0 focus-visible:outline-none',
    'data-shown:[&:focus_[data-bubble]]:outline-2 data-shown:[&:focus_[data-bubble]]:outline-accent data-shown:[&:focus_[data-bubble]]:outline-offset-2',
    '[&:focus-visible_[data-bubble]]:outline-2 [&:focus-visible_[data-bubble]]:outline-primary [&:focus-visible_[data-bubble]]:outline-offset-2',
  ].join(' '),
} as const;
