package import NavBase

/// The syntax of a board's constraints: `box.attributes relation target * multiplier + offset inset inset @priority`.
extension BoardConstraint {
  /// The names of attributes, followed by the names of groups of attributes.
  package static let attributeNames = [
    "left", "right", "top", "bottom", "leading", "trailing", "width", "height", "centerX",
    "centerY", "baseline", "firstBaseline", "lastBaseline", "leftMargin", "rightMargin",
    "topMargin", "bottomMargin", "leadingMargin", "trailingMargin", "centerXWithinMargins",
    "centerYWithinMargins", "edges", "size", "center",
  ]

  /// The values of named priorities.
  package static let priorities = ["low": 250, "medium": 500, "high": 750, "required": 1000]

  /// The maximum length of a constraint, in bytes.
  package static let longestText = 1_024

  /// A message that says why a text is not a constraint, and what to do.
  package struct Mistake: Error, Hashable, Sendable {
    package let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// Parses a constraint, such as `a.left = page.left + 2 @high`, `a.edges = page inset 1`,
  /// `b.width >= 20`, `b.top.right = a` or `c.width = page.width * 0.5 - 1`.
  package init(_ text: String) throws(Mistake) {
    guard text.utf8.count <= Self.longestText else {
      throw Mistake("the constraint is longer than \(Self.longestText) bytes: shorten it")
    }
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    guard let first = words.popFirst() else {
      throw Mistake("the constraint is empty: write one, or take it out")
    }
    let (box, names) = try Self.side(first)
    guard !names.isEmpty else {
      throw Mistake("'\(first)' names no attribute: write \(first).left, say")
    }
    let relation: ConstraintRelation
    switch words.popFirst() {
    case "=", "==": relation = .equal
    case ">=": relation = .atLeast
    case "<=": relation = .atMost
    default: throw Mistake("behind '\(first)' stands one of =, >= and <=: write one")
    }
    guard let second = words.popFirst() else {
      throw Mistake("there is nothing to compare with: write a number or a box")
    }
    let target = try Self.target(second)
    var modifiers = Modifiers()
    while let word = words.popFirst() { try modifiers.add(word, &words) }
    let draft = BoardDraft(names.flatMap(Self.attributes)).relate(relation, target)
    self.init(box, modifiers.applied(to: draft))
  }

  private static func target(_ text: String) throws(Mistake) -> ConstraintTarget<String> {
    if let number = number(text) { return .number(number) }
    let (box, names) = try side(text)
    guard names.count <= 1 else {
      throw Mistake("'\(text)' names several attributes: compare with one")
    }
    // If the name stands for several attributes, use the same ones of the other box.
    return names.first.flatMap(ConstraintAttribute.init(name:)).map { .attribute(box, $0) }
      ?? .view(box)
  }

  /// Returns the attributes of a name in the grammar.
  private static func attributes(_ name: String) -> [ConstraintAttribute] {
    switch name {
    case "edges": BoardDraft.edges.attributes
    case "size": BoardDraft.size.attributes
    case "center": BoardDraft.center.attributes
    default: ConstraintAttribute(name: name).map { [$0] } ?? []
    }
  }

  /// Parses a box with attributes, such as `a.left.top`.
  private static func side(_ text: String) throws(Mistake) -> (String, [String]) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let box = parts[0]
    guard BoardBox.isName(box) else {
      throw Mistake("'\(text)' names no box: write its name, then .left, say")
    }
    for part in parts.dropFirst() where !attributeNames.contains(part) {
      throw Mistake(
        "there is no attribute '\(part)': use " + attributeNames.joined(separator: ", ")
      )
    }
    return (box, Array(parts.dropFirst()))
  }

  /// Parses a number; nil if it is too large.
  private static func number(_ text: String) -> Double? {
    guard let number = Double(text), number.magnitude <= 100_000 else { return nil }
    return number
  }
}

extension BoardConstraint {
  /// The words behind the target of a constraint.
  private struct Modifiers {
    var multiplier = 1.0
    var offset = 0.0
    /// The distance by which the sides are moved inwards.
    var inset = 0.0
    /// The priority, from 1 to 1000; nil for a required constraint.
    var priority: Int?

    mutating func add(_ word: String, _ words: inout ArraySlice<String>) throws(Mistake) {
      if word.hasPrefix("@") {
        let name = String(word.dropFirst())
        guard let value = priorities[name] ?? Int(name), (1...1000).contains(value) else {
          throw Mistake("'\(word)' is no priority: write @low, @medium, @high or @1 to @1000")
        }
        priority = value
        return
      }
      guard ["+", "-", "*", "/", "inset"].contains(word) else {
        throw Mistake("'\(word)' means nothing here: write +, -, *, /, inset or @priority")
      }
      guard let next = words.popFirst(), let number = number(next) else {
        throw Mistake("a number stands behind '\(word)': add it")
      }
      switch word {
      case "+": offset += number
      case "-": offset -= number
      case "*": multiplier *= number
      case "/" where number != 0: multiplier /= number
      case "inset": inset += number
      default: throw Mistake("nothing is divided by 0: take another number")
      }
    }

    func applied(to draft: BoardDraft) -> BoardDraft {
      let draft = draft.multiplied(by: multiplier).offset(offset).inset(inset)
      return priority.map { draft.priority(ConstraintPriority($0)) } ?? draft
    }
  }
}

extension BoardBox {
  /// Whether a text is a valid name: a letter, then letters, digits, `_` and `-`, at most `BoardContent.longestName` bytes.
  static func isName(_ text: String) -> Bool {
    guard text.utf8.count <= BoardContent.longestName, let first = text.unicodeScalars.first,
      first.properties.isAlphabetic
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
        || scalar == "-"
    }
  }
}
