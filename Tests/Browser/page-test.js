// Appended to a page that `marbles --html` made: uses it as a person would, and leaves the verdict
// in the body's data-verdict.
(() => {
  const one = s => document.querySelector(s);
  const all = s => [...document.querySelectorAll(s)];
  const press = key => document.body.dispatchEvent(
    new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  const mistakes = [];
  const check = (truth, what) => { if (!truth) mistakes.push(what); };
  const shown = () => all('#instants > li').filter(li => !li.hidden);
  try {
    const instants = all('#instants > li');
    const slider = one('#slider');
    check(!one('.controls').hidden, 'the controls are hidden');
    check(Number(slider.max) === instants.length, 'the slider has not one step an instant');
    check(shown().length === instants.length, 'not the whole run is shown at first');
    const room = innerWidth < 600 ? 80 : 100;
    check(one('.controls').offsetHeight <= room, 'the controls take too much room');
    const order = one('.overlay').compareDocumentPosition(one('.gutter'));
    check(order & Node.DOCUMENT_POSITION_FOLLOWING, 'frames cover the labels');

    instants.forEach((li, index) => {
      press('ArrowRight');
      check(shown().length === 1 && shown()[0] === li, 'step ' + index + ' shows something else');
      check(Number(slider.value) === index + 1, 'the slider does not follow at ' + index);
      check(one('#status').textContent.includes(li.dataset.time), 'step ' + index + ' is not spoken');
      for (const item of li.querySelectorAll('[data-glyph]')) {
        const mark = one('.picture [data-glyph="' + item.dataset.glyph + '"]');
        check(mark && mark.classList.contains('on'), 'a mark of step ' + index + ' is not shown');
      }
    });
    check(one('#forth').disabled, 'there is a step after the last');
    press('Home');
    check(shown()[0] === instants[0], 'Home does not lead to the first instant');
    press('End');
    check(shown()[0] === instants[instants.length - 1], 'End does not lead to the last instant');
    press('ArrowLeft');
    check(Number(slider.value) === Math.max(0, instants.length - 1), 'no way back');

    press('Escape');
    check(shown().length === instants.length, 'Escape does not show the whole run');
    const caused = one('#instants [data-cause]');
    if (caused) {
      caused.click();
      check(caused.classList.contains('event'), 'a click does not choose an event');
      check(one('.overlay .cause') !== null, 'the cause is not shown');
      check(caused.textContent.includes('because of'), 'the cause is not named');
      press('ArrowDown');
      press('ArrowUp');
      check(caused.classList.contains('event'), 'down and up do not lead back');
    }

    press('Escape');
    const list = one('#instants');
    const swipe = (from, to) => {
      const touch = x => ({changedTouches: [
        new Touch({identifier: 1, target: list, clientX: x, clientY: 10})]});
      list.dispatchEvent(new TouchEvent('touchstart', touch(from)));
      list.dispatchEvent(new TouchEvent('touchend', touch(to)));
    };
    swipe(200, 100);
    check(Number(slider.value) === 1, 'a swipe to the left does not step');
    swipe(100, 110);
    check(Number(slider.value) === 1, 'a short swipe steps');
    swipe(100, 200);
    check(Number(slider.value) === 0, 'a swipe to the right does not step back');
    // Two fingers move apart: the second one is put down after the first, and one is lifted first.
    const fingers = (...positions) => positions.map((x, index) =>
      new Touch({identifier: index, target: list, clientX: x, clientY: 10}));
    const send = (type, changed, touches) => list.dispatchEvent(
      new TouchEvent(type, {changedTouches: changed, touches}));
    send('touchstart', fingers(200), fingers(200));
    send('touchstart', fingers(200, 240).slice(1), fingers(200, 240));
    send('touchend', fingers(100), fingers(100, 340).slice(1));
    send('touchend', fingers(100, 340).slice(1), []);
    check(Number(slider.value) === 0, 'two fingers step');
    swipe(200, 100);
    check(Number(slider.value) === 1, 'after two fingers, a swipe does not step');
    swipe(100, 200);

    const chosen = one('#instants [data-glyph]');
    chosen.click();
    const frame = one('.overlay .event').getBoundingClientRect();
    const labels = one('.gutter').getBoundingClientRect();
    check(frame.left >= labels.right - 1, 'labels cover the event that is shown');

    slider.value = 1;
    slider.dispatchEvent(new Event('input'));
    check(shown().length === 1 && shown()[0] === instants[0], 'the slider does not lead');

    const search = one('#search');
    press('/');
    check(document.activeElement === search, 'the key / does not lead to the search');
    const words = one('#instants .what').textContent.split(' ');
    search.value = words[words.length - 1].toUpperCase();
    search.dispatchEvent(new Event('input'));
    check(all('#instants li.hit').length > 0, 'the search finds nothing');
    search.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', cancelable: true}));
    check(one('#instants li.event.hit') !== null, 'Enter does not lead to what was found');
    check(one('#found').value.startsWith('1 of '), 'it does not say how much was found');
    search.value = 'nothing is called like this';
    search.dispatchEvent(new Event('input'));
    check(one('#found').value === 'nothing found', 'it does not say that nothing was found');
    search.dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', cancelable: true}));

    const ground = () => getComputedStyle(document.body).backgroundColor;
    const paper = () => getComputedStyle(one('.picture .bg')).fill;
    const theme = one('#theme');
    const colors = {};
    for (const name of ['light', 'dark']) {
      theme.value = name;
      theme.dispatchEvent(new Event('change'));
      colors[name] = ground();
      check(ground() === paper(), 'page and picture differ in ' + name);
    }
    check(colors.light !== colors.dark, 'light and dark are the same');
    check(window.hacked === undefined, 'a text of the recording was run');
    check(all('script').length === 2, 'there are other scripts than ours and this');
  } catch (error) {
    mistakes.push(String(error));
  }
  document.body.dataset.verdict = mistakes.length ? mistakes.join('; ') : 'fine';
})();
