import { chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from '../../../e2e/fixtures/chromium-args.ts';
import { PHONE } from '../../../e2e/fixtures/devices.ts';
import { writeHistory } from '../../../e2e/fixtures/long-history.ts';
import { meetPeople, SIYUAN } from '../../../e2e/fixtures/people.ts';
import { startProductServer } from '../../../e2e/fixtures/product-server.ts';
import { signedInState } from '../../../e2e/fixtures/signed-in-state.ts';
import { OPERATOR_KEY } from '../../../e2e/fixtures/test.ts';
import { openChat } from '../../../e2e/pages/chat-page.ts';
import { row, walkUp } from '../../../e2e/pages/message-rows.ts';
import { ensureHeadlessBrowser } from '../../../scripts/lib/browser.ts';
import { ensureFonts } from '../../../scripts/lib/fonts.ts';
import { barePage } from '../floor/bare-page.ts';
import type { Line } from '../report.ts';
import { type Phone, SLOWDOWN, samples, slowed, tapLine, tapUntil } from './phone-taps.ts';

const HISTORY = 10_000;
const SAMPLES = 20;
const CHATS_LIST = '/vendor-dashboard/sessions';
const SCROLL = { distance: 40_000, speed: 4_000 };

/** The frames of a page while it scrolls. */
interface Frames {
  perSecond: number;
  /** Frames in which a part of the view showed no row. */
  blank: number;
}

/**
 * The chat as a thumb feels it, in Chromium with a phone's screen and a processor that is four
 * times slower: from a tap to its picture, and the frames of a scroll through 10,000 messages.
 * The floor is a page without a framework in the same browser, which adds a line, replaces a
 * list and scrolls as many lines.
 */
export async function measureChatScreen(): Promise<Line[]> {
  const executablePath = ensureHeadlessBrowser();
  ensureFonts();
  const server = await startProductServer({ SUPABASE_SECRET_KEY: OPERATOR_KEY });
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
  try {
    const people = await meetPeople(server.origin);
    const [vendor, visitor] = [await people.vendor(), await people.visitor(SIYUAN)];
    const [short, long] = [await people.meet(vendor, visitor), await people.meet(vendor, visitor)];
    await writeHistory(server.origin, short, [vendor, visitor], 50);
    const history = await writeHistory(server.origin, long, [vendor, visitor], HISTORY);
    const context = await browser.newContext({
      ...PHONE,
      baseURL: server.origin,
      storageState: signedInState(server.origin, vendor.session),
    });
    const bareContext = await browser.newContext(PHONE);
    // The compiler of this script names functions by a helper, which pages do not have.
    for (const each of [context, bareContext]) {
      await each.addInitScript('globalThis.__name = (named) => named');
    }
    const bare = await bareContext.newPage();
    await bare.setContent(barePage(HISTORY));
    const page = await context.newPage();

    await page.goto(CHATS_LIST);
    const [chat, bareChat] = [await slowed(page), await slowed(bare)];
    const opened = await samples(SAMPLES, async () => {
      const took = await tapUntil(chat, `a[href$="/chat/${short}"]`, '[role=log] [data-message]');
      await page.goBack();
      await page.locator(`a[href$="/chat/${short}"]`).waitFor();
      return took;
    });
    const bareOpened = await samples(SAMPLES, () => tapUntil(bareChat, '#open', '#list li[data-fresh]'));

    await openChat(page, short);
    const sent = await samples(SAMPLES, async (index) => {
      const text = `Sample ${index} leaves tomorrow`;
      await page.locator('textarea').fill(text);
      return tapUntil(chat, 'button[type=submit]', '[role=log] [data-message]', text);
    });
    const bareSent = await samples(SAMPLES, (index) =>
      tapUntil(bareChat, '#send', '#list li', `Line ${index}`),
    );

    await chat.session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await openChat(page, long);
    await walkUp(page, history[0]?.id ?? '');
    await row(page, history[0]?.id ?? '').waitFor();
    await chat.session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const scrolled = await scroll(chat, '[role=log]');
    await bare.setContent(barePage(HISTORY));
    const bareScrolled = await scroll(bareChat, '#list');
    return [
      tapLine('from the tap on send to the bubble on the screen', sent, bareSent, 50),
      tapLine('from the tap on a chat to its messages on the screen', opened, bareOpened, 150),
      {
        what: `frames a second, scrolling through ${HISTORY.toLocaleString('en')} messages`,
        product: `${scrolled.perSecond.toFixed(1)}, ${scrolled.blank} with blank places`,
        floor: `${bareScrolled.perSecond.toFixed(1)} (bare page)`,
        ratio: (scrolled.perSecond / bareScrolled.perSecond).toFixed(2),
        target: { text: '60 without blank places', met: scrolled.perSecond >= 59 && scrolled.blank === 0 },
      },
    ];
  } finally {
    await browser.close();
    await server.dispose();
  }
}

async function scroll({ page, session }: Phone, list: string): Promise<Frames> {
  const watching = await page.locator(list).evaluateHandle((view) => {
    const watch = { on: true, times: [] as number[], blank: 0 };
    const isBlank = () => {
      const box = view.getBoundingClientRect();
      return [0.1, 0.5, 0.9].some(
        (share) =>
          !document.elementFromPoint(box.left + box.width / 2, box.top + box.height * share)?.closest('li'),
      );
    };
    const look = (time: number) => {
      watch.times.push(time);
      if (isBlank()) watch.blank += 1;
      if (watch.on) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    return watch;
  });
  const box = await page.locator(list).boundingBox();
  if (!box) throw new Error(`${list} is not on the screen`);
  const before = await page.locator(list).evaluate(({ scrollTop }) => scrollTop);
  await session.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -SCROLL.distance,
    speed: SCROLL.speed,
    // A touch gesture moves nothing in a headless browser.
    gestureSourceType: 'mouse',
  });
  const scrolled = (await page.locator(list).evaluate(({ scrollTop }) => scrollTop)) - before;
  if (scrolled < SCROLL.distance / 2) throw new Error(`${list} has scrolled ${scrolled} px`);
  return watching.evaluate((watch) => {
    watch.on = false;
    const seconds = ((watch.times.at(-1) ?? 0) - (watch.times[0] ?? 0)) / 1_000;
    return { perSecond: (watch.times.length - 1) / seconds, blank: watch.blank };
  });
}
