import NavCommands
import NavGeometry
import NavInput
import NavModel
import NavScene
import NavWire

/// Overlays above the scene: while one is open, it receives all keys and mouse events.
extension ClientCore {
  /// Opens the overlay of a command; returns false if the command opens none.
  mutating func opens(_ command: LocalCommand, in scene: Scene?, at now: Duration) -> Bool {
    let focus = scene?.focusKind.keyFocus ?? .none
    let overlay: Overlay
    switch command {
    case .help: overlay = .help(HelpOverlay(scene?.keyContext ?? KeyContext(focus: .none)))
    case .palette: overlay = .palette(PaletteOverlay(focus: focus, history: paletteHistory))
    case .outline: overlay = .outline(OutlineOverlay(at: now))
    case .find: overlay = .find(FindOverlay(at: now))
    case .viewers: overlay = .viewers(ViewersOverlay(at: now))
    case .messages: overlay = .messages(MessagesOverlay(messages.log))
    case .leave, .search, .filter, .nextResult, .previousResult, .mouse, .copy, .peekDown, .peekUp,
      .peekLeft, .peekRight, .redraw, .bare, .suspend:
      return false
    }
    open(overlay, at: now)
    return true
  }

  mutating func open(_ overlay: Overlay, at now: Duration) {
    cancelDrag(at: now)
    keys.reset()
    view.overlay = overlay
    askForOverlay(at: now)
  }

  /// Handles a key while an overlay is open; returns false if none is.
  mutating func receivesInOverlay(_ key: Key, at now: Duration) -> Bool {
    guard var overlay = view.overlay else { return false }
    // Ctrl keys for leaving, suspending and redrawing work in every overlay.
    if key.modifiers == .control,
      case .local(let command)? = KeyTable.command(for: key, focus: .none)
    {
      perform(command, in: currentScene(at: now), at: now)
      return true
    }
    let outcome = overlay.receive(key, in: viewport)
    view.overlay = overlay
    follow(outcome, at: now)
    return true
  }

  /// Handles a mouse report while an overlay is open; returns false if none is.
  mutating func receivesInOverlay(_ mouse: MouseEvent, at now: Duration) -> Bool {
    guard var overlay = view.overlay else { return false }
    var outcome = Overlay.Outcome.stays
    switch mouse.action {
    case .press: outcome = overlay.press(CellPoint(x: mouse.column, y: mouse.row), in: viewport)
    case .wheelUp: overlay.turnWheel(by: -Self.wheelRows, in: viewport)
    case .wheelDown: overlay.turnWheel(by: Self.wheelRows, in: viewport)
    case .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
    view.overlay = overlay
    follow(outcome, at: now)
    return true
  }

  mutating func paste(_ text: String, at now: Duration) {
    guard view.prompt != nil else {
      view.overlay?.paste(text)
      return
    }
    view.prompt?.paste(text)
    view.trial.change(isEmpty: view.prompt?.field.isEmpty ?? true, at: now)
  }

  private mutating func follow(_ outcome: Overlay.Outcome, at now: Duration) {
    switch outcome {
    case .stays: break
    case .closes: view.overlay = nil
    case .goes(let number, let version):
      view.overlay = nil
      let place = Request.Precondition(version: version)
      perform(.command(.goTo(number)), if: place, at: now)
    case .copies(let part):
      view.overlay = nil
      copy(part.text, called: part.name, at: now)
    case .visits(let results):
      view.overlay = nil
      visit(results, at: now)
    case .runs(let command, let typed):
      view.overlay = nil
      note(typed)
      switch command {
      case .session(let command): perform(command, in: currentScene(at: now), at: now)
      case .local(let command): perform(command, in: currentScene(at: now), at: now)
      }
    }
  }

  private mutating func note(_ line: String) {
    guard paletteHistory.last != line else { return }
    if paletteHistory.count >= PaletteOverlay.historyLimit { paletteHistory.removeFirst() }
    paletteHistory.append(line)
  }

  // MARK: Find results

  /// Opens the current result; the others can be stepped through from there.
  mutating func visit(_ results: FoundResults, at now: Duration) {
    self.results = results
    perform(.visit(results.place.visit), at: now)
  }

  /// Opens the next or the previous result of the last find.
  mutating func visitNextResult(forward: Bool, at now: Duration) {
    guard var results else {
      return messages.show("nothing was found yet: F finds files and words", at: now)
    }
    results.step(forward: forward)
    visit(results, at: now)
    messages.show(results.words, .news, at: now)
  }

  // MARK: Overlay requests

  /// Sends the overlay's request to the daemon if it is due and the connection is live.
  mutating func askForOverlay(at now: Duration) {
    guard case .live(let attached, _) = connection else { return }
    switch view.overlay {
    case .viewers(var overlay) where overlay.inquiry.isDue(at: now):
      overlay.inquiry.asked(send(.listViewers(.id(attached.session))), at: now)
      view.overlay = .viewers(overlay)
    case .outline(var overlay) where overlay.inquiry.isDue(at: now):
      let size = attached.viewport ?? viewport
      overlay.inquiry.asked(send(.outline(.id(attached.session), size)), at: now)
      view.overlay = .outline(overlay)
    case .find(var overlay) where overlay.inquiry.isDue(at: now):
      let request = send(.find(.id(attached.session), overlay.words))
      overlay.asked(request, at: now)
      view.overlay = .find(overlay)
    case .viewers, .outline, .find, .help, .palette, .messages, .copy, nil: break
    }
  }

  /// Repeats the overlay's request after joining again, because row numbers depend on the layout
  /// and the daemon.
  mutating func askForOverlayAnew(at now: Duration) {
    switch view.overlay {
    case .outline(var overlay):
      overlay.inquiry.begin(at: now)
      view.overlay = .outline(overlay)
    case .find(var overlay):
      overlay.inquiry.begin(at: now)
      view.overlay = .find(overlay)
    case .viewers, .help, .palette, .messages, .copy, nil: break
    }
  }

  /// Handles a reply for the overlay; returns false if the reply is for something else.
  mutating func receivesInOverlay(_ reply: Reply, at now: Duration) -> Bool {
    switch view.overlay {
    case .viewers(var overlay) where overlay.inquiry.isWaiting(for: reply.id):
      overlay.receive(reply.body, own: connection.attached?.viewer ?? 0, at: now)
      view.overlay = .viewers(overlay)
      return true
    case .outline(var overlay) where overlay.inquiry.isWaiting(for: reply.id):
      overlay.receive(reply.body, at: now)
      view.overlay = .outline(overlay)
      return true
    case .find(var overlay) where overlay.inquiry.isWaiting(for: reply.id):
      overlay.receive(reply.body, at: now)
      view.overlay = .find(overlay)
      return true
    case .viewers, .outline, .find, .help, .palette, .messages, .copy, nil: return false
    }
  }

  /// Returns the time of the overlay's next change or request; nil if it could only send while
  /// disconnected.
  func nextOverlayChange(at now: Duration) -> Duration? {
    guard let wake = view.overlay?.content.nextChange(at: now) else { return nil }
    return connection.isLive || wake > now ? wake : nil
  }

  /// Returns the overlay's current picture.
  mutating func overlayPicture(at now: Duration) -> OverlayPicture? {
    if case .messages(var overlay) = view.overlay {
      overlay.update(messages.log)
      view.overlay = .messages(overlay)
    }
    return view.overlay?.picture(in: viewport, at: now)
  }
}
