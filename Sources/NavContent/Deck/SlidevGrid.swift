/// A grid of cells in a slidev deck: `<div grid="~ cols-2">`, `<div class="grid grid-cols-2">`.
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
      let marker = content.firstRange(of: "cols-")
    else { return nil }
    let digits = content[marker.upperBound...].prefix { $0.isNumber }
    guard let count = Int(digits), (2...Self.countLimit).contains(count) else { return nil }
    self.count = count
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
    depth += content.count(of: "<div") - content.count(of: "</div")
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

extension String {
  fileprivate func count(of words: String) -> Int {
    var count = 0
    var rest = self[...]
    while let found = rest.firstRange(of: words) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
