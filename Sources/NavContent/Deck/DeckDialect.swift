/// The tool for which a deck is written; its rules decide how the text is read.
enum DeckDialect: String, Hashable, Sendable {
  case plain, presenterm, slidev, remark, reveal, marp, patat, mdp, slides, lookatme

  /// Finds the tool by the front matter, else by marks in the text that only its decks have.
  init(_ matter: FrontMatter) {
    self = Self.declared(by: matter) ?? DeckMarks(matter.body).dialect ?? Self.supposed(by: matter)
  }

  /// The tool whose keys the front matter has; nil without such keys.
  private static func declared(by matter: FrontMatter) -> DeckDialect? {
    if matter.dialect == .mdp { return .mdp }
    let marp = ["headingdivider", "paginate", "_class", "_footer", "_header", "_paginate"]
    if matter.flag("marp") == true || marp.contains(where: matter.has) { return .marp }
    if ["separator", "verticalseparator", "notesseparator", "revealoptions"]
      .contains(where: matter.has)
    {
      return .reveal
    }
    if SlidevText.isMeant(by: matter) { return .slidev }
    if matter.has("patat") || matter.dialect == .pandoc { return .patat }
    if matter.has("options") { return .presenterm }
    return matter.has("styles") || matter.has("extensions") ? .lookatme : nil
  }

  /// `slides`, if the front matter has only keys of it.
  private static func supposed(by matter: FrontMatter) -> DeckDialect {
    let keys: Set<String> = ["theme", "author", "date", "paging"]
    return !matter.values.isEmpty && matter.values.keys.allSatisfy(keys.contains) ? .slides : .plain
  }

  /// Whether a title in the front matter makes a title slide.
  var hasCover: Bool {
    switch self {
    case .plain, .presenterm, .patat, .slides, .lookatme: true
    case .slidev, .remark, .reveal, .marp, .mdp: false
    }
  }

  /// The name by which a message calls the tool; nil without one.
  var name: String? {
    switch self {
    case .plain, .slides: nil
    case .reveal: "reveal-md"
    case .marp: "Marp"
    case .presenterm, .slidev, .remark, .patat, .mdp, .lookatme: rawValue
    }
  }
}

/// The marks of tools in the text of a deck, outside of code.
private struct DeckMarks {
  private var found: Set<DeckDialect> = []
  /// The kinds of marks of remark, of which one alone may be chance.
  private var remark: Set<String> = []
  private var isEnded = false

  /// The tool whose marks the text has; nil without any, and in a deck with `end_slide`.
  var dialect: DeckDialect? {
    if isEnded { return nil }
    if remark.count > 1, !found.contains(.slidev) { return .remark }
    return [.slidev, .remark, .marp, .reveal].first(where: found.contains)
  }

  init(_ body: String) {
    var fence = OpenFence()
    var cursor = LineCursor(body)
    var start = cursor
    /// Whether only settings are above the line on its slide.
    var isStart = true
    var isBehindBlank = true
    while let line = cursor.next() {
      let content = line.drop { $0 == " " }
      if isStart, content.hasPrefix("```y") || content.hasPrefix("## "),
        SlidevBlock(writtenAfter: start)?.isSure == true
      {
        found.insert(.slidev)
      }
      start = cursor
      if fence.pass(line) {
        isStart = false
        continue
      }
      if content.isEmpty {
        isBehindBlank = true
        continue
      }
      let isRule = content.trimmingBlanks() == "---"
      if isRule, SlidevBlock(after: cursor)?.isSure == true { found.insert(.slidev) }
      read(content, isBehindBlank: isBehindBlank)
      if content.utf8.contains(UInt8(ascii: "<")), content.contains("<!-- .element:"),
        !content.utf8.contains(UInt8(ascii: "`"))
      {
        found.insert(.reveal)
      }
      if isRule {
        isStart = true
      } else if isStart {
        isStart = readProperty(content)
      }
      isBehindBlank = isRule
    }
  }

  private mutating func read(_ content: Substring, isBehindBlank: Bool) {
    switch content.utf8.first {
    case UInt8(ascii: "<"): readTag(content)
    case UInt8(ascii: "!"):
      if content.hasPrefix("![bg](") || content.hasPrefix("![bg ") { found.insert(.marp) }
    case UInt8(ascii: ":"):
      if content.slotOfSlidev != nil { found.insert(.slidev) }
    case UInt8(ascii: "?"):
      if content.trimmingBlanks() == "???" { remark.insert("???") }
    case UInt8(ascii: "-"):
      if isBehindBlank, content.trimmingBlanks() == "--" { remark.insert("--") }
    case UInt8(ascii: "."):
      let name = content.dropFirst().prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
      if name.first?.isLetter == true, content[name.endIndex...].first == "[" {
        remark.insert("[")
      }
    default: break
    }
  }

  private mutating func readTag(_ content: Substring) {
    if content.hasPrefix("<!--") {
      let comment = content.dropFirst(4).drop { $0 == " " }
      if comment.hasPrefix("end_slide") { isEnded = true }
      if comment.hasPrefix(".slide:") { found.insert(.reveal) }
      if MarpText.isLocalDirective(comment) { found.insert(.marp) }
      return
    }
    let tag = content.prefix { $0 != ">" && $0 != "`" }
    if tag.hasPrefix("<v-click") || tag.hasPrefix("<<< @/") || tag.contains(" v-click") {
      found.insert(.slidev)
    }
    if tag.contains(" class=\"fragment") { found.insert(.reveal) }
  }

  /// Reads a property of a remark slide; false for any other line.
  private mutating func readProperty(_ content: Substring) -> Bool {
    guard let (name, value) = RemarkText.property(content) else { return false }
    if RemarkText.isSure(name, value) {
      found.insert(.remark)
    } else if name == "class" {
      let words = value.split(separator: ",").map { $0.trimmingBlanks() }
      // A class may be chance, two of them are not.
      if !words.contains(where: { $0.contains(" ") }) { remark.insert(String(content)) }
    } else if name != "layout" {
      remark.insert(name)
    }
    return true
  }
}

extension StringProtocol {
  /// The name in a line `::name::` of a slidev deck; nil for any other line.
  var slotOfSlidev: String? {
    let content = trimmingBlanks()
    guard content.count > 4, content.hasPrefix("::"), content.hasSuffix("::") else { return nil }
    let name = String(content.dropFirst(2).dropLast(2))
    return name.allSatisfy { $0.isLetter || $0 == "-" || $0.isNumber } ? name : nil
  }
}
