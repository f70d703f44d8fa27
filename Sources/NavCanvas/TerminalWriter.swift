import NavGeometry

/// Writes cells as a terminal's sequences, saying only what the terminal does not know already.
struct TerminalWriter {
  private let options: EncoderOptions
  private let links: [String]
  private var bytes: [UInt8] = []
  /// Nil where it is not certain.
  private var cursor: CellPoint?
  private var look: Look?
  private var openLink: UInt16 = 0

  init(options: EncoderOptions, links: [String]) {
    self.options = options
    self.links = links
  }

  mutating func clear() {
    // Whatever was there is gone, in the terminal's own colours.
    append("\u{1B}[m\u{1B}[2J")
    look = Look()
  }

  mutating func put(_ text: String, width: Int, look: Look, at place: CellPoint) {
    move(to: place)
    set(look)
    append(text)
    // Terminals disagree about the width of much of Unicode: only what is certain moves the cursor we know.
    cursor = Self.isCertain(text) ? CellPoint(x: place.x + width, y: place.y) : nil
  }

  /// Blanks up to the end of the line, in a look's background.
  mutating func eraseToEndOfLine(from place: CellPoint, look: Look) {
    move(to: place)
    var plain = Look()
    plain.background = look.background
    set(plain)
    append("\u{1B}[K")
  }

  /// All bytes; none when nothing was written.
  mutating func finish() -> [UInt8] {
    guard !bytes.isEmpty else { return [] }
    set(Look())
    guard options.synchronizedOutput else { return bytes }
    return Array("\u{1B}[?2026h".utf8) + bytes + Array("\u{1B}[?2026l".utf8)
  }

  // MARK: Cursor

  private mutating func move(to place: CellPoint) {
    guard cursor != place else { return }
    if let cursor, cursor.y == place.y, place.x > cursor.x, place.x - cursor.x < 1_000 {
      append(place.x - cursor.x == 1 ? "\u{1B}[C" : "\u{1B}[\(place.x - cursor.x)C")
    } else {
      append("\u{1B}[\(place.y + 1);\(place.x + 1)H")
    }
    cursor = place
  }

  private static func isCertain(_ text: String) -> Bool {
    var scalars = text.unicodeScalars.makeIterator()
    guard let first = scalars.next(), scalars.next() == nil else { return false }
    switch first.value {
    // Latin, punctuation, box drawing, block elements, geometric shapes, kana, CJK, Hangul.
    case 0x20...0x7e, 0xa0...0xac, 0xae...0x24f, 0x2010...0x2027, 0x2500...0x259f, 0x3041...0x30ff,
      0x4e00...0x9fff, 0xac00...0xd7a3:
      return true
    default: return false
    }
  }

  // MARK: Looks

  private mutating func set(_ new: Look) {
    if options.hyperlinks, new.link != openLink {
      append("\u{1B}]8;;\(new.link == 0 ? "" : links[Int(new.link) - 1])\u{1B}\\")
      openLink = new.link
    }
    defer { look = new }
    var shortest = parameters(from: Look(), to: new)
    shortest = shortest.isEmpty ? "" : "0" + shortest
    if let look, new.attributes.isSuperset(of: look.attributes) {
      let change = parameters(from: look, to: new).dropFirst()
      if change.isEmpty { return }
      if change.utf8.count < shortest.utf8.count { shortest = String(change) }
    }
    append("\u{1B}[\(shortest)m")
  }

  /// The SGR parameters that lead from one look to another that has all of its attributes, each with a
  /// semicolon before it.
  private func parameters(from old: Look, to new: Look) -> String {
    var text = ""
    let added = new.attributes.subtracting(old.attributes)
    for (attribute, code) in Self.codes where added.contains(attribute) { text += ";\(code)" }
    if options.depth == .mono { return text }
    if old.foreground != new.foreground {
      text += ";" + new.foreground.parameter(.foreground, options.depth)
    }
    if old.background != new.background {
      text += ";" + new.background.parameter(.background, options.depth)
    }
    return text
  }

  private static let codes: [(Look.Attributes, Int)] = [
    (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7), (.strikethrough, 9),
  ]

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }
}
