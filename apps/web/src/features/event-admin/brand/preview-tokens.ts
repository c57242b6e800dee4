/**
 * The tokens that a preview uses, as shared/styles/tokens.css has them: inside the page both
 * schemes are seen at once.
 */
export const PREVIEW_TOKENS = {
  light: {
    '--paper': '#fbf8f2',
    '--ink': '#10292d',
    '--ink-soft': '#4b6266',
    '--line': '#e5dece',
    '--primary': '#0b5c60',
    '--on-primary': '#ffffff',
    '--accent': '#f3a712',
    '--on-accent': '#2b1c00',
    '--bubble-own': '#d3ebe5',
  },
  dark: {
    '--paper': '#0b181b',
    '--ink': '#e9f0ee',
    '--ink-soft': '#a3b7b6',
    '--line': '#22373b',
    '--primary': '#63cbc2',
    '--on-primary': '#04211f',
    '--accent': '#f6b742',
    '--on-accent': '#2b1c00',
    '--bubble-own': '#12494a',
  },
} as const;
