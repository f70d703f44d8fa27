package import NavBase

/// Converts a program's output into lines of styled text, like a terminal of 24 rows that keeps the lines above them
/// and doesn't wrap.
///
/// Accepts bytes in chunks of any size.
/// - Colours and emphasis (SGR) become styles; links (OSC 8) to web and mail addresses stay links up to the end of their
///   line.
/// - The cursor moves as on a terminal, and lines and screens are erased, so progress of any number of rows shows its
///   last state; a character struck over itself is bold, an underscore struck over a character underlines it.
/// - An alternate screen stands below the main one, and disappears when the program leaves it.
/// - All other control sequences and control characters are dropped.
/// - Invalid UTF-8 becomes U+FFFD.
package struct TerminalText: Sendable {
  /// The lines that are kept when there are too many.
  package enum Keeping: Hashable, Sendable {
    case newest, oldest
  }

  /// The maximum number of lines and their maximum total size.
  package struct Limits: Hashable, Sendable {
    package var lines: Int
    /// The maximum size of all text, in bytes of UTF-8.
    package var bytes: Int
    package var keeping: Keeping

    package init(lines: Int, bytes: Int, keeping: Keeping) {
      self.lines = lines
      self.bytes = bytes
      self.keeping = keeping
    }

    /// For a command that is followed while it runs: keeps the newest lines.
    package static let followed = Limits(lines: 5_000, bytes: 2 << 20, keeping: .newest)
    /// For output that is read from its beginning: keeps the oldest lines.
    package static let read = Limits(lines: 50_000, bytes: 8 << 20, keeping: .oldest)
  }

  /// A place in the history.
  private struct Mark {
    var lines = 0
    var cut = 0
  }

  let limits: Limits
  /// The lines that have left the screen at its top.
  private var history: [StyledText] = []
  /// The size of the history, in bytes of UTF-8.
  private var bytes = 0
  /// The number of lines that the history has lost.
  private var cut = 0
  private var screen: TerminalScreen
  /// The main screen while the alternate one is shown, the history without it and with it.
  private var main: (screen: TerminalScreen, without: Mark, with: Mark)?
  private var decoder = UTF8Decoder()
  private var escape = EscapeParser()

  /// - Parameters:
  ///   - limits: the maximum amount of text.
  ///   - columns: the width that the program was given; any by default.
  package init(_ limits: Limits, columns: Int? = nil) {
    self.limits = limits
    screen = TerminalScreen(columns: columns ?? TerminalLine.columnLimit)
  }

  /// The lines, safe for a terminal, and the number of those that are beyond the limits.
  package var output: (lines: [StyledText], cut: Int) {
    let rows = history + screen.texts
    var (first, end, size) = (0, rows.count, 0)
    switch limits.keeping {
    case .newest:
      first = end
      while first > 0, end - first < limits.lines, size < limits.bytes {
        first -= 1
        size += rows[first].text.utf8.count
      }
    case .oldest:
      end = 0
      while end < rows.count, end < limits.lines, size < limits.bytes {
        size += rows[end].text.utf8.count
        end += 1
      }
    }
    return (Array(rows[first..<end]), cut + rows.count - (end - first))
  }

  package var lines: [StyledText] { output.lines }

  /// Appends the next bytes of the output.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      var end = index
      if escape.isOutside, !decoder.isInside {
        while end < bytes.endIndex, bytes[end] >= 0x20, bytes[end] < 0x7F { end += 1 }
      }
      if end > index {
        wrapIfFull()
        index += screen.line.print(ascii: bytes[index..<end])
      } else {
        append(bytes[index])
        index += 1
      }
    }
  }

  /// Ends the output; an incomplete UTF-8 sequence becomes U+FFFD.
  package mutating func finish() {
    if let scalar = decoder.finish() { receive(scalar) }
  }

  private mutating func append(_ byte: UInt8) {
    if byte < 0x80, !decoder.isInside { return receive(Unicode.Scalar(byte)) }
    var first: Unicode.Scalar?
    var second: Unicode.Scalar?
    decoder.decode(byte) { scalar in
      if first == nil { first = scalar } else { second = scalar }
    }
    if let first { receive(first) }
    if let second { receive(second) }
  }

  private mutating func receive(_ scalar: Unicode.Scalar) {
    switch escape.receive(scalar) {
    case .nothing: break
    case .print: print(scalar)
    case .control: control(scalar)
    case .sequence(let sequence): perform(sequence)
    case .escape(UInt8(ascii: "c")): reset()
    case .escape(let byte):
      screen.perform(escape: byte)
      keepScrolled()
    case .modes(let sequence, let isSet):
      if [47, 1047, 1049].contains(sequence.number()) { showAlternate(isSet) }
    case .link(let link): screen.render { $0.setLink(link) }
    }
  }

  private mutating func print(_ scalar: Unicode.Scalar) {
    wrapIfFull()
    screen.line.print(scalar, width: columnWidth(of: Character(scalar)))
  }

  private mutating func control(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\n":
      // A link without an end must not make the rest of the page a link.
      if screen.rendition.style.link != nil { screen.render { $0.setLink(nil) } }
      endLine()
    case "\r": screen.line.returnCarriage()
    case "\u{8}": screen.line.backspace()
    case "\t":
      wrapIfFull()
      screen.line.tab()
    default: break
    }
  }

  private mutating func perform(_ sequence: EscapeParser.Sequence) {
    switch sequence.final {
    case UInt8(ascii: "m"): screen.render { $0.select(sequence.parameters) }
    case UInt8(ascii: "J") where sequence.number() == 3: cutHistory(to: main?.with ?? Mark())
    default:
      screen.perform(sequence)
      keepScrolled()
    }
  }

  private mutating func wrapIfFull() {
    if screen.line.isFull { endLine() }
  }

  private mutating func endLine() {
    screen.endLine()
    keepScrolled()
  }

  private mutating func reset() {
    screen = TerminalScreen(columns: screen.columns)
    main = nil
    cutHistory(to: Mark())
  }

  private mutating func showAlternate(_ isShown: Bool) {
    guard isShown != (main != nil) else { return }
    if let main {
      screen = main.screen
      cutHistory(to: main.without)
      self.main = nil
    } else {
      let without = mark
      screen.save()
      let main = screen
      for line in main.texts { keep(line) }
      // The cursor stays where it was.
      screen.erase(2)
      self.main = (main, without, mark)
    }
  }

  // MARK: Lines

  private mutating func keepScrolled() {
    for line in screen.takeScrolled() { keep(line) }
  }

  private mutating func keep(_ line: StyledText) {
    if limits.keeping == .oldest, history.count >= limits.lines || bytes >= limits.bytes {
      cut += 1
      return
    }
    history.append(line)
    bytes += line.text.utf8.count
    if limits.keeping == .newest { dropOldest() }
  }

  private var mark: Mark { Mark(lines: history.count, cut: cut) }

  /// Drops the lines that came after a place.
  private mutating func cutHistory(to mark: Mark) {
    // The newest lines lose their beginning, the oldest ones their end.
    let lost = limits.keeping == .newest ? min(mark.lines, max(0, cut - mark.cut)) : 0
    let kept = mark.lines - lost
    bytes -= history[kept...].reduce(0) { $0 + $1.text.utf8.count }
    history.removeSubrange(kept...)
    cut = mark.cut + lost
  }

  /// Drops many lines at a time, so that the cost per line is small.
  private mutating func dropOldest() {
    guard history.count > limits.lines + limits.lines / 4 || bytes > limits.bytes else { return }
    var dropped = max(0, history.count - limits.lines)
    var left = bytes - history[..<dropped].reduce(0) { $0 + $1.text.utf8.count }
    while left > limits.bytes * 3 / 4, dropped < history.count - 1 {
      left -= history[dropped].text.utf8.count
      dropped += 1
    }
    history.removeFirst(dropped)
    bytes = left
    cut += dropped
  }
}
