package import NavGeometry
package import NavText

extension Canvas {
  /// The longest character that is painted, in UTF-8 bytes; a longer one becomes U+FFFD.
  private static let characterLimit = 128

  /// Writes a line of text from a place on, as far as it lies within `clip`.
  ///
  /// Of a wide character that `clip` cuts, a blank is painted. Characters without width are left out.
  /// ASCII is written by bytes; no string is allocated for it.
  ///
  /// `look` is asked once per run; whatever lies behind the last run is plain.
  package mutating func draw(
    _ text: String,
    runs: [StyledRun] = [],
    at point: CellPoint,
    clip: CellRect,
    look: (TextStyle) -> Look
  ) {
    let clip = clip.intersection(bounds)
    guard clip.y <= point.y, point.y < clip.maxY else { return }
    let bytes = text.utf8Span.span
    var line = Line(x: point.x, y: point.y, clip: clip)
    var offset = 0
    var runs = runs[...]
    while offset < bytes.count && line.x < clip.maxX {
      let run = runs.popFirst()
      let style = run?.style ?? .plain
      let length = run.map { max(0, $0.length) } ?? bytes.count
      let end = length < bytes.count - offset ? offset + length : bytes.count
      line.look = look(style)
      line.link = number(ofLink: style.link)
      while offset < end && line.x < clip.maxX {
        let ascii = Self.asciiEnd(in: bytes, from: offset, to: end)
        if ascii > offset {
          draw(bytes.extracting(offset..<ascii), on: &line)
          offset = ascii
        } else {
          drawCharacters(of: text, &offset, to: end, on: &line)
        }
      }
    }
  }

  /// One line of text on its way to the right.
  private struct Line {
    var x: Int
    let y: Int
    let clip: CellRect
    var look = Look.plain
    var link: UInt16 = 0
  }

  /// Where a stretch ends in which every byte is a character of its own: nothing combines with its last.
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

  /// Goes on by whole characters until an ASCII character stands that nothing combines with.
  private mutating func drawCharacters(
    of text: String,
    _ offset: inout Int,
    to end: Int,
    on line: inout Line
  ) {
    let bytes = text.utf8
    var index = bytes.index(bytes.startIndex, offsetBy: offset)
    while offset < end && line.x < line.clip.maxX {
      let next = text.index(after: index)
      let length = bytes.distance(from: index, to: next)
      draw(text[index], length: length, on: &line)
      offset += length
      index = next
      guard offset < end, bytes[index] >= 0x80 else { return }
    }
  }

  private mutating func draw(_ character: Character, length: Int, on line: inout Line) {
    guard length <= Self.characterLimit else { return draw("\u{FFFD}", length: 3, on: &line) }
    let columns = columnWidth(of: character)
    guard columns > 0 else { return }
    let visible =
      max(line.x, line.clip.x)..<max(line.x, line.clip.x, min(line.x + columns, line.clip.maxX))
    if visible.count == columns {
      let glyph = glyph(of: character)
      put(glyph, width: columns, x: line.x, y: line.y, look: line.look, link: line.link)
    } else if !visible.isEmpty {
      put(.blank, width: 1, x: visible.lowerBound, y: line.y, look: line.look, link: line.link)
    }
    line.x += columns
  }
}
