// The widget: a frame with the page of the views, which is unpacked here and gets the program by messages.
const PAGE = 'PAGE_OF_THE_VIEWS';

async function page() {
  const bytes = Uint8Array.from(atob(PAGE), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(unpacked).text();
}

function isDark(el) {
  const [red, green, blue] = (getComputedStyle(el).color.match(/\d+/g) ?? [0, 0, 0]).map(Number);
  return red + green + blue > 3 * 128;
}

async function render({ model, el }) {
  const frame = document.createElement('iframe');
  frame.title = `Shardings of ${model.get('name')}`;
  frame.style.cssText = 'width:100%;border:1px solid var(--jp-border-color2, #ccc);border-radius:4px';
  const resize = () => (frame.style.height = `${model.get('height')}px`);
  resize();
  // What the page has told: it isn't sent back.
  const told = {};
  const send = (shown) => frame.contentWindow?.postMessage({ shardform: shown }, '*');
  const take = ({ source, data }) => {
    if (source !== frame.contentWindow || typeof data !== 'object' || data.shardform === undefined) return;
    const { ready, ...changes } = data.shardform;
    if (ready === true) {
      send({
        name: model.get('name'),
        text: model.get('text'),
        machine: model.get('machine') || undefined,
        view: model.get('view'),
        selected: model.get('selected') || null,
        theme: isDark(el) ? 'dark' : 'light',
      });
      return;
    }
    for (const [name, value] of Object.entries(changes)) {
      told[name] = value ?? '';
      model.set(name, value ?? '');
    }
    model.save_changes();
  };
  const listeners = ['text', 'machine', 'view', 'selected'].map((name) => {
    const changed = () => {
      const value = model.get(name);
      if (told[name] !== value) send({ [name]: name === 'selected' ? value || null : value });
    };
    model.on(`change:${name}`, changed);
    return () => model.off(`change:${name}`, changed);
  });
  model.on('change:height', resize);
  window.addEventListener('message', take);
  el.append(frame);
  frame.srcdoc = await page();
  return () => {
    window.removeEventListener('message', take);
    model.off('change:height', resize);
    for (const remove of listeners) remove();
  };
}

export default { render };
