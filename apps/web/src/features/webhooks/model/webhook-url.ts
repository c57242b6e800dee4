/** @returns whether a text may be the address of an endpoint; the server looks up where it leads */
export function isWebhookUrl(text: string): boolean {
  if (text.length > 1000) return false;
  try {
    const { protocol, hostname, port, username } = new URL(text);
    return protocol === 'https:' && hostname.includes('.') && port === '' && username === '';
  } catch {
    return false;
  }
}
