/* The page of a report: everything is built from the JSON in #data with textContent, never as markup. A violation is shown as
 * steps of threads; the step that is looked at is `at`. Keys: right, down, j: forwards; left, up, k: backwards; Home, End. */
'use strict';
(() => {
  const report = JSON.parse(document.getElementById('data').textContent);
  const SVG = 'http://www.w3.org/2000/svg';
  const ROW = 30, NUMBERS = 40, KNOT = 20, LISTED = 6, ARROWS = 12, SAID = 3;
  const $ = id => document.getElementById(id);
  const make = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
  const draw = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
  const fill = (node, attributes, children) => {
    for (const name in attributes || {})
      if (attributes[name] !== undefined && attributes[name] !== null && attributes[name] !== false)
        node.setAttribute(name, attributes[name]);
    for (const child of children) node.append(child);
    return node;
  };
  const place = x => x.file ? x.file + (x.line ? ':' + x.line : '') : '';
  const where = x => report.files.length === 1 && x.file === report.files[0] && x.line ? 'line ' + x.line : place(x);

  let check = null;  // the one that is looked at
  let steps = [];    // of its schedule; empty if there is none
  let threads = [];  // those that take steps, in the order in which they were started
  let at = 0;
  let follow = false; // the page goes along with the step: from the first one on that the reader chose

  /* --- what a schedule means --- */

  const words = e => e.kind === 'read' ? `reads ${e.name} = ${e.value}` : e.kind === 'write' ? `${e.name} = ${e.value}`
    : e.kind === 'input' ? `${e.name} is arbitrary: ${e.value}` : e.what;
  const ending = step => step.what.replace(/^is blocked here: /, ''); // where, the page shows
  const says = step => step.old ? step.what + ': old' : step.what ? ending(step) : step.effects.map(words).join(', ');
  const fails = step => step.end || step.old || step.effects.some(e => e.verb === 'fails');

  /* Of an execution that no schedule has, the steps are its events. */
  const stepsOf = c => c.events ? c.events.map(e => ({...e, effects: []})) : (c.schedule || []).concat((c.end || []).map(e => ({...e, effects: [], end: true})));

  /* Shared memory after step i: name to {value, before, how}. The first mention of a place tells its initial value. */
  const memoryAt = i => {
    const memory = new Map();
    for (const step of steps)
      for (const e of step.effects)
        if ((e.kind === 'read' || (e.kind === 'write' && e.before !== undefined)) && !memory.has(e.name))
          memory.set(e.name, {value: e.kind === 'read' ? e.value : e.before});
    steps.slice(0, i + 1).forEach((step, k) => {
      for (const e of step.effects) {
        const cell = memory.get(e.name);
        if (!cell || (e.kind !== 'read' && e.kind !== 'write')) continue;
        if (e.kind === 'write') {
          if (k === i) cell.before = cell.value;
          cell.value = e.value;
        }
        if (k === i) cell.how = e.kind === 'write' ? 'written' : cell.how || 'read';
      }
    });
    return memory;
  };

  /* [{lock, thread, from, to}]: to is the last step at which it is held. */
  const holds = () => {
    const held = new Map(), spans = [];
    steps.forEach((step, i) => {
      for (const e of step.effects) {
        const key = step.thread + '\n' + e.object;
        if (e.verb === 'locks' && !held.has(key)) {
          held.set(key, {lock: e.object, thread: step.thread, from: i, to: steps.length - 1, open: true});
          spans.push(held.get(key));
        } else if ((e.verb === 'unlocks' || /^waits/.test(e.verb || '')) && held.has(key)) {
          Object.assign(held.get(key), {to: i, open: false});
          held.delete(key);
        }
      }
    });
    return spans;
  };

  /* [{from, to, kind, title}]: a read takes what another thread wrote; creation and joining. */
  const arrows = () => check.events ? arrowsOfEvents() : arrowsOfSteps();

  const arrowsOfEvents = () => check.events.flatMap((e, i) => [
    {from: e.from, to: i, kind: 'reads', title: 'is read'}, {from: e.after, to: i, kind: 'order', title: 'modification order'},
    {from: e.newer, to: i, kind: 'missed', title: e.old}].filter(a => a.from !== undefined && check.events[a.from].thread !== e.thread));

  const arrowsOfSteps = () => {
    const writes = new Map(), created = new Map(), last = new Map(), list = [];
    steps.forEach((step, i) => {
      if (!last.has(step.thread) && created.has(step.thread))
        list.push({from: created.get(step.thread), to: i, kind: 'birth', title: `${step.thread} is started`});
      for (const e of step.effects) {
        if (e.kind === 'read' && writes.has(e.name) && steps[writes.get(e.name)].thread !== step.thread)
          list.push({from: writes.get(e.name), to: i, kind: 'reads', title: `${e.name} = ${e.value}`});
        if (e.kind === 'write') writes.set(e.name, i);
        if (e.verb === 'starts') created.set(e.object, i);
        if (e.verb === 'joins' && last.has(e.object))
          list.push({from: last.get(e.object), to: i, kind: 'birth', title: `${e.object} is joined`});
      }
      last.set(step.thread, i);
    });
    return list;
  };

  /* --- the picture --- */

  const colour = thread => `var(--t${Math.max(0, threads.indexOf(thread)) % 8})`;
  const shorten = (s, n) => s.length > n ? s.slice(0, Math.max(1, n - 1)) + '…' : s;

  /* Down the lane, over between two rows where no text is, and down to the knot; aside keeps arrows on one lane apart. */
  const ASIDE = [0, -4, 4], CORNER = 5;
  const route = (x1, y1, x2, y2, between, aside) => {
    if (x1 === x2 || between <= y1) return `M${x1} ${y1} C${x1 - 24} ${(y1 + y2) / 2} ${x2 - 24} ${(y1 + y2) / 2} ${x2} ${y2}`;
    const turn = x2 > x1 ? CORNER : -CORNER, from = x1 + aside;
    return `M${from} ${y1} V${between - CORNER} Q${from} ${between} ${from + turn} ${between} H${x2 - turn} Q${x2} ${between} ${x2} ${between + CORNER} V${y2}`;
  };

  const drawSchedule = () => {
    const box = $('schedule'), wide = Math.max(box.clientWidth, 280);
    const lane = Math.max(wide < 500 ? 100 : 130, Math.floor((wide - NUMBERS - 2) / Math.max(1, threads.length)));
    const x = thread => NUMBERS + lane * threads.indexOf(thread), y = i => ROW * i + ROW / 2;
    const width = NUMBERS + lane * threads.length, height = ROW * steps.length;
    const svg = draw('svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'presentation'});
    svg.append(draw('defs', null, draw('marker', {id: 'head', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto'},
      draw('path', {d: 'M0 0 8 4 0 8z', class: 'head'}))));
    for (const t of threads)
      svg.append(draw('line', {class: 'lane', x1: x(t) + KNOT, x2: x(t) + KNOT, y1: 0, y2: height}));
    steps.forEach((step, i) => {
      // nothing else is in this row: what does not fit behind the knot may fit before it
      const text = says(step), room = Math.floor((width - x(step.thread) - KNOT - 12) / 7.9), before = Math.floor((x(step.thread) - NUMBERS) / 7.9);
      const left = text.length > room && before > room;
      const group = draw('g', {class: 'step' + (fails(step) ? ' danger' : ''), id: 'step-' + i, role: 'option', 'aria-selected': 'false',
        'aria-label': `step ${i + 1}, ${step.thread}, line ${step.line || 'unknown'}: ${text}`});
      group.append(draw('title', null, `${step.thread}, ${place(step)}: ${text}`),
        draw('rect', {class: 'row', x: 0, y: ROW * i, width, height: ROW}),
        draw('text', {class: 'number', x: NUMBERS - 10, y: y(i)}, String(i + 1)),
        draw('rect', {class: 'under', x: x(step.thread) + KNOT + (left ? -13 - 7.9 * Math.min(text.length, before) : 9), y: y(i) - 9, width: 7.9 * Math.min(text.length, left ? before : room) + 4, height: 18}),
        draw('circle', {class: 'knot', cx: x(step.thread) + KNOT, cy: y(i), r: 5.5, fill: colour(step.thread)}),
        draw('text', {class: left ? 'before' : 'behind', x: x(step.thread) + KNOT + (left ? -11 : 11), y: y(i)}, shorten(text, left ? before : room)));
      group.addEventListener('click', () => show(i));
      svg.append(group);
    });
    const locks = [], slots = new Map(), first = svg.querySelector('.step'), beneath = node => svg.insertBefore(node, first); // text is never under anything
    for (const h of holds()) {
      if (!locks.includes(h.lock)) locks.push(h.lock);
      const taken = slots.get(h.thread) || [];
      let slot = taken.findIndex(end => end < h.from);
      if (slot < 0) slot = taken.length;
      taken[slot] = h.to;
      slots.set(h.thread, taken);
      beneath(draw('rect', {class: 'hold', x: x(h.thread) + 2 + 5 * (slot % 2), y: y(h.from) - 9, width: 4, height: ROW * (h.to - h.from) + 18,
        fill: `var(--t${(locks.indexOf(h.lock) + 3) % 8})`, 'data-lock': h.lock}, draw('title', null, `${h.thread} holds ${h.lock}`)));
    }
    const list = arrows();
    let drawn = 0;
    svg.classList.toggle('many', list.length > ARROWS);
    for (const a of list) {
      const x1 = x(steps[a.from].thread) + KNOT, x2 = x(steps[a.to].thread) + KNOT, y1 = y(a.from), y2 = y(a.to) - 6;
      beneath(draw('path', {class: `arrow ${a.kind}`, 'data-from': a.from, 'data-to': a.to, 'marker-end': 'url(#head)', d: route(x1, y1, x2, y2, ROW * a.to, ASIDE[drawn++ % ASIDE.length])},
        draw('title', null, a.title)));
    }
    const lanes = make('div', {class: 'lanes', 'aria-hidden': 'true'}, make('span', {style: `width:${NUMBERS}px;padding-left:0`}));
    for (const t of threads) {
      const [name, number] = t.split(/(?=#\d+$)/); // of a name that is too long the number stays
      lanes.append(make('span', {style: `width:${lane}px;color:${colour(t)}`, title: t}, make('i', null, name), number || ''));
    }
    box.replaceChildren(lanes, svg);
    $('legend').textContent = locks.length ? 'Bars: ' + locks.join(', ') + ' held. ' : check.events ? 'An execution that the memory model allows, and no schedule has. ' +
      'Red: a newer value that was not seen. Dotted: the order in which a variable was modified. ' : '';
  };

  /* --- source --- */

  let file = null;
  const known = new Map(); // file:line to invariants
  for (const i of report.invariants || []) {
    const key = place(i);
    if (!known.has(key)) known.set(key, []);
    known.get(key).push(i);
  }

  const tellInvariants = key => {
    const box = $('invariants'), list = known.get(key);
    box.hidden = !list;
    if (!list) return;
    box.replaceChildren(make('strong', null, `Whenever a thread is at ${key}`));
    for (const i of list) {
      box.append(make('div', {class: 'soft'}, `${i.thread}${i.column ? ', column ' + i.column : ''}`));
      const said = i.conditions || [], rest = said.slice(SAID), of = said.slice(0, SAID).map(c => make('code', {class: 'condition'}, ...coloured(c)));
      for (const name of protectedOn(i)) box.append(make('div', null, name));
      box.append(...of);
      if (rest.length) box.append(make('details', null, make('summary', null, `${rest.length} more`), ...rest.map(c => make('code', {class: 'condition'}, ...coloured(c)))));
      box.append(make('details', null, make('summary', null, said.length ? 'as the proof has it' : 'the proof speaks of what has no name in the source'), make('pre', null, i.invariant)));
    }
  };

  /* The short reason: which variables on the line are protected by what. */
  const protectedOn = i => {
    const source = report.sources.find(s => s.file === i.file), text = source && source.lines[i.line - 1] || '';
    return (report.variables || []).filter(v => v.protected_by && text.includes(v.name)).map(v => `${v.name} is ${protection(v)}`);
  };
  const protection = v => !v.protected_by ? '' : `protected by ${v.protected_by}` +
    ((v.but_for_lines || []).length ? `, but for main on line${v.but_for_lines.length > 1 ? 's' : ''} ${v.but_for_lines.join(', ')}` : '');

  /* Words of C in their colours; a comment that goes over several lines is coloured where it begins. */
  const TOKENS = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(^\s*#\s*\w+)|\b(auto|break|case|const|continue|default|do|else|enum|extern|for|goto|if|inline|register|restrict|return|sizeof|static|struct|switch|typedef|union|volatile|while|_Atomic|_Bool|_Thread_local)\b|\b(bool|char|double|float|int|long|short|signed|size_t|unsigned|void|u?int\d+_t|pthread_\w*_t|pthread_t|mtx_t|thrd_t|cnd_t)\b|\b(0[xX][\da-fA-F]+\w*|\d[\w.]*)/g;
  const CLASSES = ['comment', 'string', 'directive', 'keyword', 'type', 'literal'];
  const coloured = text => {
    const parts = [];
    let end = 0;
    for (const m of text.matchAll(TOKENS)) {
      if (m.index > end) parts.push(text.slice(end, m.index));
      parts.push(make('span', {class: 'c-' + CLASSES[m.slice(1).findIndex(x => x !== undefined)]}, m[0]));
      end = m.index + m[0].length;
    }
    return parts.concat(text.slice(end));
  };

  const openFile = name => {
    if (file === name) return;
    file = name;
    const found = report.sources.find(s => s.file === name), list = make('ol');
    (found ? found.lines : ['(the source is not here)']).forEach((text, i) => {
      const key = name + ':' + (i + 1), item = make('li', {'data-line': i + 1}, make('span', {class: 'no'}, String(i + 1)), text.match(/^\s*/)[0], make('span', {class: 'text'}, ...coloured(text.trimStart())));
      if (known.has(key)) {
        item.classList.add('known');
        item.tabIndex = 0;
        item.setAttribute('aria-describedby', 'invariants');
        for (const event of ['mouseenter', 'focus']) item.addEventListener(event, () => tellInvariants(key));
      }
      item.firstChild.addEventListener('click', () => {
        const next = [...steps.keys()].map(k => (at + 1 + k) % steps.length).find(k => steps[k].file === name && steps[k].line === i + 1);
        if (next !== undefined) show(next);
      });
      list.append(item);
    });
    for (const c of report.checks)
      if (c.answer === 'violated' && c.file === name && c.line && list.children[c.line - 1]) list.children[c.line - 1].classList.add('bad');
    $('lines').replaceChildren(list);
    for (const b of $('tabs').children) b.setAttribute('aria-pressed', String(b.textContent === name));
  };

  const within = (box, item) => { // scrolls the box alone, not the page
    const top = item.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop, bottom = top + item.offsetHeight;
    if (top < box.scrollTop + 40 || bottom > box.scrollTop + box.clientHeight - 30) box.scrollTop = Math.max(0, top - box.clientHeight / 2);
  };

  const lineOf = n => $('lines').querySelector(`li[data-line="${n}"]`);

  const markLines = () => {
    for (const item of $('lines').querySelectorAll('.current')) item.classList.remove('current');
    for (const chip of $('lines').querySelectorAll('.chip')) chip.remove();
    const here = new Map();
    steps.slice(0, at + 1).forEach(s => here.set(s.thread, s));
    for (const [thread, s] of here)
      if (s.file === file && s.line && lineOf(s.line)) lineOf(s.line).append(make('span', {class: 'chip', style: `background:${colour(thread)}`}, thread));
    const now = steps.length ? steps[at] : check;
    const item = now && now.file === file && now.line ? lineOf(now.line) : null;
    if (item) {
      item.classList.add('current');
      within($('lines'), item);
    }
  };

  /* What is known of the line stands below it, not over it. */
  const uncover = () => {
    const item = $('lines').querySelector('.current'), box = $('invariants');
    const over = item && !box.hidden ? item.getBoundingClientRect().bottom - box.getBoundingClientRect().top : 0;
    if (over <= 0) return;
    $('lines').firstChild.style.paddingBottom = `${over + 20}px`; // the last lines, too
    $('lines').scrollTop += over + 20;
  };

  /* The line of the step and its row are to be seen, and memory, too, if there is room for it. */
  const keepInView = () => {
    const item = $('lines').querySelector('.current'), box = e => e.getBoundingClientRect();
    const off = [item, $('step-' + at)].some(e => e && (box(e).top < 60 || box(e).bottom > innerHeight - 8));
    if (follow && (off || (box($('memory')).bottom > innerHeight && box($('controls')).top > 8))) $('controls').scrollIntoView({block: 'start'});
  };

  /* --- one step --- */

  /* Variables of the threads themselves after step i: thread to name to {value, now}. */
  const localsAt = i => {
    const all = new Map();
    steps.slice(0, i + 1).forEach((step, k) => {
      for (const name in step.locals || {}) {
        if (!all.has(step.thread)) all.set(step.thread, new Map());
        all.get(step.thread).set(name, {value: step.locals[name], now: k === i});
      }
    });
    return all;
  };

  const drawLocals = () => {
    const body = make('tbody');
    for (const [thread, names] of localsAt(at))
      for (const [name, l] of names)
        body.append(make('tr', {class: l.now ? 'written' : undefined}, make('td', {style: `color:${colour(thread)}`}, thread), make('td', {class: 'mono'}, name), make('td', {class: 'mono'}, l.value)));
    $('locals-box').hidden = !body.children.length;
    $('locals').replaceChildren(make('thead', null, make('tr', null, ...['thread', 'variable', 'value'].map(h => make('th', {scope: 'col'}, h)))), body);
  };

  const drawMemory = () => {
    const body = make('tbody');
    for (const [name, cell] of memoryAt(at))
      body.append(make('tr', {class: cell.how}, make('td', {class: 'mono'}, name), make('td', {class: 'mono'}, cell.value),
        make('td', {class: 'soft'}, cell.how === 'written' ? `was ${cell.before}` : cell.how === 'read' ? 'read' : '')));
    $('cells').replaceChildren(make('thead', null, make('tr', null, make('th', {scope: 'col'}, 'variable'), make('th', {scope: 'col'}, 'value'), make('th', {scope: 'col'}, 'this step'))), body);
    const marked = body.querySelector('.written') || body.querySelector('.read');
    if (marked) within($('cells').parentNode, marked);
    $('memory').classList.toggle('nothing', !body.children.length);
    $('memory').hidden = !!check.events || !(body.children.length || holds().length); // events have no one state
    drawLocals();
    const held = holds().filter(h => h.from <= at && (at < h.to || (h.open && at <= h.to)));
    $('held').textContent = held.length ? 'Held: ' + held.map(h => `${h.lock} by ${h.thread}`).join(', ') : holds().length ? 'No lock is held.' : '';
  };

  const show = i => {
    at = Math.min(Math.max(i, 0), steps.length - 1);
    const step = steps[at];
    for (const g of $('schedule').querySelectorAll('.step')) g.setAttribute('aria-selected', String(g.id === 'step-' + at));
    for (const a of $('schedule').querySelectorAll('.arrow')) a.classList.toggle('active', a.dataset.to === String(at) || a.dataset.from === String(at));
    $('schedule').setAttribute('aria-activedescendant', 'step-' + at);
    const box = $('schedule'), top = ROW * at;
    if (top < box.scrollTop + ROW || top + 3 * ROW > box.scrollTop + box.clientHeight) box.scrollTop = Math.max(0, top - box.clientHeight / 2);
    const knot = $('step-' + at).querySelector('.knot'), left = knot.cx.baseVal.value;
    if (left - NUMBERS < box.scrollLeft || left + 90 > box.scrollLeft + box.clientWidth) box.scrollLeft = Math.max(0, left - NUMBERS - KNOT);
    $('now').textContent = `Step ${at + 1} of ${steps.length}: ${step.thread} at ${where(step) || 'an unknown place'}: ${says(step)}`;
    $('first').disabled = $('previous').disabled = at === 0;
    $('next').disabled = $('last').disabled = at === steps.length - 1;
    if (step.file) openFile(step.file);
    markLines();
    drawMemory();
    keepInView();
    remember();
  };

  const remember = () => {
    try {
      history.replaceState(null, '', `#check-${check.id}` + (steps.length ? `-step-${at + 1}` : ''));
    } catch (e) { /* a page that may not have an address of its own works as well */ }
  };

  const choose = (c, step) => {
    check = c;
    steps = stepsOf(c);
    const started = steps.flatMap(s => s.effects.filter(e => e.verb === 'starts').map(e => e.object));
    const active = new Set(steps.map(s => s.thread));
    threads = [...new Set(steps.slice(0, 1).map(s => s.thread).concat(started, [...active]))].filter(t => active.has(t));
    if ($('checks').querySelector(`.rest[data-check="${c.id}"]`)) unfold();
    for (const row of $('checks').querySelectorAll('tbody tr')) row.setAttribute('aria-current', String(row.dataset.check === String(c.id)));
    $('player').hidden = $('controls').hidden = !steps.length;
    $('memory').hidden = true; // until a step is shown
    $('panes').classList.toggle('alone', !steps.length);
    $('subject').textContent = c.claim + (c.answer === 'proved' ? '' : ': ' + c.answer) + (c.other ? ' (' + bothPlaces(c) + ')' : '');
    const whys = [...reasons(c), c.why, ...(c.events || []).filter(e => e.old).map(e => `${e.thread} ${e.old} (${where(e)})`), ...(c.end || []).map(e => `${e.thread} ${ending(e)}` + (e.line ? ` (${where(e)})` : ''))].filter(Boolean).map(s => s + '.');
    $('why').textContent = whys.join(whys.length > 2 ? '\n' : ' '); // a line each, of a deadlock of several
    if (steps.length) {
      drawSchedule();
      show(step || 0);
    } else {
      $('now').textContent = '';
      $('locals-box').hidden = true;
      if (c.file) openFile(c.file);
      markLines();
      tellInvariants(place(c));
      uncover();
      remember();
    }
  };

  /* Why a proved check holds: what protects the variable, then what the answer rests on (docs/proofs.md). */
  const RESTS = {'exhaustively': e => `${e} has looked at every schedule and every input`, 'by proof': e => `${e} found invariants, and they were checked apart from it`,
    'by argument': e => `${e} has shown it without invariants that could be checked`};
  const reasons = c => c.answer !== 'proved' ? [] : [
    ...(report.variables || []).filter(v => v.protected_by && c.text.includes(`'${v.name}'`)).map(v => `${v.name} is ${protection(v)}`),
    ...(RESTS[c.evidence] ? [RESTS[c.evidence](c.engine)] : [])];

  /* --- the rest of the page --- */

  const cells = values => values.map(v => make('td', null, v));
  const table = (id, head, rows) => $(id).replaceChildren(
    make('thead', null, make('tr', null, ...head.map(h => make('th', {scope: 'col'}, h)))), make('tbody', null, ...rows));

  const bothPlaces = c => where(c) + (!c.other || !c.other.line ? '' : c.other.file === c.file ? `, with line ${c.other.line}` : ', with ' + where(c.other));

  /* Those of one variable stand together, in the order of lines; rows that would say the same are one. */
  const grouped = checks => {
    const rows = new Map(), subjects = [...new Set(checks.map(c => c.text))];
    for (const c of checks) {
      const key = [c.claim, c.answer, bothPlaces(c), c.engine, c.reason].join('\n');
      if (rows.has(key)) rows.get(key).times++;
      else rows.set(key, {...c, times: 1});
    }
    const rank = {violated: 0, open: 1, proved: 2};
    return [...rows.values()].sort((a, b) => rank[a.answer] - rank[b.answer] || subjects.indexOf(a.text) - subjects.indexOf(b.text) || (a.line || 0) - (b.line || 0));
  };

  const unfold = () => $('checks').classList.remove('folded');

  const fillPage = () => {
    $('verdict').textContent = report.verdict;
    $('verdict').className = 'verdict ' + report.verdict;
    $('files').textContent = report.files.join(', ');
    $('facts').textContent = `property ${report.property}, ${report.machine} bits${report.seconds ? `, ${report.seconds.toFixed(2)} s` : ''}: ` +
      `${report.proved} proved, ${report.violated} violated, ${report.open} open`;
    $('reason').textContent = report.reason || '';
    $('origin').textContent = [report.command, 'heddle ' + report.version, report.date].filter(Boolean).join(' · ');
    for (const n of report.notes || []) $('notes').append(make('li', null, n));
    table('threads', ['thread', 'instances', 'begins at'], (report.threads || []).map(t => make('tr', null, ...cells([t.name, String(t.instances), where(t)]))));
    table('variables', ['shared variable', 'at the start', 'protection', 'declared at'],
      (report.variables || []).map(v => make('tr', null, ...cells([v.name, v.kind === 'lock' ? 'synchronises' : v.initial || '', protection(v), where(v)]))));
    const rows = grouped(report.checks), first = Math.max(LISTED, rows.filter(c => c.answer === 'violated').length);
    const why = (c, i) => !c.reason || !i || c.reason !== rows[i - 1].reason ? c.reason || '' : 'the same';
    table('checks', ['check', 'answer', 'where', 'by'], rows.map((c, i) => {
      const name = make('button', {class: 'link', type: 'button'}, c.claim + (c.times > 1 ? ` (${c.times} times)` : ''));
      name.addEventListener('click', () => choose(c));
      const row = make('tr', {'data-check': c.id, class: i < first ? '' : 'rest'}, make('td', null, name), make('td', {class: c.answer}, c.answer), ...cells([bothPlaces(c), (c.evidence ? c.engine + ', ' + c.evidence : c.engine) || why(c, i)]));
      return row;
    }));
    $('checks').hidden = !rows.length;
    $('no-checks').hidden = rows.length > 0;
    $('checks').classList.toggle('folded', rows.length > first + 2); // below are the schedule and the source
    const folded = answer => rows.slice(first).filter(c => c.answer === answer).length;
    $('more').textContent = ['open', 'proved'].filter(folded).map(a => `${folded(a)} more ${a}`).join(', ');
    $('more').addEventListener('click', unfold);
    for (const u of new Set((report.unsupported || []).map(u => `${u.reason} (${where(u)})`))) $('holes').append(make('li', null, u));
    $('holes-box').hidden = !$('holes').children.length;
    $('holes-box').firstElementChild.textContent = report.verdict === 'TRUE' ? 'Never reached, as the proof shows' : 'Not modelled, or undefined in C';
    for (const box of document.querySelectorAll('.inventory details')) {
      const rows = box.querySelectorAll('tbody tr').length;
      box.hidden = !rows;
      box.open = rows <= LISTED && report.verdict !== 'FALSE'; // there, the schedule is what one looks for
      box.firstElementChild.append(` (${rows})`);
    }
    for (const s of report.sources) {
      const tab = make('button', {type: 'button', 'aria-pressed': 'false'}, s.file);
      tab.addEventListener('click', () => { openFile(s.file); markLines(); });
      $('tabs').append(tab);
    }
    $('tabs').hidden = report.sources.length < 2;
    const steps = report.fine_invariants ? '' : ' They hold where heddle lets threads take turns: what no other thread can tell apart, such as the ' +
      'steps of a critical section, counts as one step.';
    $('hint').textContent = known.size ? `Lines with a green number have invariants: point at one, or move to it with Tab.${steps} A mutex is 0 when it is free.`
      : report.verdict === 'TRUE' ? 'This proof comes without invariants to show.' : '';
    $('hint').hidden = !$('hint').textContent;
  };

  /* Rows and lines that have the words; the first line comes into view. */
  const search = () => {
    const words = $('search').value.trim().toLowerCase(), has = node => node.textContent.toLowerCase().includes(words);
    let rows = 0, lines = 0, first = null;
    if (words) unfold();
    for (const row of document.querySelectorAll('#checks tbody tr, #variables tbody tr, #threads tbody tr')) {
      row.hidden = !!words && !has(row);
      rows += !!words && !row.hidden;
    }
    for (const item of $('lines').querySelectorAll('li')) {
      const found = !!words && has(item.querySelector('.text'));
      item.classList.toggle('found', found);
      lines += found;
      if (found && !first) first = item;
    }
    if (first) within($('lines'), first);
    $('found').textContent = words ? `${rows} in the tables, ${lines} lines` : '';
  };

  /* Without a schedule the keys go from one line with invariants to the next. */
  const walkInvariants = by => {
    const list = [...$('lines').querySelectorAll('.known')], i = list.indexOf(document.activeElement);
    const next = list[i < 0 ? (by > 0 ? 0 : list.length - 1) : Math.min(Math.max(i + by, 0), list.length - 1)];
    if (next) next.focus();
  };

  const keys = {ArrowRight: 1, ArrowDown: 1, j: 1, ArrowLeft: -1, ArrowUp: -1, k: -1, Home: -Infinity, End: Infinity};
  document.addEventListener('keydown', event => {
    const by = keys[event.key];
    if (event.key === '/' && event.target !== $('search')) {
      $('search').focus();
      event.preventDefault();
    }
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey || event.target === $('search')) return;
    follow = true;
    if (steps.length) show(by === Infinity ? steps.length - 1 : by === -Infinity ? 0 : at + by);
    else if (known.size && Number.isFinite(by)) walkInvariants(by);
    else return;
    event.preventDefault();
  });
  for (const [id, to] of [['first', () => 0], ['previous', () => at - 1], ['next', () => at + 1], ['last', () => steps.length - 1]])
    $(id).addEventListener('click', () => { follow = true; show(to()); });
  $('search').addEventListener('input', search);
  let waiting = 0;
  window.addEventListener('resize', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => { if (steps.length) { drawSchedule(); show(at); } }, 100);
  });

  fillPage();
  const wanted = /^#check-(\d+)(?:-step-(\d+))?$/.exec(location.hash);
  const asked = wanted && report.checks.find(c => c.id === Number(wanted[1]));
  const start = asked || report.checks.find(c => c.answer === 'violated') || report.checks.find(c => c.answer === 'open') || report.checks[0];
  follow = !!asked; // an address that names a step leads there
  if (start) choose(start, asked && wanted[2] ? Number(wanted[2]) - 1 : 0);
  else if (report.sources.length) openFile(report.sources[0].file);
  if (!start) $('player').hidden = $('controls').hidden = $('memory').hidden = true, $('panes').classList.add('alone');
})();
