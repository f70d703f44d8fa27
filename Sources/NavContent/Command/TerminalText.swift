package import NavBase

/// Converts a program's output into lines of styled text, like a terminal without a screen and with
/// unlimited lines.
///
/// Accepts bytes in chunks of any size.
/// - Colours and emphasis (SGR) become styles; links (OSC 8) to web and mail addresses stay links.
/// - Carriage returns, backspaces, tabs and moves within a line work as on a terminal, so a
///   progress bar shows its last state; a character struck over itself is bold, an underscore
///   struck over a character underlines it.
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

  let limits: Limits
  private var finished: [StyledText] = []
  private var bytes = 0
  /// The number of lines that were dropped.
  package private(set) var cutLines = 0
  private var line = TerminalLine()
  private var rendition = GraphicRendition()
  private var decoder = UTF8Decoder()
  private var escape = EscapeParser()

  package init(_ limits: Limits) {
    self.limits = limits
  }

  /// The lines, safe for a terminal, including the unfinished last line if it is not empty.
  package var lines: [StyledText] {
    let kept = finished.suffix(limits.keeping == .newest ? limits.lines : .max)
    guard !line.isEmpty else { return Array(kept) }
    switch limits.keeping {
    case .newest: return kept.suffix(limits.lines - 1) + [line.text]
    case .oldest: return isFull ? Array(kept) : kept + [line.text]
    }
  }

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
        index += line.print(ascii: bytes[index..<end])
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
    case .link(let link):
      rendition.setLink(link)
      line.setStyle(rendition.style)
    }
  }

  private mutating func print(_ scalar: Unicode.Scalar) {
    wrapIfFull()
    line.print(scalar, width: columnWidth(of: Character(scalar)))
  }

  private mutating func control(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\n": endLine()
    case "\r": line.returnCarriage()
    case "\u{8}": line.backspace()
    case "\t":
      wrapIfFull()
      line.tab()
    default: break
    }
  }

  private mutating func perform(_ sequence: EscapeParser.Sequence) {
    let count = max(1, sequence.number ?? 1)
    switch sequence.final {
    case UInt8(ascii: "m"):
      rendition.select(sequence.parameters)
      line.setStyle(rendition.style)
    case UInt8(ascii: "C"): line.move(to: line.column + count)
    case UInt8(ascii: "D"): line.move(to: line.column - count)
    case UInt8(ascii: "G"): line.move(to: count - 1)
    case UInt8(ascii: "K"):
      switch sequence.number {
      case nil, 0: line.erase(.behind)
      case 1: line.erase(.before)
      case 2: line.erase(.all)
      default: break
      }
    default: break
    }
  }

  private mutating func wrapIfFull() {
    if line.isFull { endLine() }
  }

  // MARK: Lines

  private var isFull: Bool {
    finished.count >= limits.lines || bytes >= limits.bytes
  }

  private mutating func endLine() {
    let text = line.take()
    switch limits.keeping {
    case .oldest:
      guard !isFull else {
        cutLines += 1
        return
      }
      keep(text)
    case .newest:
      keep(text)
      dropOldest()
    }
  }

  private mutating func keep(_ text: StyledText) {
    finished.append(text)
    bytes += text.text.utf8.count
  }

  /// Drops many lines at a time, so that the cost per line is small.
  private mutating func dropOldest() {
    guard finished.count > limits.lines + limits.lines / 4 || bytes > limits.bytes else { return }
    var dropped = max(0, finished.count - limits.lines)
    var left = bytes - finished[..<dropped].reduce(0) { $0 + $1.text.utf8.count }
    while left > limits.bytes * 3 / 4, dropped < finished.count - 1 {
      left -= finished[dropped].text.utf8.count
      dropped += 1
    }
    finished.removeFirst(dropped)
    bytes = left
    cutLines += dropped
  }
}
