import { checkAudio } from '@dragoman/functions/speech/audio-check';

// A process of its own that looks into recordings, one at a time: a malicious one can end it, fill it or keep it busy, and the
// server goes on. It says 'ready' once, then one AudioCheck for each recording. See audio-check-process.ts.

process.on('disconnect', () => process.exit());
process.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  void checkAudio(bytes).then((check) => process.send?.(check));
});
process.send?.('ready');
