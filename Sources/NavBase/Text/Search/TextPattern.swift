/// A regular expression for which lines of text are searched in time that is linear in their length.
///
/// It understands `.`, `[…]`, `[^…]`, `*`, `+`, `?`, `{m,n}`, `|`, `(…)`, `^`, `$`, `\b`, `\B`, `\d`, `\w`, `\s` and their
/// opposites `\D`, `\W` and `\S`, each for grapheme clusters; `\` before any other sign is that sign. All states that an
/// expression may be in are followed at once (Thompson's simulation), so nothing is tried again. Of the matches that
/// begin first, the longest one counts (POSIX), and none is empty.
struct TextPattern: Hashable, Sendable {
  /// Whether the expression has a capital letter, apart from escapes.
  let isCaseSensitive: Bool
  fileprivate let program: [Instruction]
  fileprivate let sets: [ClusterSet]
  /// The clusters with which a match can begin, or more.
  private let first: ClusterSet

  /// The maximum number of instructions; a step of a search takes as long.
  static let instructionLimit = 500
  /// The maximum number of repetitions in braces.
  static let repetitionLimit = 255
  /// The maximum depth of groups.
  static let depthLimit = 50

  fileprivate enum Instruction: Hashable, Sendable {
    /// Consumes a cluster of a set.
    case cluster(Int)
    /// Continues at both places.
    case fork(Int, Int)
    case jump(Int)
    case assertion(Assertion)
    case match
  }

  /// A condition for a place between clusters.
  fileprivate enum Assertion: Hashable, Sendable {
    case start, end, wordBoundary, noWordBoundary
  }

  /// - Throws: the reason why the expression is malformed or too long.
  init(_ expression: String) throws(PatternError) {
    var parser = PatternParser(expression)
    let node = try parser.whole()
    var compiler = PatternCompiler()
    try compiler.emit(node)
    compiler.program.append(.match)
    isCaseSensitive = parser.isCaseSensitive
    program = compiler.program
    sets = compiler.sets
    first = compiler.first
  }

  func canBegin(with cluster: FoldedCluster) -> Bool { first.contains(cluster) }

  func canBegin(with byte: UInt8) -> Bool { first.contains(byte) }
}

// MARK: Matching

/// Finds the matches of an expression in one line after the other.
struct PatternMatcher {
  private let pattern: TextPattern
  /// The clusters of the line.
  var line: [FoldedCluster] = []
  private var current: [Thread] = []
  private var next: [Thread] = []
  private var stack: [Int] = []
  /// The last step in which each instruction was reached.
  private var reached: [Int]
  private var step = 0

  /// An instruction that was reached by a match that begins at a cluster; threads are ascending by their starts.
  private struct Thread {
    var instruction: Int
    var start: Int
  }

  init(_ pattern: TextPattern) {
    self.pattern = pattern
    reached = Array(repeating: 0, count: pattern.program.count)
  }

  /// Calls `report` for the clusters of each match until it returns false; then the result is false.
  ///
  /// O(clusters · instructions): matches that need a long look ahead end early once these looks add up to some times the
  /// length of the line.
  mutating func search(_ report: (Range<Int>) -> Bool) -> Bool {
    var place = 0
    var budget = 16 * line.count + 4_096
    while place < line.count {
      guard let (match, end) = firstMatch(from: place, isShort: budget <= 0) else { return true }
      budget -= end - match.upperBound
      place = match.upperBound
      guard report(match) else { return false }
    }
    return true
  }

  /// Returns the first match from a place on, and the place up to which clusters were examined.
  private mutating func firstMatch(
    from place: Int,
    isShort: Bool
  ) -> (match: Range<Int>, end: Int)? {
    var best: Range<Int>?
    var index = place
    current.removeAll(keepingCapacity: true)
    while true {
      if current.isEmpty {
        guard best == nil else { break }
        while index < line.count, !pattern.canBegin(with: line[index]) { index += 1 }
        guard index < line.count else { break }
      }
      step += 1
      next.removeAll(keepingCapacity: true)
      for thread in current { follow(thread, at: index, &best) }
      if best == nil, index < line.count {
        follow(Thread(instruction: 0, start: index), at: index, &best)
      }
      guard index < line.count, !isShort || best == nil else { break }
      current.removeAll(keepingCapacity: true)
      for thread in next where best.map({ thread.start <= $0.lowerBound }) ?? true {
        guard case .cluster(let set) = pattern.program[thread.instruction],
          pattern.sets[set].contains(line[index])
        else { continue }
        current.append(Thread(instruction: thread.instruction + 1, start: thread.start))
      }
      index += 1
    }
    return best.map { ($0, index) }
  }

  /// Adds the instructions to `next` that a thread reaches without a further cluster.
  private mutating func follow(_ thread: Thread, at index: Int, _ best: inout Range<Int>?) {
    if let best, thread.start > best.lowerBound { return }
    stack.append(thread.instruction)
    while let instruction = stack.popLast() {
      guard reached[instruction] != step else { continue }
      reached[instruction] = step
      switch pattern.program[instruction] {
      case .cluster: next.append(Thread(instruction: instruction, start: thread.start))
      case .fork(let one, let other):
        stack.append(other)
        stack.append(one)
      case .jump(let target): stack.append(target)
      case .assertion(let assertion):
        if holds(assertion, at: index) { stack.append(instruction + 1) }
      case .match:
        // The first thread that gets here has the first start.
        if thread.start < index { best = thread.start..<index }
      }
    }
  }

