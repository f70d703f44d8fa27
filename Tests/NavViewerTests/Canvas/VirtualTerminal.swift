import CVTerm
import NavBase
import NavViewer

/// A real terminal emulator without a window: it shows the effect of an encoder's bytes.
struct VirtualTerminal: ~Copyable {
  private let terminal: OpaquePointer
  private let screen: OpaquePointer

  init(_ size: CellSize) {
    terminal = vterm_new(Int32(size.rows), Int32(size.columns))
    vterm_set_utf8(terminal, 1)
    screen = vterm_obtain_screen(terminal)
    vterm_screen_reset(screen, 1)
    // The client switches automatic wrap off.
    write(Array("\u{1B}[?7l".utf8))
  }

  deinit {
    vterm_free(terminal)
  }

  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) {
        _ = vterm_input_write(terminal, $0.baseAddress, $0.count)
      }
    }
  }

  func resize(to size: CellSize) {
    vterm_set_size(terminal, Int32(size.rows), Int32(size.columns))
  }

  struct ShownCell {
    /// Empty for a blank; nil for the second half of a wide character.
    var text: String?
    var width: Int
    /// Without dim, which libvterm does not support.
    var look: CellStyle
  }

  func cell(at point: CellPoint) -> ShownCell {
    var cell = VTermScreenCell()
    vterm_screen_get_cell(screen, VTermPos(row: Int32(point.y), col: Int32(point.x)), &cell)
    let values = withUnsafeBytes(of: cell.chars) { Array($0.bindMemory(to: UInt32.self)) }
    let isSecondHalf = values[0] == .max
    var text = String.UnicodeScalarView()
    for value in values.prefix(while: { $0 != 0 && $0 != .max }) {
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    let string = String(text) == " " ? "" : String(text)
    return ShownCell(
      text: isSecondHalf ? nil : string,
      width: Int(cell.width),
      look: CellStyle(
        foreground: color(cell.fg),
        background: color(cell.bg),
        attributes: attributes(cell.attrs)
      )
    )
  }

  private func color(_ color: VTermColor) -> Color {
    if color.type & 0b110 != 0 { return .terminal }
    if color.type & 1 == 1 { return Color(palette: color.indexed.idx) }
    return Color(RGB(color.rgb.red, color.rgb.green, color.rgb.blue))
  }

  private func attributes(_ attributes: VTermScreenCellAttrs) -> CellAttributes {
    var result: CellAttributes = []
    if attributes.bold != 0 { result.insert(.bold) }
    if attributes.italic != 0 { result.insert(.italic) }
    if attributes.underline != 0 { result.insert(.underline) }
    if attributes.strike != 0 { result.insert(.strikethrough) }
    if attributes.reverse != 0 { result.insert(.reverse) }
    return result
  }

  /// Returns the first cell that differs from a canvas, in words; nil when the terminal shows the canvas.
  ///
  /// `ignoring` names characters with another width in this terminal: their own cells may show anything, all others may
  /// not.
  func difference(from canvas: Canvas, ignoring: Set<Character>) -> String? {
    for y in 0..<canvas.size.rows {
      var isIgnored = false
      for x in 0..<canvas.size.columns {
        let point = CellPoint(x: x, y: y)
        let character = canvas.character(at: point)
        if let character { isIgnored = ignoring.contains(character) }
        if isIgnored { continue }
        let shown = cell(at: point)
        guard let character else {
          if shown.text != nil { return "\(point): no second half but \(shown)" }
          continue
        }
        let expected = character == " " ? "" : String(character)
        if shown.text != expected { return "\(point): not '\(expected)' but \(shown)" }
        var look = canvas.look(at: point)
        look.attributes.remove(.dim)
        let isBlank = character == " " && look.attributes.isEmpty
        let isSame = isBlank ? look.background == shown.look.background : look == shown.look
        let seen: CellAttributes = [.underline, .strikethrough, .reverse]
        if !isSame || isBlank && !shown.look.attributes.isDisjoint(with: seen) {
          return "\(point): '\(character)' not \(look) but \(shown.look)"
        }
      }
    }
    return nil
  }
}
