import Foundation
import NavBase
import NavScene
import NavTestKit
import NavViewer

extension Canvas {
  /// Creates a canvas of a scene's size, and paints the scene.
  init(
    _ scene: Scene,
    _ theme: ResolvedTheme = ResolvedTheme(.dark, depth: .truecolor),
    peek: [ContainerID: Int] = [:],
    shift: [ContainerID: Int] = [:]
  ) {
    self.init(size: scene.viewport)
    paint(scene, theme: theme, peek: peek, shift: shift)
  }

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

  func look(_ x: Int, _ y: Int = 0) -> CellStyle { look(at: CellPoint(x: x, y: y)) }
}

/// Demands that two canvases have the same cells.
func demandEqual(_ a: Canvas, _ b: Canvas, _ text: String) throws {
  try demand(a.size == b.size, text)
  for y in 0..<a.size.rows {
    for x in 0..<a.size.columns {
      let point = CellPoint(x: x, y: y)
      try demand(
        a.character(at: point) == b.character(at: point) && a.look(at: point) == b.look(at: point)
          && a.link(at: point) == b.link(at: point),
        "\(text): \(point) differs: \(a.lines) \(b.lines)"
      )
    }
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

/// Returns (L1 + 0.05) / (L2 + 0.05), with the larger luminance above.
func contrast(_ a: RGB, _ b: RGB) -> Double {
  let (dark, light) = (min(luminance(a), luminance(b)), max(luminance(a), luminance(b)))
  return (light + 0.05) / (dark + 0.05)
}

private func luminance(_ color: RGB) -> Double {
  func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
}
