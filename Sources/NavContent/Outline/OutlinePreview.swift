/// The beginning of what is in an array or an object, in one line: `{kind: Deployment, metadata: {name: web, …}, …}`.
///
/// Values come one after the other, as they are written; what has no room becomes a `…`.
struct OutlinePreview {
  private(set) var text = ""
  /// The containers that are open: whether they are maps, and how many values they have so far.
  private var open: [(isMap: Bool, count: Int)] = []
  private var characters = 0

  /// About so many characters are shown.
  static let characterLimit = 120
  /// What lies deeper is a `…`.
  static let depthLimit = 3
  /// As much of a string as is shown, in characters.
  static let scalarLimit = 32

  /// Whether nothing more has room.
  var isFull: Bool { characters >= Self.characterLimit }

  var depth: Int { open.count }

  /// A container begins, which has to be ended.
  mutating func begin(isMap: Bool, name: String? = nil) {
    add(name)
    append(isMap ? "{" : "[")
    open.append((isMap, 0))
  }

  /// A container that is not looked into.
  mutating func skip(isMap: Bool, isEmpty: Bool = false, name: String? = nil) {
    add(name)
    append(isMap ? (isEmpty ? "{}" : "{…}") : (isEmpty ? "[]" : "[…]"))
  }

  /// A value that has no others in it.
  mutating func add(scalar: String, isText: Bool, name: String? = nil) {
    add(name)
    append(isText ? Self.shown(scalar) : Self.cut(scalar))
  }

  mutating func end() {
    guard let last = open.popLast() else { return }
    append(last.isMap ? "}" : "]")
  }

  /// Ends what is open, and says that there is more.
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
    if let name { append(Self.shown(name) + ": ") }
  }

  /// A text without quotation marks, where it can't be mistaken for anything else.
  private static func shown(_ text: String) -> String {
    let kept = cut(text)
    let isPlain =
      kept.first?.isLetter == true && !["true", "false", "null"].contains(kept)
      && kept.last?.isWhitespace == false
      && kept.allSatisfy { !$0.isNewline && !",:{}[]\"#".contains($0) }
    return isPlain ? kept : "\"\(kept)\""
  }

  private static func cut(_ text: String) -> String {
    text.count > scalarLimit ? text.prefix(scalarLimit - 1) + "…" : text
  }
}
