/// A grid of cells in a slidev deck: `<div grid="~ cols-2">`, `<div class="grid grid-cols-2">`, or with a style
/// `grid-template-columns`.
///
/// Each child element or block is a cell; cells fill the columns in turn.
struct SlidevGrid {
  private let count: Int
  /// The nesting depth of elements inside the grid.
  private var depth = 0
  private var cells = 0
  private var isBehindBlank = true
  private(set) var isClosed = false

  private static let countLimit = 8

  /// Nil if the line does not start a grid.
  init?(_ line: Substring) {
    let content = line.trimmingBlanks()
    guard content.hasPrefix("<div"), content.contains("grid"),
      content.ranges(of: "<div").count > content.ranges(of: "</div").count,
      let count = Self.count(in: content), (2...Self.countLimit).contains(count)
    else { return nil }
    self.count = count
  }

  /// The number of columns of a grid; nil if the tag has none.
  private static func count(in tag: String) -> Int? {
    if let style = tag.firstRange(of: "grid-template-columns:") {
      let end = tag[style.upperBound...].firstIndex { ";\"'>".contains($0) } ?? tag.endIndex
      return tracks(tag[style.upperBound..<end])
    }
    guard let marker = tag.firstRange(of: "cols-") else { return nil }
    let digits = tag[marker.upperBound...].prefix { $0.isNumber }
    if let count = Int(digits) { return count }
    // Widths between brackets: `grid-cols-[1fr_2fr]`.
    guard tag[marker.upperBound...].first == "[" else { return nil }
    return tracks(
      tag[marker.upperBound...].dropFirst().prefix { $0 != "]" }.replacing("_", with: " ")
    )
  }

  /// The number of widths in a list such as `repeat(3, 1fr) 2fr`.
  private static func tracks(_ text: some StringProtocol) -> Int {
    var count = 0
    var depth = 0
    var word = ""
    for character in text + " " {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      guard depth == 0, character.isWhitespace else {
        word.append(character)
        continue
      }
      if word.hasPrefix("repeat(") {
        count += Int(word.dropFirst(7).prefix { $0.isNumber }) ?? 1
      } else if !word.isEmpty {
        count += 1
      }
      word = ""
      if count > countLimit { return count }
    }
    return count
  }

  /// The command that starts the columns.
  var opening: String {
    let weights = Array(repeating: "1", count: count).joined(separator: ", ")
    return "\n<!-- column_layout: [\(weights)] -->\n"
  }

  /// Advances past a line outside of fences, or one that starts a fence.
  ///
  /// - Parameter line: the next line of the text.
  /// - Returns: the command to insert before the line; nil for none.
  mutating func pass(_ line: Substring) -> String? {
    let content = line.trimmingBlanks()
    defer { isBehindBlank = content.isEmpty }
    if content.isEmpty { return nil }
    let isInside = depth > 0
    depth += content.ranges(of: "<div").count - content.ranges(of: "</div").count
    if depth < 0 {
      isClosed = true
      return "\n<!-- reset_layout -->\n"
    }
    guard !isInside, isBehindBlank || content.hasPrefix("<div"), !content.hasPrefix("<!--") else {
      return nil
    }
    cells += 1
    return "\n<!-- column: \((cells - 1) % count) -->\n"
  }
}
