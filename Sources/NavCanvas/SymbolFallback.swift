/// ASCII replacements for symbols, for terminals whose fonts have box drawing and little else.
enum SymbolFallback {
  private static let table: [Unicode.Scalar: Unicode.Scalar] = [
    // Alerts.
    "ℹ": "i", "✦": "*", "‼": "!", "⚠": "!", "✖": "x",
    // Tasks, bars, marks at the edges.
    "☑": "x", "☐": "o", "▎": "|", "▌": "|", "‹": "<", "›": ">",
  ]

  /// The character that stands for one; nil for one that such terminals have, too.
  static func replacement(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    scalar.isASCII ? nil : table[scalar]
  }
}

extension Canvas {
  /// The same with characters of one column that such terminals have.
  func withoutSymbols() -> Canvas {
    var canvas = self
    canvas.replaceScalars { SymbolFallback.replacement(of: $0) }
    return canvas
  }
}
