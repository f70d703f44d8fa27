package import NavBase

/// A terminal that can show pictures: by which sequences, and what it has told about itself for them.
package struct PictureTerminal: Hashable, Sendable {
  /// The sequences by which it shows pictures.
  package enum Form: String, CaseIterable, Hashable, Sendable {
    /// kitty's graphics protocol, with Unicode placeholders.
    case kitty
    /// iTerm2's inline images (OSC 1337).
    case iterm2
    /// DEC's sixel data.
    case sixel
  }

  package var form: Form
  /// The size of a cell in pixels; zero where it is not known, which sixel data need.
  package var cell: CellSize
  /// Whether tmux is between, which passes sequences on that are wrapped.
  package var isInTmux: Bool

  package init(_ form: Form, cell: CellSize = .zero, isInTmux: Bool = false) {
    (self.form, self.cell, self.isInTmux) = (form, cell, isInTmux)
  }

  /// Returns the copy of a picture that the terminal takes for some cells; nil if they can't show it.
  func copy(of id: PictureID, in frame: CellRect) -> PictureCopy? {
    switch form {
    case .kitty: return frame.height <= PictureCover.rowLimit ? PictureCopy(id) : nil
    case .iterm2: return PictureCopy(id)
    case .sixel:
      // Whole sixels, so that none reaches into the row below.
      let (width, height) = (frame.width * cell.columns, frame.height * cell.rows / 6 * 6)
      let sides = 1...PictureCopy.sideLimit
      guard sides.contains(width), sides.contains(height) else { return nil }
      return PictureCopy(id, .sixel(width: width, height: height))
    }
  }
}

extension TerminalFindings {
  /// The way in which the terminal shows pictures, or the one around tmux; nil if neither is known to.
  package var pictures: PictureTerminal? {
    let name = (outerVersion ?? version ?? "").lowercased()
    let isInTmux = outerVersion != nil
    if name.hasPrefix("kitty") || name.hasPrefix("ghostty") {
      return PictureTerminal(.kitty, isInTmux: isInTmux)
    }
    guard !isInTmux else { return nil }
    let hasSixel = attributes?.contains(4) ?? false
    let isVSCode = name.hasPrefix("xterm.js") && hasSixel
    if isVSCode || name.hasPrefix("wezterm") || name.hasPrefix("iterm") {
      return PictureTerminal(.iterm2)
    }
    return hasSixel && cell != .zero ? PictureTerminal(.sixel, cell: cell) : nil
  }
}
