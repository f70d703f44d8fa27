import NavBase
import NavViewer

/// A canvas as comparable text: its characters, and below them its styles as letters.
///
/// A line of styles names a row, or several equal rows, and the number of adjacent cells with each
/// style: `3-5  a2 b78`. A legend of the letters comes last.
struct CanvasDrawing {
  let text: String

  init(_ canvas: Canvas) {
    var legend = Legend()
    let rows = (0..<canvas.size.rows).map { legend.line(ofRow: $0, canvas) }
    var lines = canvas.lines.map { "|" + $0 }
    var start = 0
    while start < rows.count {
      let end = rows[start...].firstIndex { $0 != rows[start] } ?? rows.count
      let name = end - start == 1 ? "\(start)" : "\(start)-\(end - 1)"
      let blanks = String(repeating: " ", count: max(1, 6 - name.count))
      lines.append(name + blanks + rows[start])
      start = end
    }
    text = (lines + legend.lines).map { $0 + "\n" }.joined()
  }

  /// The letters of styles, in the order of their appearance.
  private struct Legend {
    private var looks: [CellStyle] = []

    mutating func line(ofRow y: Int, _ canvas: Canvas) -> String {
      var parts: [String] = []
      var (letter, count) = ("", 0)
      for x in 0..<canvas.size.columns {
        let next = self.letter(of: canvas.look(at: CellPoint(x: x, y: y)))
        if next != letter {
          if count > 0 { parts.append("\(letter)\(count)") }
          (letter, count) = (next, 0)
        }
        count += 1
      }
      return (parts + ["\(letter)\(count)"]).joined(separator: " ")
    }

    private mutating func letter(of look: CellStyle) -> String {
      if let index = looks.firstIndex(of: look) { return Self.letter(index) }
      looks.append(look)
      return Self.letter(looks.count - 1)
    }

    /// Returns a to z, then aa, ab and so on.
    private static func letter(_ index: Int) -> String {
      let last = String(UnicodeScalar(UInt8(97 + index % 26)))
      return index < 26 ? last : letter(index / 26 - 1) + last
    }

    var lines: [String] {
      looks.indices.map { "\(Self.letter($0)) = \(Self.words(for: looks[$0]))" }
    }

    private static let attributes: [(CellAttributes, String)] = [
      (.bold, "bold"), (.italic, "italic"), (.underline, "underline"),
      (.strikethrough, "strikethrough"), (.dim, "dim"), (.reverse, "reverse"),
    ]

    private static func words(for look: CellStyle) -> String {
      var words = [words(for: look.foreground)]
      if look.background != .terminal { words += ["on", Self.words(for: look.background)] }
      words += attributes.filter { look.attributes.contains($0.0) }.map(\.1)
      return words.joined(separator: " ")
    }

    private static func words(for color: Color) -> String {
      switch color.value {
      case .terminal: "own"
      case .palette(let index): "\(index)"
      case .rgb(let rgb):
        "#"
          + [rgb.red, rgb.green, rgb.blue].map { part in
            String(part >> 4, radix: 16) + String(part & 15, radix: 16)
          }.joined()
      }
    }
  }
}