  private func holds(_ assertion: TextPattern.Assertion, at index: Int) -> Bool {
    switch assertion {
    case .start: return index == 0
    case .end: return index == line.count
    case .wordBoundary, .noWordBoundary:
      let isInside = index > 0 && line[index - 1].isWord
      let isBefore = index < line.count && line[index].isWord
      return (isInside != isBefore) == (assertion == .wordBoundary)
    }
  }
}

extension FoldedCluster {
  /// Whether it belongs to a word: a letter, a digit or an underscore.
  fileprivate var isWord: Bool {
    switch self {
    case .byte(let byte):
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
      default: false
      }
    case .other(let text): text.first.map { $0.isLetter || $0.isNumber } ?? false
    }
  }

  /// Its scalar value if it has only one.
  fileprivate var scalar: UInt32? {
    switch self {
    case .byte(let byte): UInt32(byte)
    case .other(let text): text.unicodeScalars.count == 1 ? text.unicodeScalars.first?.value : nil
    }
  }
}

// MARK: Sets

/// A set of clusters.
private struct ClusterSet: Hashable, Sendable {
  struct Item: Hashable, Sendable {
    var kind: Kind
    var isOpposite = false

    enum Kind: Hashable, Sendable {
      case one(FoldedCluster)
      case scalars(ClosedRange<UInt32>)
      case word, digit, blank
    }

    func contains(_ cluster: FoldedCluster) -> Bool {
      let isIn =
        switch kind {
        case .one(let one): cluster == one
        case .scalars(let range): cluster.scalar.map(range.contains) ?? false
        case .word: cluster.isWord
        case .digit: cluster.scalar.map { (0x30...0x39).contains($0) } ?? false
        case .blank: cluster == .byte(0x20)
        }
      return isIn != isOpposite
    }
  }

  private(set) var items: [Item]
  private var isOpposite: Bool
  /// A bit for each character of ASCII.
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ items: [Item], isOpposite: Bool = false) {
    self.items = items
    self.isOpposite = isOpposite
    for byte in UInt8(0)..<0x80 where isFound(.byte(byte)) {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
  }

  static let all = ClusterSet([], isOpposite: true)

  func contains(_ cluster: FoldedCluster) -> Bool {
    if case .byte(let byte) = cluster { contains(byte) } else { isFound(cluster) }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 != 0 : byte < 128 && high >> UInt64(byte - 64) & 1 != 0
  }

  private func isFound(_ cluster: FoldedCluster) -> Bool {
    items.contains { $0.contains(cluster) } != isOpposite
  }

  /// Adds the clusters of another set; all of them where that can't be expressed.
  mutating func formUnion(_ other: ClusterSet) {
    guard !isOpposite, !other.isOpposite else { return self = .all }
    self = ClusterSet(items + other.items)
  }
}

// MARK: Compiling

/// A part of an expression.
private indirect enum PatternNode {
  case set(ClusterSet)
  case assertion(TextPattern.Assertion)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repeated(PatternNode, from: Int, to: Int?)
}

/// Writes the instructions of an expression.
private struct PatternCompiler {
  var program: [TextPattern.Instruction] = []
  var sets: [ClusterSet] = []
  /// Repetitions of nothing have no instructions.
  private var visits = 0

  mutating func emit(_ node: PatternNode) throws(PatternError) {
    visits += 1
    guard visits <= 4 * TextPattern.instructionLimit else { throw PatternError.tooLong }
    switch node {
    case .set(let set):
      let index = sets.firstIndex(of: set) ?? sets.count
      if index == sets.count { sets.append(set) }
      try append(.cluster(index))
    case .assertion(let assertion): try append(.assertion(assertion))
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .choice(let nodes):
      var ends: [Int] = []
      for node in nodes.dropLast() {
        let split = program.count
        try append(.jump(0))
        try emit(node)
        ends.append(program.count)
        try append(.jump(0))
        program[split] = .fork(split + 1, program.count)
      }
      if let last = nodes.last { try emit(last) }
      for end in ends { program[end] = .jump(program.count) }
    case .repeated(let node, let least, let most):
      for _ in 0..<least { try emit(node) }
      var splits: [Int] = []
      for _ in 0..<(most.map { $0 - least } ?? 1) {
        splits.append(program.count)
        try append(.jump(0))
        try emit(node)
      }
      if most == nil, let split = splits.last { try append(.jump(split)) }
      for split in splits { program[split] = .fork(split + 1, program.count) }
    }
  }

  private mutating func append(_ instruction: TextPattern.Instruction) throws(PatternError) {
    guard program.count < TextPattern.instructionLimit else { throw PatternError.tooLong }
    program.append(instruction)
  }

  /// The clusters that the first instruction of a match may consume.
  var first: ClusterSet {
    var first = ClusterSet([])
    var seen: Set<Int> = []
    var stack = [0]
    while let index = stack.popLast() {
      guard seen.insert(index).inserted else { continue }
      switch program[index] {
      case .cluster(let set): first.formUnion(sets[set])
      case .fork(let one, let other): stack += [one, other]
      case .jump(let target): stack.append(target)
      case .assertion: stack.append(index + 1)
      case .match: break
      }
    }
    return first
  }
}

// MARK: Parsing

private struct PatternParser {
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

  fileprivate init(_ description: String) {
    self.description = description
  }

  fileprivate static var tooLong: PatternError {
    PatternError("the expression is too long: the limit is \(TextPattern.instructionLimit) steps")
  }
}
