import NavBase

@testable import NavViewer

/// A minimal terminal whose width of risky characters differs from the canvas's.
///
/// It accepts only an encoder's allowed output, and also checks what libvterm can't: dim, and writing at the end of a
/// row. Erasing uses the current background.
struct GridTerminal {
  /// The number of columns of a character about which terminals disagree.
  enum Opinion: CaseIterable {
    case narrow
    /// The canvas's width for letters, and two for all others.
    case wide
    /// The sum of the scalars' widths, as without support for clusters.
    case apart
    /// The same, with at least one for each scalar.
    case spelledOut

    func columns(_ character: Character) -> Int {
      switch self {
      case .narrow: 1
      case .wide:
        character.unicodeScalars.first?.properties.isAlphabetic == true
          ? columnWidth(of: character) : 2
      case .apart: max(1, sum(character) { $0 })
      case .spelledOut: max(1, sum(character) { max(1, $0) })
      }
    }

    private func sum(_ character: Character, _ columns: (Int) -> Int) -> Int {
      character.unicodeScalars.reduce(0) { $0 + columns(columnWidth(of: Character($1))) }
    }
  }

  struct Shown: Hashable {
    /// Blank for an empty cell; nil for a column covered by another character.
    var text: Character?
    var look: CellStyle
  }

  private(set) var size: CellSize
  private let opinion: Opinion
  private var cells: [Shown]
  private var x = 0
  private var y = 0
  private var look = CellStyle.plain
  private var link: String?
  /// The indices of the cells that were written since they were taken.
  private var touched: Set<Int> = []
  /// A violation of the encoder's rules, in words.
  private(set) var fault: String?

  init(_ size: CellSize, _ opinion: Opinion) {
    self.size = size
    self.opinion = opinion
    cells = Array(
      repeating: Shown(text: "?", look: CellStyle(attributes: .bold)),
      count: size.columns * size.rows
    )
  }

  func cell(at point: CellPoint) -> Shown { cells[point.y * size.columns + point.x] }

  mutating func takeTouched() -> Set<Int> {
    defer { touched = [] }
    return touched
  }

  // MARK: Bytes

  mutating func write(_ bytes: [UInt8]) {
    var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = rest.first {
      switch scalar {
      case "\u{1B}": sequence(&rest)
      case "\r", "\n", "\u{8}":
        rest.removeFirst()
        control(scalar)
      default:
        let text = rest.prefix { $0.value >= 0x20 && $0 != "\u{7F}" }
        guard !text.isEmpty else { return fault = "control \(scalar.value)" }
        rest = rest[text.endIndex...]
        for character in String(text) { put(character) }
      }
    }
  }

