/// The controls that a sanitised text may still contain.
package enum KeptControls: Hashable, Sendable {
  case none
  /// Line feeds stay; CR LF and a lone CR become one.
  case lineFeeds
  /// Tabs stay, for a caller that expands them at tab stops.
  case tabs
}

/// Returns a text that is safe to write to a terminal: nothing in it moves the cursor, starts an
/// escape sequence or reorders characters.
///
/// - C0 controls, DEL and C1 controls become U+FFFD, except those in `kept`.
/// - A tab, a line feed, a carriage return, CR LF, and the separators U+2028 and U+2029 become one
///   blank, except those in `kept`.
/// - Controls that reorder text become U+FFFD: embeddings, overrides and their end (U+202A ...
///   U+202E), isolates (U+2066 ... U+2069), the deprecated shaping controls (U+206A ... U+206F) and
///   the marks U+200E, U+200F and U+061C.
/// - The scalars of `SystemText` that stand for bytes of a name become U+FFFD.
///
/// All other characters are kept: joiners, soft hyphens, other private use, unassigned code points. The
/// function is idempotent. O(length); a safe text is returned as it is.
package func sanitized(_ text: String, keeping kept: KeptControls = .none) -> String {
  guard needsSanitizing(text.utf8, keeping: kept) else { return text }
  var result = String.UnicodeScalarView()
  var wasCarriageReturn = false
  for scalar in text.unicodeScalars {
    defer { wasCarriageReturn = scalar == "\r" }
    if scalar == "\n" && wasCarriageReturn { continue }
    result.append(safeScalar(for: scalar, keeping: kept))
  }
  return String(result)
}

private func safeScalar(
  for scalar: Unicode.Scalar,
  keeping kept: KeptControls
) -> Unicode.Scalar {
  switch scalar {
  case "\n", "\r": kept == .lineFeeds ? "\n" : " "
  case "\t": kept == .tabs ? "\t" : " "
  case "\u{2028}", "\u{2029}": " "
  case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": "\u{FFFD}"
  case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{206F}": "\u{FFFD}"
  case "\u{200E}", "\u{200F}", "\u{61C}": "\u{FFFD}"
  case SystemText.standIns: "\u{FFFD}"
  default: scalar
  }
}

/// Returns whether the bytes contain any control that `safeScalar(for:keeping:)` would replace.
private func needsSanitizing(_ bytes: String.UTF8View, keeping kept: KeptControls) -> Bool {
  var first: UInt8 = 0
  var second: UInt8 = 0
  for byte in bytes {
    if byte < 0x20 {
      let isKept = byte == 0x0A && kept == .lineFeeds || byte == 0x09 && kept == .tabs
      if !isKept { return true }
    } else if byte == 0x7F {
      return true
    } else if byte >= 0x80 {
      if second == 0xC2 && byte < 0xA0 { return true }
      if second == 0xD8 && byte == 0x9C { return true }
      if first == 0xE2 && second == 0x80 {
        if byte == 0x8E || byte == 0x8F || (0xA8...0xAE).contains(byte) { return true }
      }
      if first == 0xE2 && second == 0x81 && (0xA6...0xAF).contains(byte) { return true }
      if first == 0xF4 && second == 0x8F && byte >= 0xBE { return true }
    }
    first = second
    second = byte
  }
  return false
}

extension StyledText {
  /// Returns the text with every character and every link safe for a terminal.
  ///
  /// - Parameter kept: the controls to keep.
  /// - Returns: the text itself if it is safe.
  package func sanitized(keeping kept: KeptControls = .lineFeeds) -> StyledText {
    let isTextSafe = !needsSanitizing(text.utf8, keeping: kept)
    let areLinksSafe = runs.allSatisfy { run in
      run.style.link.map { !needsSanitizing($0.utf8, keeping: .none) } ?? true
    }
    if isTextSafe && areLinksSafe { return self }
    // CR LF may be split across two runs, so the carriage return of the previous run is remembered.
    var result = StyledText()
    var endedWithCarriageReturn = false
    runs.forEachPart(of: text) { part, style in
      var piece = String(part)
      let endsWithCarriageReturn = piece.utf8.last == 0x0D
      if endedWithCarriageReturn && piece.utf8.first == 0x0A {
        piece = String(String.UnicodeScalarView(piece.unicodeScalars.dropFirst()))
      }
      endedWithCarriageReturn = endsWithCarriageReturn
      result.append(NavBase.sanitized(piece, keeping: kept), style: style.sanitized())
    }
    return result
  }
}

extension TextStyle {
  /// Returns the style with a link that is safe for a terminal.
  func sanitized() -> TextStyle {
    guard let link else { return self }
    var style = self
    style.link = NavBase.sanitized(link)
    return style
  }
}

/// Returns a file name or path as one sanitised line in which every control character is visible.
package func readable(_ name: some Collection<UInt8>) -> String {
  let text = String(decoding: name, as: UTF8.self)
  // A line end is a control, or begins with this byte.
  guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0xE2 }) else { return sanitized(text) }
  let lineEnds: Set<Unicode.Scalar> = ["\t", "\n", "\r", "\u{2028}", "\u{2029}"]
  let visible = text.unicodeScalars.map { lineEnds.contains($0) ? "\u{FFFD}" : $0 }
  return sanitized(String(String.UnicodeScalarView(visible)))
}
