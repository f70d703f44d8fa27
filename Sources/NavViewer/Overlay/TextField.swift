import NavCommands
import NavText

/// One line of text that is being typed: local to the viewer until it is accepted (experience.md: Keys).
///
/// The text is sanitised as it goes in, so it can be painted and sent as it is.
struct TextField: Hashable, Sendable {
  private(set) var text: String
  /// Grapheme clusters in front of the cursor.
  private(set) var cursor: Int

  /// The longest text, in bytes of UTF-8; what does not fit any more is not taken (input.proto: Command).
  static let byteLimit = 256

  /// What a key has led to.
  enum Outcome: Hashable, Sendable {
    /// The field has used the key, or it has no more room for it.
    case editing
    case accepted
    case cancelled
    /// The key means nothing to a field of text: whoever owns it may have it.
    case passed
  }

  /// A field with a text in it, the cursor behind that.
  ///
  /// - Parameter text: of it as much as there is room for.
  init(_ text: String = "") {
    self.text = ""
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

  /// Puts text in front of the cursor: as many of its clusters as there is room for.
  ///
  /// Controls are made safe and line ends become blanks; those at the ends of what is pasted are dropped.
  mutating func paste(_ pasted: String) {
    let safe = sanitized(pasted.trimmingLineEnds)
    let room = Self.byteLimit - text.utf8.count
    var length = 0
    let fitting = safe.prefix { character in
      length += character.utf8.count
      return length <= room
    }
    guard !fitting.isEmpty else { return }
    let start = text.utf8Offset(ofCluster: cursor)
    let front = String(text.prefix(cursor)) + fitting
    text = front + text.dropFirst(cursor)
    // A mark may have joined the cluster in front of it, or what stands behind the cursor.
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

  /// Where the word in front of the cursor begins, the blanks behind it passed over.
  private var wordStart: Int {
    var front = text.prefix(cursor)
    while front.last?.isWhitespace == true { front.removeLast() }
    while front.last?.isWhitespace == false { front.removeLast() }
    return front.count
  }

  // MARK: Showing

  /// The part of the text that is seen, and where the cursor stands in it.
  struct Window: Hashable, Sendable {
    var text: String
    /// From 0; below the columns that there are.
    var cursorColumn: Int
  }

  /// What of the text a room shows: all of it where it fits, else the cursor stands in the middle as long as
  /// there is text on both sides.
  ///
  /// - Parameter columns: how many there are; with the last character seen, one stays free for the cursor.
  /// - Returns: what is seen; nothing in no columns.
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
  /// The text without line ends at its end and beginning.
  fileprivate var trimmingLineEnds: String {
    var rest = self[...]
    while rest.first?.isNewline == true { rest.removeFirst() }
    while rest.last?.isNewline == true { rest.removeLast() }
    return String(rest)
  }

  /// The bytes in front of a cluster.
  fileprivate func utf8Offset(ofCluster cluster: Int) -> Int { prefix(cluster).utf8.count }

  /// The fewest clusters from the start that hold so many bytes.
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
