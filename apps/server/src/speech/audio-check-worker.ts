import { checkAudio } from '@dragoman/functions/speech/audio-check';

// A separate process that checks recordings, one at a time: a malicious one can crash it, fill it
// or keep it busy, and the server continues. It sends 'ready' once, then one AudioCheck for each
// recording. See audio-check-process.ts.

process.on('disconnect', () => process.exit());
process.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  void checkAudio(bytes).then((check) => process.send?.(check));
});
process.send?.('ready');
