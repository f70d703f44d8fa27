import CUTF8Proc

/// Returns the number of columns that a terminal gives one grapheme cluster: 0, 1 or 2.
///
/// The widths of the cluster's scalars are added up to at most 2, as in most terminals. So
/// combining marks and joiners take 0 columns, a flag 2 and an emoji sequence 2. Variation
/// selector 16 after a character that can be an emoji makes the cluster 2 columns wide (keycaps
/// too). Characters of ambiguous width take 1. Controls take 0, and so does a combining mark
/// without a base character.
package func columnWidth(of character: Character) -> Int {
  if let ascii = character.asciiValue {
    return isPrintable(ascii) && character != "\r\n" ? 1 : 0
  }
  return columnWidth(ofScalars: character.unicodeScalars)
}

/// Returns the number of columns that a terminal gives a text; controls, line feeds included, count
/// 0.
///
/// O(length); ASCII is counted by bytes.
package func columnWidth(of text: String) -> Int { width(of: text) }

/// As for a string.
package func columnWidth(of text: Substring) -> Int { width(of: text) }

/// Private, so that it is specialised for both: other modules would call it through the protocol's witnesses.
private func width(of text: some StringProtocol) -> Int {
  var columns = 0
  for byte in text.utf8 {
    guard byte < 0x80 else { return text.reduce(0) { $0 + columnWidth(of: $1) } }
    if isPrintable(byte) { columns += 1 }
  }
  return columns
}

/// Returns the width of scalars that form one grapheme cluster.
func columnWidth(ofScalars scalars: some Sequence<Unicode.Scalar>) -> Int {
  var columns = 0
  // The emoji property is looked up only after a variation selector, because the look-up is slow.
  var last: Unicode.Scalar?
  for scalar in scalars {
    if scalar == "\u{FE0F}" {
      if last?.properties.isEmoji == true { return 2 }
    } else {
      columns += columnWidth(of: scalar)
      last = scalar
    }
  }
  return min(columns, 2)
}

private func columnWidth(of scalar: Unicode.Scalar) -> Int {
  if scalar.isASCII { return isPrintable(UInt8(truncatingIfNeeded: scalar.value)) ? 1 : 0 }
  return Int(utf8proc_charwidth(utf8proc_int32_t(scalar.value)))
}

private func isPrintable(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F }

/// The version of utf8proc, whose tables define character widths.
package var widthTablesVersion: String { unsafe String(cString: utf8proc_version()) }
