import NavBase
import NavViewer

extension Canvas {
  /// Writes a text with one style.
  mutating func write(
    _ text: String,
    x: Int,
    y: Int = 0,
    look: CellStyle = .plain,
    link: String? = nil
  ) {
    let runs = [StyledRun(length: text.utf8.count, style: TextStyle(link: link))]
    draw(text, runs: runs, at: CellPoint(x: x, y: y), clip: bounds) { _ in look }
  }
}

/// Returns bytes for a terminal in readable form: `^[` for ESC, `\r` and the like.
func readable(_ bytes: [UInt8]) -> String {
  String(decoding: bytes, as: UTF8.self)
    .replacing("\u{1B}", with: "^[")
    .replacing("\n", with: "\\n")
    .replacing("\r", with: "\\r")
    .replacing("\u{8}", with: "\\b")
}
