import { checkAudio } from '@dragoman/functions/speech/audio-check';
import type { AudioConversion } from '@dragoman/functions/speech/convert-handler';
import { UnreadableRecordingError } from '@dragoman/functions/speech/speech-provider';
import type { AudioJob } from './audio-check-process.ts';

// A separate process that checks or converts recordings, one at a time: a malicious one can crash
// it, fill it or keep it busy, and the server continues. It sends 'ready' once, then one answer for
// each recording. See audio-check-process.ts.

process.on('disconnect', () => process.exit());
process.on('message', ({ kind, bytes }: AudioJob) => {
  const answer = kind === 'check' ? checkAudio(bytes) : convert(bytes);
  void answer.then((value) => process.send?.(value));
});
process.send?.('ready');

async function convert(bytes: Uint8Array<ArrayBuffer>): Promise<AudioConversion> {
  const checked = await checkAudio(bytes);
  if (!checked.ok) return checked;
  // The decoders take longer to load than most processes of this kind live.
  const [{ decodeRecording }, { wavOf }] = await Promise.all([
    import('./worker/decode-recording.ts'),
    import('./worker/wav.ts'),
  ]);
  try {
    return { ok: true, wav: await wavOf(await decodeRecording(bytes)) };
  } catch (error) {
    if (error instanceof UnreadableRecordingError) return { ok: false, fault: 'not-audio' };
    throw error;
  }
}
