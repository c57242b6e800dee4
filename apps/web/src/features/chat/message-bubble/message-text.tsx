import { useEffect, useState } from 'react';
import { cn } from '@/shared/ui/cn.ts';
import { isShortCode, splitCodes } from './message-codes.ts';
import type { TextPiece } from './message-links.ts';

type SplitLinks = (message: string) => TextPiece[];

/**
 * A pattern that every address or number matches; most messages do not, and skip the link search.
 */
const MAY_HAVE_LINK = /[\w-]\.[a-z]|:\/\/|@|(?:\+|00)[1-9]/i;

let splitLinks: SplitLinks | undefined;
let loading: Promise<SplitLinks | undefined> | undefined;

/**
 * The text of a message, in which addresses and numbers are links that open beside the chat, and
 * product codes are not broken at a hyphen.
 */
export function MessageText({ text }: { text: string }) {
  const split = useSplitLinks(MAY_HAVE_LINK.test(text));
  if (!split) return <PlainText text={text} />;
  return split(text).map((piece, i) =>
    piece.kind === 'text' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text that never changes.
      <PlainText key={i} text={piece.text} />
    ) : (
      // Isolated and left to right, so that an Arabic sentence does not tear an address apart.
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text that never changes.
      <bdi key={i} dir="ltr">
        <a
          href={piece.href}
          {...(piece.href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer' })}
          className={cn(
            'underline decoration-current/50 underline-offset-2 hover:decoration-current',
            piece.href.startsWith('tel:') ? 'whitespace-nowrap' : '[overflow-wrap:anywhere]',
          )}
        >
          {piece.text}
        </a>
      </bdi>
    ),
  );
}

function PlainText({ text }: { text: string }) {
  return splitCodes(text).map((piece, i) =>
    i % 2 === 0 ? (
      piece
    ) : (
      // With letters of twice the size a long code may be longer than a line.
      <bdi
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text that never changes.
        key={i}
        dir="ltr"
        className={isShortCode(piece) ? 'whitespace-nowrap' : 'min-[17rem]:whitespace-nowrap'}
      >
        {piece}
      </bdi>
    ),
  );
}

/**
 * The finder of links, once something needs it; until it has been loaded a message is plain text.
 */
function useSplitLinks(wanted: boolean): SplitLinks | undefined {
  const [, setLoaded] = useState(splitLinks !== undefined);
  useEffect(() => {
    if (!wanted || splitLinks) return;
    let gone = false;
    void loadSplitLinks().then(() => {
      if (!gone) setLoaded(true);
    });
    return () => {
      gone = true;
    };
  }, [wanted]);
  return wanted ? splitLinks : undefined;
}

function loadSplitLinks(): Promise<SplitLinks | undefined> {
  loading ??= import('./message-links.ts').then(
    (module) => {
      splitLinks = module.splitLinks;
      return splitLinks;
    },
    () => {
      // Without a network the text stays plain; the next message with an address tries again.
      loading = undefined;
      return undefined;
    },
  );
  return loading;
}
