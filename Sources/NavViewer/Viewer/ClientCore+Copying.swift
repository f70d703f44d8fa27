import NavBase
import NavScene
import NavWire

/// Clipboard and mouse: effects on this viewer's terminal only.
extension ClientCore {
  /// Copies the shown page, or a part of it.
  ///
  /// The text is requested from the daemon: the scene holds only the visible rows, wrapped.
  mutating func copy(_ scope: CopyScope, from scene: Scene?, at now: Duration) {
    if scope == .page, let path = scene?.shownPath { return copy(path, called: path, at: now) }
    start(CopyRequest(scope: scope, onScreen: scene?.copiedText, since: now), at: now)
  }

  /// Copies the block of code or the table cell under the pointer.
  mutating func copyPart(at mouse: MouseEvent, in scene: Scene, _ now: Duration) {
    guard let hit = hit(mouse, in: scene), let text = pointedText(mouse, hit, in: scene) else {
      return messages.show("right click a block of code or a table's cell to copy it", at: now)
    }
    start(CopyRequest(scope: text.scope, pointedText: text.text, since: now), at: now)
  }

  private mutating func start(_ request: CopyRequest, at now: Duration) {
    guard isLive else { return messages.show("not connected: nothing was copied", at: now) }
    reader.start(for: request, at: now)
    sendPageRequest(at: now)
  }

  /// Handles the text that was requested for copying.
  mutating func finish(_ request: CopyRequest, with reading: PageReading, at now: Duration) {
    switch reading {
    case .text(let page): copy(request, of: page, at: now)
    case .failed(let reason): messages.show(reason, at: now)
    case .unknown:
      guard request.scope == .page, let copied = request.onScreen else {
        return messages.show("navd is older than this viewer: it can't copy that", at: now)
      }
      copy(copied.text, called: "\(copied.name) on the screen, navd is older", at: now)
    }
  }

  private mutating func copy(_ request: CopyRequest, of page: PageText, at now: Duration) {
    guard request.scope != .page else {
      guard let copied = page.copied else {
        return messages.show("there is nothing here to copy", at: now)
      }
      return copy(copied.text, called: copied.name, at: now)
    }
    let parts = page.parts(of: request.scope, having: request.pointedText)
    let texts = Set(parts.map(\.text))
    if let only = parts.first, texts.count == 1 {
      return copy(only.text, called: only.name, at: now)
    }
    guard !parts.isEmpty else { return messages.show(request.scope.absenceMessage, at: now) }
    // If the user has opened an overlay or a prompt in the meantime, that stays.
    guard view.overlay == nil, view.prompt == nil else { return }
    open(.copy(CopyOverlay(parts)), at: now)
  }

  /// Copies a text and shows a message about it.
  mutating func copy(_ text: String, called name: String, at now: Duration) {
    guard text.utf8.count <= Clipboard.byteLimit else {
      let (size, limit) = (text.sizeInWords, Clipboard.byteLimit / 1000)
      return messages.show(
        "nothing was copied: \(size) is more than the \(limit) kB that terminals take; "
          + "`navclient export` writes a file",
        at: now
      )
    }
    outbox.append(.copy(text))
    messages.show("\(name): sent to the terminal's clipboard", .news, at: now)
  }

  /// Gives up a copy request that has had no answer for `CopyRequest.timeout`.
  mutating func giveUpCopying(at now: Duration) {
    guard reader.giveUpCopying(at: now) else { return }
    messages.show("navd does not answer: nothing was copied", at: now)
  }

  mutating func toggleMouse(at now: Duration) {
    cancelDrag(at: now)
    input.toggleMouse()
    outbox.append(.setMouse(isMouseOn))
    messages.show(isMouseOn ? "mouse on" : "mouse off: m switches it on", .news, at: now)
  }
}

extension CopyScope {
  /// The message for a page that has no such part.
  fileprivate var absenceMessage: String {
    switch self {
    case .page: "there is nothing here to copy"
    case .code: "there is no code on this page"
    case .cell: "there is no table on this page"
    case .part: "there is no code and no table on this page"
    }
  }
}

/// Reading a page as a whole: the scene holds only the visible rows, wrapped.
extension ClientCore {
  /// Requests the text of the front page; `takeReading` returns the result.
  package mutating func readPage(at now: Duration) {
    reader.start(at: now)
    sendPageRequest(at: now)
  }

  /// Whether a request for a page's text is in progress.
  package var isReading: Bool { reader.isReading }

  /// Returns the result of `readPage`, once.
  package mutating func takeReading() -> PageReading? { reader.takeResult() }

  /// Sends the next request for the page, if it is due and the connection is live.
  mutating func sendPageRequest(at now: Duration) {
    guard case .live(let attached, _) = connection, let line = reader.dueLine(at: now) else {
      return
    }
    reader.sent(as: outbox.send(.page(.id(attached.session), fromLine: line)), at: now)
  }

  /// Handles a reply; returns false if it is for something else.
  mutating func receiveForPage(_ reply: Reply, at now: Duration) -> Bool {
    switch reader.receive(reply, at: now) {
    case .incomplete: sendPageRequest(at: now)
    case .finished: break
    case .copied(let request, let reading): finish(request, with: reading, at: now)
    case nil: return false
    }
    return true
  }
}
