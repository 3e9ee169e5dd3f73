"""What an explorer adds on the page: its layout, the names a screen reader speaks, its keys.

ipywidgets has no grid that follows the width of the notebook, gives a slider's handle no name
and offers no live region. Style and script come with the explorer, so that they are there in
JupyterLab, in Notebook 7 and on a page that was opened without `course lab`.
"""

from course_utils import page

# Two columns where there is room: controls and words beside the picture, so that all three are
# seen at once in a window of 1366 x 768. A slider's name stands above its track there, and all
# tracks begin and end together; in one column they share the columns of one grid.
LAYOUT = f"""
.course-room {{
  container-type: inline-size; width: 100%; max-width: {page.WIDTH}px; overflow: visible;
}}
.jp-Deck .course-room {{ max-width: none; }}
.course-room .course-explorer {{
  display: grid; overflow: visible; gap: 4px 16px;
  grid-template: "controls" auto "picture" auto "words" auto / minmax(0, 1fr);
}}
.course-room .course-controls {{ grid-area: controls; }}
.course-room .course-side {{ grid-area: words; overflow: visible; margin-top: 4px; }}
.course-room .course-side > * {{ margin: 0; height: auto; }}
.course-room .course-finding .widget-html-content {{ line-height: 1.45; }}
.course-room .course-explorer > .widget-image {{
  grid-area: picture; width: 100%; height: auto; max-height: 62vh; margin: 0;
  object-fit: contain; object-position: left top;
}}
.course-room .course-controls {{
  display: grid; overflow: visible; gap: 6px 8px; align-content: start;
  grid-template-columns: max-content minmax(0, 1fr) max-content;
}}
.course-room .course-controls > * {{
  display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; align-items: center;
  width: auto; height: auto; margin: 0; max-width: none;
}}
.course-room .course-controls .widget-label {{
  width: auto !important; max-width: none; margin: 0; text-align: left; overflow: visible;
}}
.course-room .course-controls .slider-container {{ margin: 0 8px; }}
.course-room .course-controls .widget-readout {{ margin: 0; min-width: 4.2em; }}
.course-room .course-controls > .widget-dropdown > select {{ grid-column: 2 / -1; width: auto; }}
.course-room .course-controls > .widget-toggle-buttons > div {{
  grid-column: 2 / -1; display: flex; flex-wrap: wrap; gap: 4px;
}}
.course-room .course-controls .widget-toggle-button {{
  width: auto !important; min-width: 3em !important; margin: 0; padding: 0 10px; flex: 0 1 auto;
}}
.course-room .course-back {{ width: auto; max-width: 100%; margin: 6px 2px 2px; height: auto; }}
.jp-Deck .course-room .course-explorer {{
  align-items: start;
  grid-template: "controls picture" auto "words picture" 1fr / 31% minmax(0, 1fr);
}}
.jp-Deck .course-room .course-explorer > .course-controls {{ grid-area: controls; }}
.jp-Deck .course-room .course-explorer > .course-side {{ grid-area: words; }}
.jp-Deck .course-room .course-explorer > .widget-image {{ grid-area: picture; }}
@container (min-width: {page.TWO_COLUMNS}px) {{
  .course-room .course-explorer {{
    grid-template: "controls picture" auto "words picture" 1fr / 31% minmax(0, 1fr);
  }}
  .course-room .course-controls {{ grid-template-columns: minmax(0, 1fr) max-content; }}
  .course-room .course-controls .slider-container {{ grid-row: 2; grid-column: 1 / -1; }}
  .course-room .course-controls .widget-readout {{ text-align: right; }}
  .course-room .course-controls > .widget-dropdown > select,
  .course-room .course-controls > .widget-toggle-buttons > div {{ grid-column: 1 / -1; }}
}}
"""

# The region of the words has to be an element that stays: an HTML widget replaces everything
# inside its own. A slider says its value with all digits (0.6000000000000001), a row of buttons
# not which one is pressed: both are put right after each change. JupyterLab is asked to leave
# the keys alone that a control uses (in a list, arrow keys moved to another cell and "d" "d"
# deleted this one), and to take those it does not use: all with Ctrl or Cmd, and Shift+Enter.
# It looks for the attribute while the key comes down from the document, so the listener sits
# above, on the window; one serves the page. On stage Space goes on also from a slider.
ACCESS = """(function help(aid, tries) {
    const box = aid.closest('.course-explorer');
    const words = box && box.querySelector('.course-finding .widget-html-content');
    const sliders = box ? [...box.querySelectorAll('.widget-slider')] : [];
    if (!words || !sliders.every(one => one.querySelector('[role=slider]'))) {
        if (tries) setTimeout(help, 100, aid, tries - 1);
        return;
    }
    for (const one of sliders) {
        const name = one.querySelector('label').textContent;
        one.querySelector('[role=slider]').setAttribute('aria-label', name);
        const readout = one.querySelector('.widget-readout');
        readout.setAttribute('role', 'textbox');
        readout.setAttribute('aria-label', name + ', as a number');
    }
    for (const one of box.querySelectorAll('.widget-toggle-buttons')) {
        one.setAttribute('role', 'group');
        one.setAttribute('aria-label', one.querySelector('label').textContent);
    }
    const speak = () => {
        for (const one of box.querySelectorAll('[role=slider]')) {
            const said = one.getAttribute('aria-valuetext');
            const round = String(Number(Number(said).toFixed(9)));
            if (said !== round) one.setAttribute('aria-valuetext', round);
        }
        for (const one of box.querySelectorAll('.widget-toggle-button')) {
            const on = String(one.classList.contains('mod-active'));
            if (one.getAttribute('aria-pressed') !== on) one.setAttribute('aria-pressed', on);
        }
    };
    speak();
    new MutationObserver(speak).observe(
        box, {subtree: true, attributes: true, attributeFilter: ['aria-valuetext', 'class']});
    words.setAttribute('role', 'status');
    words.setAttribute('aria-live', 'polite');
    if (window.courseKeys) return;
    window.courseKeys = true;
    window.addEventListener('keydown', event => {
        const one = event.target;
        if (!one.closest || !one.closest('.course-explorer')) return;
        const stage = document.body.dataset.jpDeckMode;
        const ours = one.matches(stage ? 'select' : 'select, button, [role=slider]');
        const theirs = event.ctrlKey || event.metaKey || (event.shiftKey && event.key === 'Enter');
        one.toggleAttribute('data-lm-suppress-shortcuts', ours && !theirs);
    }, true);
})(this, 50)"""

ON_PAGE = (
    f"<style>{page.CSS}{LAYOUT}</style>"
    '<img alt="" style="display:none"\n'
    'src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"\n'
    f'onload="{ACCESS}">'
)
