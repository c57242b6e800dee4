import { type Product, splitProductWords } from '@dragoman/domain/catalogue';
import { type Language, textDirection } from '@dragoman/domain/languages';
import { useState } from 'react';
import { cn } from '@/shared/ui/cn.ts';
import { type BubbleText, type BubbleTexts, roomFor } from './bubble-texts.ts';
import { MessageText } from './message-text.tsx';
import { ProductTerms } from './product-terms.tsx';

/** The place of a text that is still to come. */
export interface Awaited {
  place: 'main' | 'other';
  from: Language | null;
  to: Language;
}

/** Lines in a bubble are closer than on a page; each script keeps its own distance. */
const MAIN_LINES = 'leading-[calc(var(--leading-base)-0.2)]';
const OTHER_LINES = 'leading-[calc(var(--leading-xs)-0.1)]';

/** A bar in the middle of each line: the letters' own boxes overlap where lines are close. */
const BARS = 'before:bg-[linear-gradient(transparent_30%,var(--color-line)_30%_70%,transparent_70%)]';

interface BubbleWordsProps {
  texts: BubbleTexts;
  /** Null when no text is awaited. */
  awaited: Awaited | null;
  /** The viewer has hidden the other language. */
  folded: boolean;
  /** The id of the element with the other language. */
  otherId: string;
  /** Of a product of the catalogue, the first line of whose words is its name; null of other messages. */
  product: Product | null;
}

/**
 * The words of a message: what its viewer reads, large, and the other language below a hairline,
 * small. A translation comes into room that was kept for it, so that its neighbours do not move.
 */
export function BubbleWords({ texts, awaited, folded, otherId, product }: BubbleWordsProps) {
  // The room stays after the text has come: an estimate of one line too many must not move
  // anything either.
  const [kept, setKept] = useState(awaited);
  if (awaited && awaited.place !== kept?.place) setKept(awaited);
  // Without the other language there is one text: the original until the translation takes its place.
  const original = texts.other?.part === 'original' ? texts.other : texts.main;
  // Where nothing comes, it is given back.
  const blank = kept && (awaited || texts.other) && roomFor(original.text, kept.from, kept.to);
  const room = kept && blank ? { letters: blank, language: kept.to } : null;
  const isAwaitingMain = awaited?.place === 'main' && !folded;
  const main = isAwaitingMain ? null : texts.main;
  const other = isAwaitingMain ? original : texts.other;
  return (
    <>
      <Reserved room={kept?.place === 'main' ? room : null} shown={main === null} lines={MAIN_LINES}>
        {main && <Words {...main} lines={MAIN_LINES} isTitled={product !== null} />}
      </Reserved>
      {product && <ProductTerms product={product} />}
      {(other || (kept?.place === 'other' && (awaited || texts.other))) && (
        <div
          id={otherId}
          hidden={folded}
          className="mt-0.5 border-ink-soft/25 border-t pt-0.5 text-ink-soft text-xs"
        >
          <Reserved room={kept?.place === 'other' ? room : null} shown={other === null} lines={OTHER_LINES}>
            {other && <Words {...other} lines={OTHER_LINES} />}
          </Reserved>
        </div>
      )}
    </>
  );
}

interface WordsProps extends BubbleText {
  lines: string;
  /** The first line is a title. */
  isTitled?: boolean;
}

function Words({ part, text, language, lines, isTitled }: WordsProps) {
  const isTranslation = part === 'translation';
  const { name, description } = isTitled ? splitProductWords(text) : { name: '', description: text };
  return (
    <p
      dir={isTranslation && language ? textDirection(language) : 'auto'}
      lang={language ?? undefined}
      className={cn('min-w-0 whitespace-pre-wrap text-start [overflow-wrap:anywhere]', lines)}
    >
      {name && <strong className="block">{name}</strong>}
      {description && <MessageText text={description} />}
    </p>
  );
}

interface ReservedProps {
  /** Letters, never read, that take the room; null without it. */
  room: { letters: string; language: Language } | null;
  /** The room is shown as bars in the shape of lines. */
  shown: boolean;
  /** The class of its lines. */
  lines: string;
  children: React.ReactNode;
}

/** Lays a text into room that was kept for it: both are in one cell, as high as the higher one. */
function Reserved({ room, shown, lines, children }: ReservedProps) {
  if (!room) return children;
  return (
    <div className="grid min-w-0 *:[grid-area:1/1]">
      <span
        aria-hidden="true"
        lang={room.language}
        dir={textDirection(room.language)}
        // In a pseudo-element it is in no search, no selection and no copy.
        data-letters={room.letters}
        className={cn(
          'min-w-0 whitespace-pre-wrap text-start text-transparent [overflow-wrap:anywhere] before:content-[attr(data-letters)] before:[box-decoration-break:clone]',
          lines,
          shown ? cn('animate-pulse-soft', BARS) : 'invisible',
        )}
      />
      {children}
    </div>
  );
}
