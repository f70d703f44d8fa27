import NavCommands
import NavGeometry
import NavInput
import NavScene
import NavText
import NavWire

/// Clipboard and mouse: effects on this viewer's terminal only.
extension ClientCore {
  /// Copies the shown page, or a part of it.
  ///
  /// The text is requested from the daemon: the scene holds only the visible rows, wrapped.
  mutating func copy(_ scope: CopyScope, from scene: Scene?, at now: Duration) {
    if scope == .page, let path = scene?.shownPath { return copy(path, called: path, at: now) }
    begin(Copying(scope: scope, onScreen: scene?.copiedText, since: now), at: now)
  }

  /// Copies the block of code or the table cell under the pointer.
  mutating func copyPart(at mouse: MouseEvent, in scene: Scene, _ now: Duration) {
    guard let hit = hit(mouse, in: scene), let text = pointedText(mouse, hit, in: scene) else {
      return messages.show("right click a block of code or a table's cell to copy it", at: now)
    }
    begin(Copying(scope: text.scope, pointedText: text.text, since: now), at: now)
  }

  private mutating func begin(_ new: Copying, at now: Duration) {
    guard connection.isLive else {
      return messages.show("not connected: nothing was copied", at: now)
    }
    copying = new
    readPage(at: now)
  }

  /// Handles the reading that was requested for copying.
  mutating func finish(_ copying: Copying, with reading: PageReading, at now: Duration) {
    switch reading {
    case .text(let page): copy(copying, of: page, at: now)
    case .failed(let reason): messages.show(reason, at: now)
    case .unknown:
      guard copying.scope == .page, let copied = copying.onScreen else {
        return messages.show("navd is older than this viewer: it can't copy that", at: now)
      }
      copy(copied.text, called: "\(copied.name) on the screen, navd is older", at: now)
    }
  }

  private mutating func copy(_ copying: Copying, of page: PageText, at now: Duration) {
    guard copying.scope != .page else {
      guard let copied = page.copied else {
        return messages.show("there is nothing here to copy", at: now)
      }
      return copy(copied.text, called: copied.name, at: now)
    }
    let parts = page.parts(of: copying.scope, having: copying.pointedText)
    let texts = Set(parts.map(\.text))
    if let only = parts.first, texts.count == 1 {
      return copy(only.text, called: only.name, at: now)
    }
    guard !parts.isEmpty else { return messages.show(copying.scope.absence, at: now) }
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
    actions.append(.copy(text))
    messages.show("\(name): sent to the terminal's clipboard", .news, at: now)
  }

  /// Gives up a copy request that has had no answer for `Copying.patience`.
  mutating func giveUpCopying(at now: Duration) {
    guard let copying, now - copying.since >= Copying.patience else { return }
    self.copying = nil
    pageInquiry = nil
    messages.show("navd does not answer: nothing was copied", at: now)
  }

  mutating func switchMouse(at now: Duration) {
    cancelDrag(at: now)
    isMouseOn.toggle()
    actions.append(.setMouse(isMouseOn))
    messages.show(isMouseOn ? "mouse on" : "mouse off: m switches it on", .news, at: now)
  }
}

/// A copy request that waits for the daemon's text.
struct Copying: Hashable, Sendable {
  var scope: CopyScope
  /// The text under the pointer, if a part is copied by mouse; nil if keys requested the copy.
  var pointedText: String?
  /// The fallback for a daemon that does not support the request: the rows of the scene.
  var onScreen: CopiedPart?
  var since: Duration

  /// The time without an answer after which it is given up.
  static let patience = Duration.seconds(10)

  /// Returns the time at which it is given up.
  func nextWake(at now: Duration) -> Duration? { max(now, since + Self.patience) }
}

extension CopyScope {
  /// The message for a page that has no such part.
  fileprivate var absence: String {
    switch self {
    case .page: "there is nothing here to copy"
    case .code: "there is no code on this page"
    case .cell: "there is no table on this page"
    case .part: "there is no code and no table on this page"
    }
  }
}
