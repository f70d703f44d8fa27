/// The sizes of the declarations of a Swift file that is formatted as `.swift-format` says: a declaration ends with the
/// closing brace at its own indentation.
struct SwiftSizes {
  struct Function: Hashable {
    let name: String
    /// Lines from the declaration to its closing brace.
    let lines: Int
  }

  struct Container: Hashable {
    /// The name of a type, with those around it: `Outer.Inner`.
    let name: String
    /// The stored properties of its instances.
    var stored: [String] = []
  }

  private(set) var functions: [Function] = []
  private(set) var types: [Container] = []

  /// Types that are open at a line, with their indentation and their position in `types`; nil for an extension.
  private var open: [(indent: Int, name: String, index: Int?)] = []

  /// Declarations behind attributes and modifiers.
  private let type =
    /(?:@?\w+(?:\([^)]*\))? )*?(struct|class|actor|enum|extension|protocol) ([\w.]+)/
  private let function = /(?:@?\w+(?:\([^)]*\))? )*?(func [^(]+|init|deinit|subscript)\b/
  private let property = /(?:@?\w+(?:\([^)]*\))? )*?(let|var) (\w+|\([^)]*\))/

  init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var isInText = false
    for (number, line) in lines.enumerated() {
      // A text over several lines may look like code.
      if line.contains("\"\"\""), line.matches(of: /"""/).count % 2 == 1 {
        isInText.toggle()
        continue
      }
      if !isInText { read(line, number, of: lines) }
    }
  }

  private mutating func read(_ line: String, _ number: Int, of lines: [String]) {
    let indent = line.prefix { $0 == " " }.count
    let code = line.dropFirst(indent)
    guard !code.isEmpty, !code.hasPrefix("//"), !code.hasPrefix("#") else { return }
    if code.hasPrefix("}") {
      open.removeAll { $0.indent >= indent }
      return
    }
    if let match = code.prefixMatch(of: type) {
      begin(String(match.1), String(match.2), indent, closes: line.hasSuffix("}"))
    } else if let match = code.prefixMatch(of: function) {
      let end = Self.end(of: number, indent, in: lines)
      functions.append(Function(name: String(match.1), lines: end - number + 1))
    } else if let match = code.prefixMatch(of: property),
      let owner = open.last, owner.indent == indent - 2, let index = owner.index,
      !code[..<match.1.startIndex].contains("static "),
      Self.isStored(code, next: lines.dropFirst(number + 1).first ?? "")
    {
      types[index].stored.append(String(match.2))
    }
  }

  private mutating func begin(_ kind: String, _ name: String, _ indent: Int, closes: Bool) {
    open.removeAll { $0.indent >= indent }
    let full = (open.map(\.name) + [name]).joined(separator: ".")
    let hasStored = kind == "struct" || kind == "class" || kind == "actor"
    if hasStored { types.append(Container(name: full)) }
    if !closes { open.append((indent, name, hasStored ? types.count - 1 : nil)) }
  }

  /// Whether a property has storage: a value, no block, or a block of observers.
  private static func isStored(_ code: Substring, next: String) -> Bool {
    guard let brace = code.firstIndex(of: "{") else { return true }
    if code[..<brace].contains("=") { return true }
    return code.contains(/\{ (didSet|willSet)/) || next.contains(/^ *(didSet|willSet)\b/)
  }

  /// Returns the line of the closing brace of a declaration; its own line if it has no body.
  private static func end(of number: Int, _ indent: Int, in lines: [String]) -> Int {
    let first = lines[number]
    if first.hasSuffix("}") { return number }
    let margin = String(repeating: " ", count: indent)
    for (index, line) in lines.enumerated().dropFirst(number + 1) where !line.isEmpty {
      if line.hasPrefix(margin + "}") { return index }
      // The next declaration: this one has no body.
      let isInside =
        line.hasPrefix(margin + " ") || line.hasPrefix(margin + ")")
        || line.hasPrefix(margin + "where") || line.hasPrefix(margin + "{")
      if !isInside { return number }
    }
    return number
  }
}
