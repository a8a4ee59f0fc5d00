/* Put into a copy of a report by the tests: looks at the page, clicks and types, and writes what it found into #result: "good" or
 * what is wrong. `mode` is set by the test. */
(() => {
  const $ = id => document.getElementById(id), all = s => [...document.querySelectorAll(s)];
  const wrong = [];
  const expect = (what, found, wanted) => { if (found !== wanted) wrong.push(`${what}: ${found}, not ${wanted}`); };
  const key = k => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: k, bubbles: true, cancelable: true}));
  const step = () => Number((/^Step (\d+) of/.exec($('now').textContent) || [])[1]);
  const data = JSON.parse($('data').textContent);
  const memory = name => { const row = all('#cells tbody tr').find(r => r.children[0].textContent === name); return row && {value: row.children[1].textContent, how: row.className, note: row.children[2].textContent}; };
  const everywhere = () => {
    expect('the verdict', $('verdict').textContent, data.verdict);
    expect('the files', $('files').textContent, data.files.join(', '));
    expect('the source', all('#lines li').map(l => l.textContent.replace(/^\d+/, '')).join('\n').length >= ((data.sources[0] || {lines: []}).lines).join('\n').length, true);
    const times = row => Number((/ \((\d+) times\)$/.exec(row.cells[0].textContent) || [0, 1])[1]);
    expect('checks in the rows', all('#checks tbody tr').reduce((sum, row) => sum + times(row), 0), data.checks.length);
    expect('command, version and date', $('origin').textContent.includes(data.command) && $('origin').textContent.includes(data.date), true);
    expect('rows of threads', all('#threads tbody tr').length, (data.threads || []).length);
    expect('overflow to the right', Math.max(0, document.documentElement.scrollWidth - innerWidth), 0);
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const light = /rgb\((\d+)/.exec(getComputedStyle(document.body).backgroundColor)[1] > 128;
    expect('a light background', light, !dark);
    if (window.wantDark !== undefined) expect('dark', dark, window.wantDark);
    if (window.wantWidth) expect('the width', innerWidth, window.wantWidth);
  };
  const violation = () => {
    const c = data.checks.find(x => x.answer === 'violated'), n = c.schedule.length + c.end.length;
    expect('steps in the picture', all('#schedule .step').length, n);
    expect('lanes', all('.lanes span').length - 1, new Set(c.schedule.concat(c.end).map(s => s.thread)).size);
    expect('the first step', step(), 1);
    expect('back is off', $('previous').disabled, true);
    $('next').click();
    expect('after Next', step(), 2);
    for (const [k, to] of [['j', 3], ['ArrowRight', 4], ['ArrowDown', 5], ['k', 4], ['ArrowLeft', 3], ['ArrowUp', 2], ['Home', 1], ['End', n], ['j', n]]) {
      key(k);
      expect('after ' + k, step(), to);
      expect('selected after ' + k, all('#schedule .step[aria-selected="true"]').map(g => g.id).join(), 'step-' + (to - 1));
    }
    expect('nothing is over text', all('#schedule .hold, #schedule .arrow').every(n => n.compareDocumentPosition($('step-0')) & Node.DOCUMENT_POSITION_FOLLOWING), true);
    const now = document.querySelector('#lines .current');
    if (now && innerWidth > 1000) expect('the current line is on the page', now.getBoundingClientRect().bottom <= innerHeight, true);
    if (innerWidth > 1000) expect('and the step', $('step-' + (n - 1)).getBoundingClientRect().bottom <= innerHeight, true);
    expect('numbers of threads in the lanes', all('.lanes span').slice(1).every(l => l.lastChild.nodeType !== 3 || !l.title.includes('#') || l.scrollWidth <= l.clientWidth + 1), true);
    expect('forward is off', $('next').disabled, true);
    $('previous').click();
    expect('after Previous', step(), n - 1);
    c.schedule.forEach((s, i) => {
      $('step-' + i).dispatchEvent(new MouseEvent('click', {bubbles: true}));
      expect('after a click', step(), i + 1);
      expect('the current line', all('#lines .current').map(l => l.dataset.line).join(), String(s.line));
      for (const e of s.effects) {
        if (e.kind === 'write' && e === s.effects.filter(x => x.name === e.name).pop()) {
          expect('memory after a write', memory(e.name).value, e.value);
          expect('a write is marked', memory(e.name).how, 'written');
        }
        if (e.kind === 'read') expect('a read is marked', /read|written/.test(memory(e.name).how), true);
      }
    });
    const local = c.schedule.findIndex(s => Object.keys(s.locals || {}).length);
    if (local >= 0) {
      const [name, value] = Object.entries(c.schedule[local].locals)[0];
      $('step-' + local).dispatchEvent(new MouseEvent('click', {bubbles: true}));
      expect('a local variable', all('#locals tbody tr.written').some(r => r.cells[1].textContent === name && r.cells[2].textContent === value), true);
    }
    $('search').value = 'pthread_create';
    $('search').dispatchEvent(new Event('input'));
    expect('lines that are found', all('#lines .found').length, data.sources[0].lines.filter(l => l.includes('pthread_create')).length);
    expect('rows that are found', all('#checks tbody tr:not([hidden])').length, 0);
    $('search').value = '';
    $('search').dispatchEvent(new Event('input'));
    expect('rows again', all('#checks tbody tr[hidden]').length, 0);
    expect('words in their colours', all('#lines .c-type').length > 0 && all('#lines .c-keyword').length > 0, true);
    const locks = c.schedule.flatMap(s => s.effects).filter(e => e.verb === 'locks').length;
    expect('bars', all('#schedule .hold').length, locks);
    expect('the address', location.hash.startsWith('#check-' + c.id), true);
    for (const id of ['first', 'last', 'schedule', 'lines']) expect('Tab reaches ' + id, $(id).tabIndex, 0);
    expect('a focusable check', all('#checks button').every(b => b.tabIndex === 0), true);
  };
  const proof = () => {
    expect('no player', $('player').hidden && $('controls').hidden && $('memory').hidden, true);
    const lines = all('#lines .known');
    expect('lines with invariants', lines.length, new Set(data.invariants.map(i => i.line)).size);
    expect('some', lines.length > 0, true);
    for (const how of ['focus', 'mouseenter'])
      for (const line of lines) {
        $('invariants').hidden = true;
        if (how === 'focus') line.focus(); else line.dispatchEvent(new MouseEvent('mouseenter'));
        expect('shown', $('invariants').hidden, false);
        for (const i of data.invariants.filter(x => String(x.line) === line.dataset.line))
          expect('an invariant on ' + how, all('#invariants pre').some(p => p.textContent === i.invariant), true);
      }
    document.activeElement.blur();
    key('j');
    expect('j goes to the first line', document.activeElement, lines[0]);
    if (lines.length > 1) {
      key('ArrowDown');
      expect('down goes to the next', document.activeElement, lines[1]);
    }
  };
  const result = document.createElement('pre');
  result.id = 'result';
  try {
    everywhere();
    ({violation, proof, plain: () => {}})[mode]();
    expect('nothing was injected', window.injected, undefined);
    result.textContent = wrong.length ? 'WRONG: ' + wrong.slice(0, 10).join('; ') : 'good';
  } catch (e) {
    result.textContent = 'WRONG: ' + e;
  }
  document.body.append(result);
  if (parent !== window) parent.postMessage(result.textContent, '*');
})();
