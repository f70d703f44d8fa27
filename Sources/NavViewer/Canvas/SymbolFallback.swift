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
