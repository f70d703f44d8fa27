extension HTMLPage {
  /// The style sheet of slides: the frame that is the address's target fills the window; in print each slide is a page.
  static let slideStyle = """
    .bar { display: flex; justify-content: space-between; gap: 1rem; }
    section { display: flex; flex-direction: column; }
    section > footer { margin-top: auto; padding-top: 1rem; }
    .turns { display: none; }
    .frame:target { position: fixed; inset: 0; z-index: 1; overflow: auto; outline: 0;
      background: var(--paper); font-size: clamp(1.1rem, .6rem + 2.2vmin, 3rem); }
    .frame:target section { margin: 0 auto; padding: 4vmin 6vmin 2vmin; max-width: 64em;
      min-height: 100%; border: 0; }
    .frame:target .title .body { margin: auto 0; text-align: center; }
    .frame:target .title h1 { font-size: 2.6em; }
    .frame:target img { max-height: 70vh; }
    .frame:target details { display: none; }
    .frame:target .turns { position: fixed; right: 1rem; top: .4rem; display: flex; gap: .8rem;
      font-size: 1rem; opacity: .35; }
    .frame:target .turns:hover, .frame:target .turns:focus-within { opacity: 1; }
    .turns a { color: var(--quiet); text-decoration: none; }
    .turns span { color: transparent; }
    .wait { visibility: hidden; }
    .version.wait { display: none; }
    @media print {
      @page { size: landscape; margin: 12mm; }
      .frame, .frame:target { position: static; overflow: visible; break-after: page;
        break-inside: avoid; font-size: 1.1rem; }
      .frame:last-child { break-after: auto; }
      .frame section { margin: 0; padding: 0; max-width: none; min-height: 165mm; }
      .frame .title .body { margin: auto 0; text-align: center; }
      .frame:target .turns { display: none; }
      .wait { visibility: visible; }
      .version.wait { display: block; }
    }
    """

  /// The script of the slide show.
  ///
  /// Without it, slides are turned by their links and show all steps at once.
  static let script = """
    "use strict";
    const frames = [...document.querySelectorAll(".frame")];
    const steps = frames.map(frame => [...frame.querySelectorAll("[data-step]")]);
    const codes = frames.map(frame => [...frame.querySelectorAll("[data-turns]")]);
    // The classes of highlighted code outside of the show.
    const still = new Map([...document.querySelectorAll("[data-turns], [data-on]")]
      .map(part => [part, part.className]));
    let current = -1;
    let step = 0;
    const turns = code => code.dataset.turns.split(" ").map(Number);
    const last = at => Math.max(0, ...steps[at].map(part => Number(part.dataset.step)),
      ...codes[at].map(code => turns(code)[1]));
    const highlight = code => {
      const [first, end] = turns(code);
      const turn = String(Math.min(Math.max(step, first), end));
      const lines = [...code.querySelectorAll(".line")];
      const isOn = line => line.dataset.on.split(" ").includes(turn);
      const isAll = lines.every(isOn);
      lines.forEach(line => line.classList.toggle("focus", !isAll && isOn(line)));
      code.classList.toggle("focused", !isAll);
    };
    const reveal = () => {
      steps[current].forEach(part => part.classList.toggle("wait",
        Number(part.dataset.step) > step || Number(part.dataset.until) <= step));
      codes[current].forEach(highlight);
    };
    const show = (at, isAtEnd) => {
      if (!frames[at]) return;
      if (current >= 0) end();
      current = at;
      step = isAtEnd ? last(at) : 0;
      if (location.hash !== "#" + frames[at].id) location.replace("#" + frames[at].id);
      reveal();
      frames[at].focus({ preventScroll: true });
      frames[at].scrollTop = 0;
    };
    const end = () => {
      steps[current].forEach(part => part.classList.remove("wait"));
      still.forEach((name, part) => part.className = name);
      current = -1;
    };
    const leave = () => {
      const section = frames[current].querySelector("section");
      end();
      location.replace("#" + section.id);
    };
    const forward = () => step < last(current) ? (step += 1, reveal()) : show(current + 1, false);
    const back = () => step > 0 ? (step -= 1, reveal()) : show(current - 1, true);
    const screen = direction => {
      const frame = frames[current];
      const room = direction > 0
        ? frame.scrollHeight - frame.clientHeight - frame.scrollTop : frame.scrollTop;
      if (room > 2) frame.scrollBy(0, direction * frame.clientHeight * .9);
      else if (direction > 0) forward();
      else back();
    };
    const isInView = frame => {
      const box = frame.getBoundingClientRect();
      return box.bottom > 80 && box.top < innerHeight;
    };
    // The slide of the address while it is in view, else the first one that is.
    const first = () => {
      const named = frames.findIndex(frame =>
        "#" + frame.querySelector("section").id === location.hash && isInView(frame));
      return named >= 0 ? named : Math.max(0, frames.findIndex(isInView));
    };
    const keys = {
      ArrowRight: forward, n: forward, l: forward, Enter: forward,
      ArrowLeft: back, p: back, h: back, Backspace: back,
      PageDown: () => screen(1), PageUp: () => screen(-1),
      Home: () => show(0, false), End: () => show(frames.length - 1, true),
      Escape: leave, s: leave,
      f: () => document.fullscreenElement
        ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
    };
    addEventListener("keydown", event => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.target.closest("a, summary") && (event.key === "Enter" || event.key === " ")) return;
      let action;
      if (current >= 0) {
        action = event.key === " " ? () => screen(event.shiftKey ? -1 : 1) : keys[event.key];
      } else if (event.key === "s") {
        action = () => show(first(), false);
      }
      if (!action) return;
      event.preventDefault();
      action();
    });
    addEventListener("hashchange", () => {
      const id = location.hash.slice(1);
      const at = frames.findIndex(frame => frame.id === id);
      if (at >= 0 && at !== current) show(at, false);
      if (at < 0 && current >= 0) end();
    });
    addEventListener("click", event => {
      const link = event.target.closest(".frame section a[href^='#slide-']");
      if (current < 0 || !link) return;
      event.preventDefault();
      show(Number(link.hash.slice(7)) - 1, false);
    });
    if (location.hash.startsWith("#show-")) {
      show(frames.findIndex(frame => "#" + frame.id === location.hash), false);
    }
    """
}