  private mutating func control(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\r": x = 0
    case "\u{8}": x = max(0, x - 1)
    default:
      if y == size.rows - 1 { fault = "scrolled" }
      y = min(size.rows - 1, y + 1)
    }
  }

  private mutating func sequence(_ rest: inout Substring.UnicodeScalarView) {
    rest.removeFirst()
    switch rest.popFirst() {
    case "[":
      let parameters = rest.prefix { !("@"..."~").contains($0) }
      rest = rest[parameters.endIndex...]
      guard let final = rest.popFirst() else { return fault = "half a sequence" }
      perform(final, String(parameters))
    case "]":
      let text = String(rest.prefix { $0 != "\u{1B}" })
      rest = rest.dropFirst(text.unicodeScalars.count + 2)
      guard text.hasPrefix("8;;") else { return fault = "OSC \(text)" }
      link = text.count > 3 ? String(text.dropFirst(3)) : nil
    default: fault = "an escape"
    }
  }

  private mutating func perform(_ final: Unicode.Scalar, _ text: String) {
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let count = max(1, numbers.first ?? 1)
    switch (final, text) {
    case ("h", "?2026"), ("l", "?2026"): break
    case ("J", "2"): erase(0..<cells.count)
    case ("K", ""): erase(y * size.columns + x..<(y + 1) * size.columns)
    case ("X", _):
      if x + count > size.columns { fault = "erased beyond the edge" }
      erase(y * size.columns + x..<y * size.columns + min(size.columns, x + count))
    case ("H", _):
      y = count - 1
      x = max(1, numbers.count > 1 ? numbers[1] : 1) - 1
      if x >= size.columns || y >= size.rows { fault = "moved to \(text)" }
    case ("C", _): x += count
    case ("D", _): x = max(0, x - count)
    case ("m", _): rendition(numbers)
    default: fault = "CSI \(text)\(final)"
    }
    x = min(x, size.columns - 1)
    y = min(y, size.rows - 1)
  }

  private mutating func rendition(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: look = .plain
      case 1: look.attributes.insert(.bold)
      case 2: look.attributes.insert(.dim)
      case 3: look.attributes.insert(.italic)
      case 4: look.attributes.insert(.underline)
      case 7: look.attributes.insert(.reverse)
      case 9: look.attributes.insert(.strikethrough)
      case 22: look.attributes.subtract([.bold, .dim])
      case 23: look.attributes.remove(.italic)
      case 24: look.attributes.remove(.underline)
      case 27: look.attributes.remove(.reverse)
      case 29: look.attributes.remove(.strikethrough)
      case 30...39, 90...97: look.foreground = color(number, base: 30, &rest)
      case 40...49, 100...107: look.background = color(number, base: 40, &rest)
      default: fault = "SGR \(number)"
      }
    }
  }

  private mutating func color(_ number: Int, base: Int, _ rest: inout ArraySlice<Int>) -> Color {
    func byte(_ rest: inout ArraySlice<Int>) -> UInt8 { UInt8(clamping: rest.popFirst() ?? 0) }
    switch number - base {
    case 9: return .terminal
    case 0..<8: return Color(palette: UInt8(number - base))
    case 60..<68: return Color(palette: UInt8(number - base - 60 + 8))
    default: break
    }
    switch rest.popFirst() {
    case 5: return Color(palette: byte(&rest))
    case 2: return Color(RGB(byte(&rest), byte(&rest), byte(&rest)))
    default:
      fault = "a colour"
      return .terminal
    }
  }

  // MARK: Cells

  private mutating func put(_ character: Character) {
    let scalars = character.unicodeScalars
    let certain =
      scalars.count == 1 ? scalars.first.flatMap(WidthConfidence.certainWidth(of:)) : nil
    let columns = certain ?? opinion.columns(character)
    if x + columns > size.columns {
      // Some terminals wrap although wrapping is off.
      if certain != nil || opinion != .spelledOut { fault = "'\(character)' beyond the edge" }
    }
    let start = y * size.columns + x
    let end = min(start + columns, (y + 1) * size.columns)
    erase(start..<end, with: look)
    cells[start].text = character
    for index in start + 1..<max(start + 1, end) { cells[index].text = nil }
    x = min(x + columns, size.columns - 1)
  }

  /// Blanks some cells, and the remains of wide characters beside them.
  private mutating func erase(_ range: Range<Int>, with look: CellStyle? = nil) {
    let ground = look ?? CellStyle(background: self.look.background)
    var (first, last) = (range.lowerBound, range.upperBound)
    while first > 0, cells[first].text == nil { first -= 1 }
    while last < cells.count, last % size.columns != 0, cells[last].text == nil { last += 1 }
    touched.formUnion(first..<last)
    for index in first..<last {
      cells[index] = Shown(
        text: " ",
        look: range.contains(index) ? ground : CellStyle(background: cells[index].look.background)
      )
    }
  }

  // MARK: Comparing

  /// Returns the first cell that differs from a canvas, in words; nil if none does.
  ///
  /// A character of uncertain width may be there in part or not at all; nothing else may be there.
  func difference(from canvas: Canvas) -> String? {
    if let fault { return fault }
    for y in 0..<size.rows {
      for x in 0..<size.columns {
        let point = CellPoint(x: x, y: y)
        if let words = difference(at: point, canvas) { return "\(point): \(words)" }
      }
    }
    return nil
  }

  private func difference(at point: CellPoint, _ canvas: Canvas) -> String? {
    let shown = cell(at: point)
    let left = CellPoint(x: point.x - 1, y: point.y)
    let isSecondHalf = canvas.character(at: point) == nil
    guard let character = canvas.character(at: isSecondHalf ? left : point) else { return nil }
    let scalars = character.unicodeScalars
    let isCertain =
      scalars.count == 1 && scalars.first.flatMap(WidthConfidence.certainWidth(of:)) != nil
    if isCertain {
      let text: Character? = isSecondHalf ? nil : character
      if shown.text != text { return "'\(character)' is not \(shown)" }
    } else if shown.text != nil, shown.text != " ", shown.text != character {
      return "'\(character)' became \(shown)"
    }
    let look = canvas.look(at: point)
    if shown.look.background != look.background { return "the ground of '\(character)': \(shown)" }
    let seen: CellAttributes = [.underline, .strikethrough, .reverse]
    if character == " " {
      let isSame = shown.look.attributes.intersection(seen) == look.attributes.intersection(seen)
      return isSame ? nil : "a blank: \(shown)"
    }
    return isCertain && shown.look != look ? "\(look) of '\(character)': \(shown.look)" : nil
  }
}
