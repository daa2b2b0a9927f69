/// Steps through the list of what happened and shows each step in the picture.
enum HTMLScript {
  static let text = #"""
    (() => {
    'use strict';
    const one = (s, r = document) => r.querySelector(s);
    const all = (s, r = document) => [...r.querySelectorAll(s)];
    const picture = one('.picture'), svg = one('svg', picture), slider = one('#slider');
    const instants = all('#instants > li'), items = all('#instants ul > li');
    const now = one('#now'), status = one('#status'), search = one('#search');
    const found = one('#found'), back = one('#back'), forth = one('#forth');
    let instant = -1, event = null, hits = [], hit = -1;

    const key = e => e.dataset.glyph !== undefined ? 'g' + e.dataset.glyph : 's' + e.dataset.strip;
    const marks = new Map();
    for (const mark of all('[data-glyph],[data-strip]', svg)) {
      if (!marks.has(key(mark))) marks.set(key(mark), []);
      marks.get(key(mark)).push(mark);
    }
    const itemOf = new Map(items.map(item => [key(item), item]));
    const marksOf = item => marks.get(key(item)) || [];
    const whatOf = item => one('.what', item).textContent.toLowerCase();
    const causeOf = item => itemOf.get('g' + item.dataset.cause);
    const eventsIn = index => index < 0 ? items : all('ul > li', instants[index]);
    const strips = items.filter(item => item.dataset.strip !== undefined);
    const reaches = item => instantOf(item) <= instant && instant <= Number(item.dataset.until);
    const instantOf = item => instants.indexOf(item.closest('#instants > li'));

    const space = 'http://www.w3.org/2000/svg';
    const overlay = svg.appendChild(document.createElementNS(space, 'g'));
    overlay.setAttribute('class', 'overlay');
    overlay.setAttribute('aria-hidden', 'true');
    // The labels stay visible, in front of the frames.
    const gutters = all('.gutter', svg);
    svg.append(...gutters);
    const box = elements => {
      const matrix = svg.getScreenCTM();
      if (!elements.length || !matrix) return null;
      const rects = elements.map(e => e.getBoundingClientRect());
      const inverse = matrix.inverse();
      const corner = (x, y) => new DOMPoint(x, y).matrixTransform(inverse);
      const a = corner(Math.min(...rects.map(r => r.left)), Math.min(...rects.map(r => r.top)));
      const b = corner(Math.max(...rects.map(r => r.right)), Math.max(...rects.map(r => r.bottom)));
      return {x: a.x, y: a.y, width: b.x - a.x, height: b.y - a.y};
    };
    const frame = (elements, name, margin) => {
      const bounds = box(elements);
      if (!bounds) return null;
      const rect = overlay.appendChild(document.createElementNS(space, 'rect'));
      rect.setAttribute('class', name);
      rect.setAttribute('x', bounds.x - margin);
      rect.setAttribute('y', bounds.y - margin);
      rect.setAttribute('width', bounds.width + 2 * margin);
      rect.setAttribute('height', bounds.height + 2 * margin);
      rect.setAttribute('rx', 6);
      return rect;
    };
    const reveal = rect => {
      if (!rect) return;
      const r = rect.getBoundingClientRect(), p = picture.getBoundingClientRect();
      const left = Math.max(p.left, ...gutters.map(g => g.getBoundingClientRect().right)) + 4;
      if (r.left < left) picture.scrollLeft -= left - r.left;
      else if (r.right > p.right - 16) picture.scrollLeft += r.right - p.right + 16;
    };

    // Events after the selected instant are faded.
    const veils = all('.veil', svg).map(veil => ({
      veil, first: Number(veil.dataset.first), last: Number(veil.dataset.last),
      left: Number(veil.getAttribute('x')), width: Number(veil.getAttribute('width')),
    }));
    const rightOf = new Map(all('[data-instant]', svg)
      .map(e => [Number(e.dataset.instant), Number(e.dataset.right)]));
    const fade = () => {
      for (const {veil, first, last, left, width} of veils) {
        const start = instant < first ? left : instant >= last ? left + width
          : rightOf.get(instant);
        veil.setAttribute('x', start);
        veil.setAttribute('width', Math.max(0, left + width - start));
      }
    };

    const show = speak => {
      const stepping = instant >= 0;
      picture.classList.toggle('stepping', stepping);
      for (const list of marks.values()) for (const mark of list) mark.classList.remove('on');
      fade();
      overlay.replaceChildren();
      instants.forEach((li, index) => { li.hidden = stepping && index !== instant; });
      items.forEach(item => item.classList.toggle('event', item === event));
      for (const item of hits) marksOf(item).forEach(mark => frame([mark], 'hit', 3));
      if (stepping) {
        const shown = eventsIn(instant).filter(item => item.dataset.glyph !== undefined);
        const here = eventsIn(instant).flatMap(marksOf);
        here.concat(strips.filter(reaches).flatMap(marksOf))
          .forEach(mark => mark.classList.add('on'));
        reveal(frame(shown.flatMap(marksOf), 'instant', 10));
      }
      if (event) {
        reveal(frame(marksOf(event), 'event', 4));
        const cause = causeOf(event);
        if (cause) {
          marksOf(cause).forEach(mark => mark.classList.add('on'));
          frame(marksOf(cause), 'cause', 4);
        }
      }
      const time = stepping ? 't = ' + instants[instant].dataset.time : 'whole run';
      const place = stepping ? time + ' (' + (instant + 1) + ' of ' + instants.length + ')' : time;
      slider.value = instant + 1;
      slider.setAttribute('aria-valuetext', place);
      now.value = place;
      back.disabled = instant < 0;
      forth.disabled = instant >= instants.length - 1;
      if (speak) {
        const prose = stepping && one('.prose', instants[instant]);
        const items = event ? [event] : prose ? [prose] : stepping ? eventsIn(instant) : [];
        status.textContent = [time, ...items.map(item => item.textContent)].join('. ');
      }
    };
    const go = index => {
      instant = Math.max(-1, Math.min(instants.length - 1, index));
      event = null;
      show(true);
    };
    const choose = item => {
      event = item;
      instant = instantOf(item);
      show(true);
    };
    const step = by => {
      const order = items, index = event ? order.indexOf(event) + by
        : by > 0 ? order.indexOf(eventsIn(Math.max(instant, 0))[0])
        : order.indexOf(eventsIn(Math.max(instant, 0)).at(-1));
      if (order[index]) choose(order[index]);
    };

    const look = () => {
      const text = search.value.trim().toLowerCase();
      hits = text ? items.filter(item => whatOf(item).includes(text)) : [];
      const matching = new Set(hits);
      hit = -1;
      items.forEach(item => item.classList.toggle('hit', matching.has(item)));
      found.value = !text ? '' : hits.length ? hits.length + ' found' : 'nothing found';
      show(false);
    };
    const next = by => {
      if (!hits.length) return;
      hit = hit < 0 ? (by > 0 ? 0 : hits.length - 1) : (hit + by + hits.length) % hits.length;
      choose(hits[hit]);
      found.value = (hit + 1) + ' of ' + hits.length;
    };

    slider.addEventListener('input', () => go(Number(slider.value) - 1));
    // Up and down mean the event before and after everywhere.
    slider.addEventListener('keydown', e => {
      if (e.key !== 'ArrowDown' && e.key !== 'ArrowUp') return;
      e.preventDefault();
      step(e.key === 'ArrowDown' ? 1 : -1);
    });
    back.addEventListener('click', () => go(instant - 1));
    forth.addEventListener('click', () => go(instant + 1));
    search.addEventListener('input', look);
    search.addEventListener('keydown', e => {
      if (e.key === 'Enter') { e.preventDefault(); next(e.shiftKey ? -1 : 1); }
      if (e.key === 'Escape') { search.value = ''; look(); search.blur(); }
    });
    items.forEach(item => item.addEventListener('click', () => choose(item)));
    svg.addEventListener('click', e => {
      const mark = e.target.closest('[data-glyph],[data-strip]');
      const item = mark && itemOf.get(key(mark));
      if (item) choose(item);
    });
    // A swipe with one finger steps where it neither scrolls nor moves a magnified page.
    for (const area of [picture, one('#instants')]) {
      let start = null;
      area.addEventListener('touchstart', e => {
        start = e.touches.length > 1 ? null : e.changedTouches[0];
      }, {passive: true});
      area.addEventListener('touchcancel', () => { start = null; }, {passive: true});
      area.addEventListener('touchend', e => {
        if (!start || e.touches.length > 0) return;
        const end = e.changedTouches[0];
        const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
        const scrolls = area.scrollWidth > area.clientWidth + 1
          || (window.visualViewport && visualViewport.scale > 1.01);
        start = null;
        if (scrolls || Math.abs(x) < 48 || Math.abs(x) < 2 * Math.abs(y)) return;
        go(instant + (x < 0 ? 1 : -1));
      }, {passive: true});
    }
    one('.controls').addEventListener('submit', e => e.preventDefault());
    document.addEventListener('keydown', e => {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.target.closest && e.target.closest('input,select,textarea')) return;
      const actions = {
        ArrowRight: () => go(instant + 1), ArrowLeft: () => go(instant - 1),
        ArrowDown: () => step(1), ArrowUp: () => step(-1), Home: () => go(0),
        End: () => go(instants.length - 1), Escape: () => go(-1), '/': () => search.focus(),
      };
      if (!actions[e.key]) return;
      e.preventDefault();
      actions[e.key]();
    });

    const schemes = [...document.styleSheets].flatMap(sheet => [...sheet.cssRules])
      .filter(rule => rule.media && rule.media.mediaText.includes('prefers-color-scheme'));
    one('#theme').addEventListener('change', e => {
      const theme = e.target.value;
      if (theme === 'auto') delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = theme;
      document.documentElement.style.colorScheme = theme === 'auto' ? 'light dark' : theme;
      for (const rule of schemes) {
        rule.media.mediaText = theme === 'auto' ? '(prefers-color-scheme:dark)'
          : theme === 'dark' ? 'all' : 'not all';
      }
    });

    const size = one('#size');
    const resize = () => document.body.classList.toggle('full', size.checked);
    // The margin of the picture is scrolled away.
    const follow = () => gutters.forEach(g => g.setAttribute(
      'transform', 'translate(' + Math.max(0, picture.scrollLeft - 20) + ',0)'));
    size.checked = window.matchMedia('(max-width:700px)').matches;
    size.addEventListener('change', () => { resize(); follow(); show(false); });
    picture.addEventListener('scroll', follow, {passive: true});
    resize();

    one('.controls').hidden = false;
    show(false);
    })();
    """#
}
