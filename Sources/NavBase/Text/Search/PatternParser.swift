/// A part of an expression.
indirect enum PatternNode {
  case set(ClusterSet)
  case assertion(TextPattern.Assertion)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repeated(PatternNode, from: Int, to: Int?)
}

/// Reads an expression.
struct PatternParser {
  let isCaseSensitive: Bool
  private var rest: ArraySlice<Character>

  init(_ expression: String) {
    let signs = Array(expression)
    var index = 0
    var hasCapital = false
    while index < signs.count {
      if signs[index] == "\\" { index += 1 } else if signs[index].isUppercase { hasCapital = true }
      index += 1
    }
    isCaseSensitive = hasCapital
    rest = signs[...]
  }

  mutating func whole() throws(PatternError) -> PatternNode {
    let node = try choice(depth: 0)
    guard rest.isEmpty else { throw PatternError("a ) without its (: \\) is the sign itself") }
    return node
  }

  private mutating func choice(depth: Int) throws(PatternError) -> PatternNode {
    guard depth <= TextPattern.depthLimit else {
      throw PatternError("groups are more than \(TextPattern.depthLimit) deep")
    }
    var nodes = [try sequence(depth)]
    while take("|") { nodes.append(try sequence(depth)) }
    return nodes.count == 1 ? nodes[0] : .choice(nodes)
  }

  private mutating func sequence(_ depth: Int) throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let sign = rest.first, sign != "|", sign != ")" {
      let atom = try atom(depth)
      guard let (least, most) = try repetition() else {
        nodes.append(atom)
        continue
      }
      if case .assertion = atom { throw PatternError("a place can't be repeated") }
      guard try repetition() == nil else {
        throw PatternError("two repetitions in a row: put a group around the first one")
      }
      nodes.append(.repeated(atom, from: least, to: most))
    }
    return .sequence(nodes)
  }

  private mutating func atom(_ depth: Int) throws(PatternError) -> PatternNode {
    let sign = rest.removeFirst()
    switch sign {
    case "(":
      guard rest.first != "?" else { throw PatternError("(? is not understood") }
      let node = try choice(depth: depth + 1)
      guard take(")") else { throw PatternError("a ( without its ): \\( is the sign itself") }
      return node
    case "[": return .set(try set())
    case ".": return .set(.all)
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case "*", "+", "?":
      throw PatternError("nothing to repeat before \(sign): \\\(sign) is the sign itself")
    case "\\":
      if take("b") { return .assertion(.wordBoundary) }
      if take("B") { return .assertion(.noWordBoundary) }
      return .set(ClusterSet([try escape()]))
    default: return .set(ClusterSet([one(sign)]))
    }
  }

  private func one(_ sign: Character) -> ClusterSet.Item {
    ClusterSet.Item(kind: .one(FoldedCluster(sign, foldsCase: !isCaseSensitive)))
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(PatternError) -> ClusterSet.Item {
    guard let sign = rest.popFirst() else {
      throw PatternError("\\ at the end: \\\\ is the sign itself")
    }
    switch sign {
    case "d", "D": return ClusterSet.Item(kind: .digit, isOpposite: sign == "D")
    case "w", "W": return ClusterSet.Item(kind: .word, isOpposite: sign == "W")
    case "s", "S": return ClusterSet.Item(kind: .blank, isOpposite: sign == "S")
    case "t": return one(" ")
    default:
      guard !sign.isLetter, !sign.isNumber else {
        throw PatternError("\\\(sign) is not understood")
      }
      return one(sign)
    }
  }

  /// Reads what follows an opening bracket.
  private mutating func set() throws(PatternError) -> ClusterSet {
    let isOpposite = take("^")
    var items: [ClusterSet.Item] = []
    while true {
      guard let sign = rest.popFirst() else {
        throw PatternError("a [ without its ]: \\[ is the sign itself")
      }
      if sign == "]", !items.isEmpty { return ClusterSet(items, isOpposite: isOpposite) }
      if sign == "[", rest.first == ":" {
        throw PatternError("[: is not understood: \\d, \\w and \\s are digits, words and blanks")
      }
      let item = sign == "\\" ? try escape() : one(sign)
      guard rest.first == "-", let last = rest.dropFirst().first, last != "]" else {
        items.append(item)
        continue
      }
      rest.removeFirst(2)
      let end = last == "\\" ? try escape() : one(last)
      guard case .one(let first) = item.kind, case .one(let second) = end.kind,
        let low = first.scalar, let high = second.scalar, low <= high
      else {
        throw PatternError("a range in [ ] without a first and a last sign: \\- is the sign itself")
      }
      items.append(ClusterSet.Item(kind: .scalars(low...high)))
    }
  }

  /// Reads a repetition; nil if there is none, also where braces are no numbers.
  private mutating func repetition() throws(PatternError) -> (least: Int, most: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    guard rest.first == "{", let end = rest.firstIndex(of: "}") else { return nil }
    let parts = rest[rest.startIndex + 1..<end].split(
      separator: ",",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      parts.contains(where: { !$0.isEmpty })
    else { return nil }
    let numbers = parts.map { Int(String($0)) }
    rest = rest[(end + 1)...]
    let least = numbers[0] ?? 0
    let most = parts.count == 1 ? least : numbers[1]
    guard max(least, most ?? 0) <= TextPattern.repetitionLimit, least <= most ?? .max,
      !parts.contains(where: { $0.count > 3 })
    else {
      throw PatternError(
        "{m,n} goes from 0 to \(TextPattern.repetitionLimit), with the smaller number first"
      )
    }
    return (least, most)
  }

  private mutating func take(_ sign: Character) -> Bool {
    guard rest.first == sign else { return false }
    rest.removeFirst()
    return true
  }
}

/// The reason why an expression is malformed or too long.
package struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }

  static var tooLong: PatternError {
    PatternError("the expression is too long: the limit is \(TextPattern.stepLimit) steps")
  }
}
