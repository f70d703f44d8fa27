import CQRencode

/// A text as a QR code for a terminal: two rows of the code in a line, by half blocks.
package enum QRCode {
  /// The light frame that readers need, in modules.
  private static let margin = 4

  /// Returns the lines of a code.
  ///
  /// Light modules are drawn with the colours of a light page, so that the code can be read on any background.
  ///
  /// - Parameter text: at most a few hundred bytes.
  /// - Returns: the lines, all of the same width; nil for a text that no code can hold.
  package static func lines(_ text: String) -> [String]? {
    guard
      let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1)
    else { return nil }
    defer { QRcode_free(code) }
    let width = Int(code.pointee.width)
    func isDark(_ row: Int, _ column: Int) -> Bool {
      guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
      return code.pointee.data[row * width + column] & 1 == 1
    }
    let range = -margin..<width + margin
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      let blocks = range.map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (false, false): " "
        case (true, false): "\u{2580}"
        case (false, true): "\u{2584}"
        case (true, true): "\u{2588}"
        }
      }
      // Black on white, whatever the colours of the terminal are.
      return "\u{1B}[38;5;16;48;5;231m" + blocks.joined() + "\u{1B}[0m"
    }
  }
}
