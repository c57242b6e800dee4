/**
 * A page without a framework that does what a chat does on the screen: it adds a line at a tap,
 * replaces its list at a tap, and scrolls.
 * @param lines of the list at first
 */
export function barePage(lines: number): string {
  const list = Array.from({ length: lines }, (_, index) => `<li>No. ${index}: lamp booth price sample</li>`);
  return `<!doctype html><meta name="viewport" content="width=device-width">
<style>
  body { margin: 0; font: 16px sans-serif }
  #list { height: 700px; overflow-y: auto; margin: 0; padding: 0; list-style: none }
  li { padding: 8px 16px; content-visibility: auto; contain-intrinsic-height: 18px }
</style>
<ol id="list">${list.join('')}</ol>
<button id="send">Send</button> <button id="open">Open</button>
<script>
  let sent = 0;
  const list = document.getElementById('list');
  const line = (text, fresh) => {
    const item = document.createElement('li');
    item.textContent = text;
    if (fresh) item.dataset.fresh = '';
    return item;
  };
  document.getElementById('send').onclick = () => {
    list.append(line('Line ' + sent++));
    list.scrollTop = list.scrollHeight;
  };
  const all = [...list.children];
  document.getElementById('open').onclick = () =>
    list.replaceChildren(...Array.from({ length: 50 }, (_, index) => line('Message ' + index, true)));
</script>`;
}
