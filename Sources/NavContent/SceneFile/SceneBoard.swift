package import NavText

/// A page of boxes that are positioned by constraints.
package struct SceneBoard: Hashable, Sendable {
  package var title: String
  package var boxes: [Box]
  /// The constraints, in order of the file.
  package var rules: [Rule]
  /// The position in the file.
  package var origin: SceneOrigin

  /// The name of the page in constraints.
  package static let page = "page"

  package struct Box: Hashable, Sendable {
    /// The name of the box in constraints.
    package var name: String
    package var title = ""
    /// The content, from Markdown.
    package var document = TextDocument()
    package var hasBorder = true
  }

  /// A constraint, `box.attributes relation target * multiplier + offset inset inset @priority`.
  package struct Rule: Hashable, Sendable {
    package var box: String
    package var attributes: [String]
    package var relation: Relation
    package var target: Target
    package var multiplier = 1.0
    package var offset = 0.0
    /// How far the sides are moved inwards.
    package var inset = 0.0
    /// The priority, from 1 to 1000; nil for a required constraint.
    package var priority: Int?
    /// The position in the file; nil if the constraint is not from a file.
    package var origin: SceneOrigin?
  }

  package enum Relation: Hashable, Sendable {
    case equal, atLeast, atMost
  }

  /// The right side of a constraint.
  package enum Target: Hashable, Sendable {
    case number(Double)
    /// A box or the `page`, with an attribute; nil for the attributes of the left side.
    case box(String, attribute: String?)
  }
}

extension SceneBoard.Rule {
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
  }

  /// Parses a constraint, such as `a.left = page.left + 2 @high`, `a.edges = page inset 1`,
  /// `b.width >= 20`, `b.top.right = a` or `c.width = page.width * 0.5 - 1`.
  package init(_ text: String) throws(Mistake) {
    guard text.utf8.count <= Self.longestText else {
      throw Mistake(
        description: "the constraint is longer than \(Self.longestText) bytes: shorten it"
      )
    }
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    guard let first = words.popFirst() else {
      throw Mistake(description: "the constraint is empty: write one, or take it out")
    }
    (box, attributes) = try Self.side(first)
    guard !attributes.isEmpty else {
      throw Mistake(description: "'\(first)' names no attribute: write \(first).left, say")
    }
    switch words.popFirst() {
    case "=", "==": relation = .equal
    case ">=": relation = .atLeast
    case "<=": relation = .atMost
    default: throw Mistake(description: "behind '\(first)' stands one of =, >= and <=: write one")
    }
    guard let second = words.popFirst() else {
      throw Mistake(description: "there is nothing to compare with: write a number or a box")
    }
    if let number = Self.number(second) {
      target = .number(number)
    } else {
      let (other, names) = try Self.side(second)
      guard names.count <= 1 else {
        throw Mistake(description: "'\(second)' names several attributes: compare with one")
      }
      target = .box(other, attribute: names.first)
    }
    while let word = words.popFirst() { try modify(word, &words) }
  }

  private mutating func modify(
    _ word: String,
    _ words: inout ArraySlice<String>
  ) throws(Mistake) {
    if word.hasPrefix("@") {
      let name = String(word.dropFirst())
      guard let value = Self.priorities[name] ?? Int(name), (1...1000).contains(value) else {
        throw Mistake(
          description: "'\(word)' is no priority: write @low, @medium, @high or @1 to @1000"
        )
      }
      priority = value
      return
    }
    guard ["+", "-", "*", "/", "inset"].contains(word) else {
      throw Mistake(
        description: "'\(word)' means nothing here: write +, -, *, /, inset or @priority"
      )
    }
    guard let next = words.popFirst(), let number = Self.number(next) else {
      throw Mistake(description: "a number stands behind '\(word)': add it")
    }
    switch word {
    case "+": offset += number
    case "-": offset -= number
    case "*": multiplier *= number
    case "/" where number != 0: multiplier /= number
    case "inset": inset += number
    default: throw Mistake(description: "nothing is divided by 0: take another number")
    }
  }

  /// Parses a box with attributes, such as `a.left.top`.
  private static func side(_ text: String) throws(Mistake) -> (String, [String]) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let box = parts[0]
    guard SceneBoard.Box.isName(box) else {
      throw Mistake(description: "'\(text)' names no box: write its name, then .left, say")
    }
    for part in parts.dropFirst() where !attributeNames.contains(part) {
      throw Mistake(
        description: "there is no attribute '\(part)': use "
          + attributeNames.joined(separator: ", ")
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

extension SceneBoard.Box {
  /// Whether a text is a valid name: a letter, then letters, digits, `_` and `-`, at most 64 bytes.
  static func isName(_ text: String) -> Bool {
    guard text.utf8.count <= 64, let first = text.unicodeScalars.first,
      first.properties.isAlphabetic
    else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_"
        || scalar == "-"
    }
  }
}
