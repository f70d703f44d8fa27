import NavBase

/// A line of text that the user is typing; local to the viewer until it is accepted.
///
/// The text is sanitised on entry, so it can be painted and sent unchanged.
struct TextField: Hashable, Sendable {
  private(set) var text: String
  /// The number of grapheme clusters before the cursor.
  private(set) var cursor: Int

  /// The longest text, in bytes of UTF-8; further input is ignored.
  private let byteLimit: Int

  /// The result of a key.
  enum Outcome: Hashable, Sendable {
    /// The field handled the key, or ignored it because the text is at its limit.
    case editing
    case accepted
    case cancelled
    /// The key has no meaning in a text field, so the owner may handle it.
    case passed
  }

  /// Creates a field with a text and the cursor at its end.
  ///
  /// - Parameters:
  ///   - text: the initial text; truncated at the limit.
  ///   - byteLimit: the longest text, in bytes of UTF-8; by default that of a command's text (input.proto: Command).
  init(_ text: String = "", byteLimit: Int = SessionCommand.textLimit) {
    self.text = ""
    self.byteLimit = byteLimit
    cursor = 0
    paste(text)
  }

  var isEmpty: Bool { text.isEmpty }

  // MARK: Keys

  mutating func receive(_ key: Key) -> Outcome {
    if key.modifiers == .control { return receive(control: key.code) }
    switch key.code {
    case .character(let character) where key.modifiers.isSubset(of: .shift):
      paste(String(character))
    case .backspace: removeBefore(from: cursor - 1)
    case .delete: removeBehind(upTo: cursor + 1)
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(text.count, cursor + 1)
    case .home: cursor = 0
    case .end: cursor = text.count
    case .enter: return .accepted
    case .escape: return .cancelled
    case .character, .tab, .up, .down, .pageUp, .pageDown, .insert, .function: return .passed
    }
    return .editing
  }

  private mutating func receive(control code: KeyCode) -> Outcome {
    switch code {
    case .character("a"): cursor = 0
    case .character("e"): cursor = text.count
    case .character("u"): removeBefore(from: 0)
    case .character("k"): removeBehind(upTo: text.count)
    case .character("w"): removeBefore(from: wordStart)
    case .character("h"): removeBefore(from: cursor - 1)
    case .character("c"): return .cancelled
    case .character, .enter, .tab, .backspace, .escape, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, .insert, .delete, .function:
      return .passed
    }
    return .editing
  }

  // MARK: Editing

  /// Inserts text before the cursor, as many of its clusters as fit.
  ///
  /// Control characters are replaced and line breaks become blanks; leading and trailing line breaks are dropped.
  mutating func paste(_ pasted: String) {
    let safe = sanitized(pasted.trimmingLineEnds)
    let available = byteLimit - text.utf8.count
    var length = 0
    let fitting = safe.prefix { character in
      length += character.utf8.count
      return length <= available
    }
    guard !fitting.isEmpty else { return }
    let start = text.utf8Offset(ofCluster: cursor)
    let front = String(text.prefix(cursor)) + fitting
    text = front + text.dropFirst(cursor)
    // A combining mark may have joined the cluster before it, or the text after the cursor.
    cursor = text.clusters(covering: start + fitting.utf8.count)
  }

  private mutating func removeBefore(from start: Int) {
    let start = max(0, start)
    guard start < cursor else { return }
    let kept = String(text.prefix(start))
    text = kept + text.dropFirst(cursor)
    cursor = text.clusters(covering: kept.utf8.count)
  }

  private mutating func removeBehind(upTo end: Int) {
    let kept = String(text.prefix(cursor))
    text = kept + text.dropFirst(max(cursor, end))
    cursor = text.clusters(covering: kept.utf8.count)
  }

  /// The start of the word before the cursor, skipping the blanks in between.
  private var wordStart: Int {
    var front = text.prefix(cursor)
    while front.last?.isWhitespace == true { front.removeLast() }
    while front.last?.isWhitespace == false { front.removeLast() }
    return front.count
  }

  // MARK: Showing

  /// The visible part of the text, with the cursor's position in it.
  struct Window: Hashable, Sendable {
    var text: String
    /// From 0; less than the width.
    var cursorColumn: Int
  }

  /// Returns the visible part of the text: all of it if it fits, otherwise the part around the cursor, which is in the
  /// centre unless it is near an end of the text.
  ///
  /// - Parameter columns: the width; after the last character, one column is left for the cursor.
  /// - Returns: the visible part; empty for a width of 0.
  func window(columns: Int) -> Window {
    let widths = text.map { columnWidth(of: $0) }
    let column = widths.prefix(cursor).reduce(0, +)
    let total = widths.reduce(0, +)
    guard columns > 0 else { return Window(text: "", cursorColumn: 0) }
    let wanted = min(column - columns / 2, total + 1 - columns)
    var first = 0
    var dropped = 0
    while dropped < wanted, first < cursor {
      dropped += widths[first]
      first += 1
    }
    let shown = text.dropFirst(first).prefix(columns: columns)
    return Window(text: String(shown), cursorColumn: min(column - dropped, columns - 1))
  }
}

extension String {
  /// The text without leading and trailing line breaks.
  fileprivate var trimmingLineEnds: String {
    var rest = self[...]
    while rest.first?.isNewline == true { rest.removeFirst() }
    while rest.last?.isNewline == true { rest.removeLast() }
    return String(rest)
  }

  /// Returns the number of bytes before a cluster.
  fileprivate func utf8Offset(ofCluster cluster: Int) -> Int { prefix(cluster).utf8.count }

  /// Returns the least number of clusters from the start that contain this many bytes.
  fileprivate func clusters(covering bytes: Int) -> Int {
    var clusters = 0
    var length = 0
    for character in self {
      if length >= bytes { break }
      length += character.utf8.count
      clusters += 1
    }
    return clusters
  }
}

/// A text field above a list, which shows what has all typed words.
struct FilterField: Hashable, Sendable {
  var field: TextField
  var list = OverlayList(isSelectable: true)

  init(_ text: String = "") {
    field = TextField(text)
  }

  var text: String { field.text }

  /// Whether a text contains all typed words, in any order and case.
  func matches(_ text: String) -> Bool {
    let text = text.lowercased()
    return words.allSatisfy { text.contains($0) }
  }

  var hasWords: Bool { !words.isEmpty }

  private var words: [Substring] { field.text.lowercased().split { $0.isWhitespace } }
}
