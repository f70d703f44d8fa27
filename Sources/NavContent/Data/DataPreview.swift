/// The beginning of an array or an object in one line: `{kind: Deployment, metadata: {name: web, …}, …}`.
///
/// Values are added in order; omitted ones become a `…`.
struct DataPreview {
  private(set) var text = ""
  /// The open containers: whether each is a map, and the number of its values so far.
  private var open: [(isMap: Bool, count: Int)] = []
  private var characters = 0

  /// The approximate maximum length, in characters.
  static let characterLimit = 120
  /// The maximum nesting depth; deeper containers are not expanded.
  static let depthLimit = 3
  /// The maximum length of a string, in characters.
  static let scalarLimit = 32

  /// Whether the maximum length is reached.
  var isFull: Bool { characters >= Self.characterLimit }

  var depth: Int { open.count }

  /// Starts a container, which `end` closes; its name is from `name(_:isText:)`.
  mutating func begin(isMap: Bool, name: String? = nil) {
    add(name)
    append(isMap ? "{" : "[")
    open.append((isMap, 0))
  }

  /// Adds a container without its content.
  mutating func skip(isMap: Bool, isEmpty: Bool = false, name: String? = nil) {
    add(name)
    append(isMap ? (isEmpty ? "{}" : "{…}") : (isEmpty ? "[]" : "[…]"))
  }

  /// Adds a scalar.
  mutating func add(scalar: String, isText: Bool, name: String? = nil) {
    add(name)
    append(isText ? Self.shown(scalar) : Self.cut(scalar))
  }

  mutating func end() {
    guard let last = open.popLast() else { return }
    append(last.isMap ? "}" : "]")
  }

  /// Closes all containers, with a mark that content is missing.
  mutating func cut() {
    if let last = open.last { append(last.count > 0 ? ", …" : "…") }
    while !open.isEmpty { end() }
  }

  private mutating func append(_ more: String) {
    text += more
    characters += more.count
  }

  private mutating func add(_ name: String?) {
    guard let last = open.last else { return }
    if last.count > 0 { append(", ") }
    open[open.count - 1].count += 1
    if let name { append(name + ": ") }
  }

  /// Returns a key for display; `isText` if it is a string however it reads.
  static func name(_ key: String, isText: Bool = true) -> String {
    isText ? shown(key) : cut(key)
  }

  /// Returns a text without quotation marks, unless it could be mistaken for something else.
  private static func shown(_ text: String) -> String {
    let kept = cut(text)
    let isPlain =
      kept.first?.isLetter == true && !kept.isReservedWord
      && kept.last?.isWhitespace == false
      && kept.allSatisfy { !$0.isNewline && !",:{}[]\"#".contains($0) }
    return isPlain ? kept : "\"\(kept)\""
  }

  private static func cut(_ text: String) -> String {
    text.count > scalarLimit ? text.prefix(scalarLimit - 1) + "…" : text
  }
}

extension String {
  /// Whether the text without quotation marks is a flag or null in YAML, which has more words for them than JSON.
  var isReservedWord: Bool {
    ["true", "false", "null", "yes", "no", "on", "off"].contains(lowercased())
  }
}
