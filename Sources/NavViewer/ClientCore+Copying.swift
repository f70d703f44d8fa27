import NavCommands
import NavGeometry
import NavInput
import NavScene
import NavText
import NavWire

/// What a viewer gives to its terminal alone: text for the clipboard, and the mouse.
extension ClientCore {
  /// Copies what is looked at, or a part of it (experience.md: Keys, `y`).
  ///
  /// The daemon has the whole text: the scene holds what is seen of it, wrapped.
  mutating func copy(_ scope: CopyScope, from scene: Scene?, at now: Duration) {
    if scope == .page, let path = scene?.shownPath { return copy(path, called: path, at: now) }
    begin(Copying(scope: scope, onScreen: scene?.copiedText, since: now), at: now)
  }

  /// Copies the block of code or the cell under the pointer.
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

  /// The text that is to be copied is there, or can't be had.
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
    // Whoever has opened something meanwhile looks at that.
    guard view.overlay == nil, view.prompt == nil else { return }
    open(.copy(CopyOverlay(parts)), at: now)
  }

  /// Copies a text, and says so.
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

  /// Gives up what nobody answers.
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

/// What is to be copied once the daemon has sent the text.
struct Copying: Hashable, Sendable {
  var scope: CopyScope
  /// What the pointer was on, of a part; nil where keys asked for it.
  var pointedText: String?
  /// What a daemon that does not know the request leaves to copy: the rows of the scene.
  var onScreen: CopiedPart?
  var since: Duration

  /// It is given up when no answer has come for so long.
  static let patience = Duration.seconds(10)

  /// When it is given up.
  func nextWake(at now: Duration) -> Duration? { max(now, since + Self.patience) }
}

extension CopyScope {
  /// What is said where a page has none of them.
  fileprivate var absence: String {
    switch self {
    case .page: "there is nothing here to copy"
    case .code: "there is no code on this page"
    case .cell: "there is no table on this page"
    case .part: "there is no code and no table on this page"
    }
  }
}
