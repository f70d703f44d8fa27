import NavBase

/// The agreement of terminals about the width of a character.
struct WidthConfidence {
  /// Whether all terminals give it our width.
  let isCertain: Bool
  /// The most columns that any terminal may give it; those cells are rewritten.
  let columnsAtMost: Int
  /// The columns that it needs before the right edge, at least our own width.
  ///
  /// A terminal that gives a character more columns than are left in the row may move it to the next row.
  let columnsAtEdge: Int

  init(scalar: Unicode.Scalar, width: Int) {
    isCertain = Self.certainWidth(of: scalar) != nil
    columnsAtMost = isCertain ? width : 2
    columnsAtEdge = isCertain || !Self.maybeWide(scalar) ? width : 2
  }

  /// A terminal that does not support the cluster gives every scalar its own columns, and one that does not
  /// support a joiner, a selector or a mark gives that scalar a column, too.
  init(cluster: Character, width: Int) {
    let scalars = cluster.unicodeScalars
    let widths = scalars.map { columnWidth(of: Character($0)) }
    let columns = widths.reduce(0, +)
    let isSymbol = scalars.contains { $0 == "\u{FE0F}" || Self.maybeWide($0) }
    isCertain = false
    columnsAtMost = max(2, widths.reduce(0) { $0 + max(1, $1) })
    columnsAtEdge = max(width, columns, isSymbol ? 2 : 1)
  }

  /// Whether terminals give the scalar one or two columns: symbols, private use and emoji.
  private static func maybeWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2100...0x2BFF, 0x2E80...0x33FF, 0xE000...0xF8FF, 0x1F000...0x10FFFF: true
    default: false
    }
  }

  /// Returns the columns of a scalar on which all terminals agree; nil if they may disagree.
  ///
  /// These are scripts and symbols that have always had the same width in terminals. None of them ever
  /// combines with another.
  static func certainWidth(of scalar: Unicode.Scalar) -> Int? {
    switch scalar.value {
    case 0x20...0x7E: 1
    // Written only where the terminal shows pictures by it.
    case PictureCover.placeholder.value: 1
    // Latin, Greek, Cyrillic, without the soft hyphen and the combining marks.
    case 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x52F: 1
    // Punctuation, currencies, arrows, mathematical operators.
    case 0x2010...0x2027, 0x2030...0x205E, 0x20A0...0x20C0, 0x2190...0x2193, 0x2200...0x22FF: 1
    // Box drawing, blocks, geometric shapes without the two that became wide emoji.
    case 0x2500...0x25FC, 0x25FF: 1
    // CJK punctuation, kana, ideographs, Hangul syllables, full-width forms.
    case 0x3001...0x3029, 0x3041...0x3096, 0x309B...0x30FF: 2
    case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFA6D: 2
    case 0xFF01...0xFF60, 0xFFE0...0xFFE6: 2
    case 0xFFFD: 1
    default: nil
    }
  }
}

/// ASCII replacements for symbols, for terminals whose fonts have little beyond box drawing.
enum SymbolFallback {
  private static let table: [Unicode.Scalar: Unicode.Scalar] = [
    // Alerts.
    "ℹ": "i", "✦": "*", "‼": "!", "⚠": "!", "✖": "x",
    // Tasks, bars, marks at the edges.
    "☑": "x", "☐": "o", "▎": "|", "▌": "|", "‹": "<", "›": ">",
  ]

  /// Returns the replacement of a character; nil if none is needed.
  static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    scalar.isASCII ? nil : table[scalar]
  }
}

extension Canvas {
  /// Returns the canvas with symbols replaced by ASCII characters.
  func withoutSymbols() -> Canvas {
    var canvas = self
    canvas.replaceScalars { SymbolFallback.replacement(of: $0) }
    return canvas
  }
}
