package import NavBase

extension Canvas {
  /// The longest character that is painted whole, in bytes of UTF-8; of a longer one the first scalars are painted.
  private static let characterLimit = 128

  /// Draws a line of text from a point on, clipped to `clip`.
  ///
  /// A wide character that `clip` cuts becomes a blank. Characters without width are dropped. ASCII is
  /// written byte by byte, without allocating strings.
  ///
  /// `look` is called once per run; text after the last run is plain.
  package mutating func draw(
    _ text: String,
    runs: [StyledRun] = [],
    at point: CellPoint,
    clip: CellRect,
    look: (TextStyle) -> CellStyle
  ) {
    let clip = clip.intersection(window)
    guard clip.y <= point.y, point.y < clip.maxY else { return }
    let bytes = text.utf8Span.span
    var line = Line(x: point.x, y: point.y, clip: clip)
    var offset = 0
    let runs = runs.span
    var index = 0
    while offset < bytes.count && line.x < clip.maxX {
      var end = bytes.count
      if index < runs.count {
        let length = max(0, runs[index].length)
        if length < end - offset { end = offset + length }
        line.look = look(runs[index].style)
        line.link = number(ofLink: runs[index].style.link)
      } else {
        line.look = look(.plain)
        line.link = 0
      }
      index += 1
      while offset < end && line.x < clip.maxX {
        let ascii = Self.asciiEnd(in: bytes, from: offset, to: end)
        if ascii > offset {
          draw(bytes.extracting(offset..<ascii), on: &line)
          offset = ascii
        } else if let scalar = Self.loneScalar(in: bytes, at: offset) {
          let width = WidthConfidence.certainWidth(of: scalar) ?? 0
          draw(Glyph(scalar), columns: width, on: &line)
          offset += UTF8.width(scalar)
        } else {
          drawCharacter(of: text, &offset, on: &line)
        }
      }
    }
  }

  /// A line of text that is being drawn, from left to right.
  private struct Line {
    var x: Int
    let y: Int
    let clip: CellRect
    var look = CellStyle.plain
    var link: UInt16 = 0
  }

  /// Returns the end of a stretch in which every byte is a complete character: nothing combines with the
  /// last one.
  private static func asciiEnd(in bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> Int
  {
    var index = start
    while index < end && bytes[index] < 0x80 { index += 1 }
    let isFollowed = index < bytes.count && bytes[index] >= 0x80
    return isFollowed && index > start ? index - 1 : index
  }

  private mutating func draw(_ bytes: Span<UInt8>, on line: inout Line) {
    let first = max(0, line.clip.x - line.x)
    let last = min(bytes.count, line.clip.maxX - line.x)
    if first < last {
      put(
        bytes.extracting(first..<last),
        x: line.x + first,
        y: line.y,
        look: line.look,
        link: line.link
      )
    }
    line.x += bytes.count
  }

  /// Returns the scalar if it is certainly a complete character, because neither it nor the next one
  /// combines.
  ///
  /// Scalars of certain width never combine, so between two of them no grapheme boundary has to be
  /// computed.
  private static func loneScalar(in bytes: borrowing Span<UInt8>, at offset: Int) -> Unicode.Scalar?
  {
    let scalar = self.scalar(in: bytes, at: offset)
    guard WidthConfidence.certainWidth(of: scalar) != nil else { return nil }
    let next = offset + UTF8.width(scalar)
    guard next < bytes.count else { return scalar }
    return WidthConfidence.certainWidth(of: self.scalar(in: bytes, at: next)) == nil ? nil : scalar
  }

  /// Returns the scalar that starts at an offset of well-formed UTF-8.
  private static func scalar(in bytes: borrowing Span<UInt8>, at offset: Int) -> Unicode.Scalar {
    let first = UInt32(bytes[offset])
    func rest(_ index: Int) -> UInt32 { UInt32(bytes[offset + index] & 0x3F) }
    let value =
      switch first {
      case 0..<0x80: first
      case 0xC0..<0xE0: (first & 0x1F) << 6 | rest(1)
      case 0xE0..<0xF0: (first & 0x0F) << 12 | rest(1) << 6 | rest(2)
      default: (first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3)
      }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private mutating func drawCharacter(of text: String, _ offset: inout Int, on line: inout Line) {
    let start = text.utf8.index(text.startIndex, offsetBy: offset)
    let end = text.index(after: start)
    let length = text.utf8.distance(from: start, to: end)
    offset += length
    var character = text[start]
    if length > Self.characterLimit {
      character = text[start..<text.paintedEnd(ofCluster: start..<end)].first ?? character
    }
    let columns = columnWidth(of: character)
    guard columns > 0 else { return }
    draw(glyph(of: character), columns: columns, on: &line)
  }

  private mutating func draw(_ glyph: Glyph, columns: Int, on line: inout Line) {
    let start = max(line.x, line.clip.x)
    let visible = min(line.x + columns, line.clip.maxX) - start
    if visible == columns {
      put(glyph, width: columns, x: line.x, y: line.y, look: line.look, link: line.link)
    } else if visible > 0 {
      put(.blank, width: 1, x: start, y: line.y, look: line.look, link: line.link)
    }
    line.x += columns
  }
}
