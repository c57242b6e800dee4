import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allJobs } from '@/shared/offline/job-store.ts';
import { draft, sentContents, settle, setUp } from './outbox-test-setup.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a picture', () => {
  const picture = () =>
    draft('chat/picture-1.jpg', {
      attachment: {
        content: new Blob(['pixels'], { type: 'image/jpeg' }),
        name: 'photo.jpg',
        size: { width: 4, height: 3 },
      },
    });

  it('is kept with its bytes, and an upload that was cut goes on', async () => {
    const { outbox, server, shown, files, translate } = setUp();
    server.next('unreachable');
    await outbox.write(picture());
    await settle();
    expect(shown()).toEqual(['chat/picture-1.jpg: waiting']);
    expect(await allJobs(files, 'me')).toMatchObject([
      { data: { attachment: { name: 'photo.jpg', mediaType: 'image/jpeg' } } },
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.uploadUrls).toEqual([undefined, 'https://fair.example/upload/1']);
    expect(server.rows).toMatchObject([
      { type: 'file', file_name: 'photo.jpg', file_size: 6, picture_width: 4, picture_height: 3 },
    ]);
    expect(translate).not.toHaveBeenCalled();
    expect(await allJobs(files, 'me')).toEqual([]);
  });

  it('that is taken back while it is sent ends at once, and holds up nothing', async () => {
    const { outbox, server, shown, files } = setUp();
    server.next('hang');
    await outbox.write(picture());
    void outbox.write(draft('after it'));
    await settle();
    const [first] = outbox.get().jobs;
    await outbox.takeOut(first?.id ?? '');
    await settle();
    expect(sentContents(server)).toEqual(['after it']);
    expect(shown()).toEqual([]);
    expect(await allJobs(files, 'me')).toEqual([]);
  });

  it('goes out with the translation of its caption', async () => {
    const { outbox, server, translate } = setUp();
    const { attachment } = picture();
    if (!attachment) throw new Error('there is a picture');
    const captioned = { ...attachment, caption: 'Our lamp' };
    await outbox.write({ ...picture(), attachment: captioned, targetLanguage: 'zh' });
    await settle();
    expect(translate).toHaveBeenCalledWith(expect.objectContaining({ text: 'Our lamp', target: 'zh' }));
    expect(server.rows).toMatchObject([{ transcript: 'Our lamp', translated_content: '好' }]);
  });

  it('that cannot go lets the messages behind it pass, and files keep their order', async () => {
    const { outbox, server, shown, accepted } = setUp();
    server.next('hang');
    await outbox.write(picture());
    vi.advanceTimersByTime(1);
    await outbox.write(draft('one'));
    void outbox.write(draft('elsewhere', { sessionId: 'other chat' }));
    vi.advanceTimersByTime(1);
    await outbox.write({ ...picture(), content: 'chat/picture-2.jpg' });
    vi.advanceTimersByTime(1);
    await outbox.write(draft('two'));
    await settle();
    expect(sentContents(server)).toEqual(['one', 'elsewhere', 'two']);
    expect(shown()).toEqual(['chat/picture-1.jpg: sending', 'chat/picture-2.jpg: sending']);
    const [first, second] = outbox.get().jobs;
    expect(accepted.map(({ passed }) => passed)).toEqual([[first?.id], undefined, [first?.id, second?.id]]);
    await outbox.takeOut(first?.id ?? '');
    await settle();
    expect(sentContents(server)).toEqual(['one', 'elsewhere', 'two', 'chat/picture-2.jpg']);
  });

  it('that waits is shown among the messages in order of writing, and only it waits', async () => {
    const { outbox, server, shown } = setUp();
    server.next('unreachable', 'hang', 'hang');
    await outbox.write(picture());
    await settle();
    vi.advanceTimersByTime(1);
    void outbox.write(draft('one'));
    vi.advanceTimersByTime(1);
    void outbox.write({ ...picture(), content: 'chat/picture-2.jpg' });
    await settle();
    expect(shown()).toEqual(['chat/picture-1.jpg: waiting', 'one: sending', 'chat/picture-2.jpg: waiting']);
  });

  it('leaves the texts in the order in which they were written, also when the clock was put back', async () => {
    const { outbox, server, shown } = setUp();
    server.next('hang', 'hang');
    await outbox.write(picture());
    void outbox.write(draft('one'));
    vi.setSystemTime(Date.now() - 60_000);
    void outbox.write(draft('two'));
    await settle();
    expect(shown().filter((line) => !line.includes('picture'))).toEqual(['one: sending', 'two: sending']);
  });

  it('that another tab has taken back ends as well', async () => {
    const { outbox, server, files } = setUp();
    server.next('hang');
    await outbox.write(picture());
    await settle();
    const [first] = outbox.get().jobs;
    await files.remove('me', first?.id ?? '');
    await outbox.reload();
    await settle();
    expect(server.rows).toEqual([]);
    expect(outbox.get()).toMatchObject({ jobs: [], waiting: new Set() });
  });
});
