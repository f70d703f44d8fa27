/// A regular expression for which lines of text are searched in time that is linear in their length.
///
/// It understands `.`, `[…]`, `[^…]`, `*`, `+`, `?`, `{m,n}`, `|`, `(…)`, `^`, `$`, `\b`, `\B`, `\d`, `\w`, `\s` and their
/// opposites `\D`, `\W` and `\S`, each for grapheme clusters; `\` before any other sign is that sign. All states that an
/// expression may be in are followed at once, so nothing is tried again. Of the matches that begin first, the longest
/// one counts (POSIX), and none is empty.
struct TextPattern: Hashable, Sendable {
  /// Whether the expression has a capital letter, apart from escapes.
  let isCaseSensitive: Bool
  private let expression: String
  fileprivate let automaton: PatternAutomaton
  /// The clusters with which a match can begin, or more.
  private let first: ClusterSet

  /// The maximum number of steps: the clusters that an expression names, each as often as it is repeated.
  static let stepLimit = StepSet.bitWidth
  /// The maximum number of repetitions in braces.
  static let repetitionLimit = stepLimit
  /// The maximum depth of groups.
  static let depthLimit = 50

  fileprivate enum Instruction {
    /// Consumes a cluster in a step.
    case step(Int)
    /// Continues at both places.
    case fork(Int, Int)
    case jump(Int)
    case assertion(Assertion)
    case match
  }

  /// A condition for a place between clusters.
  enum Assertion {
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
    self.expression = expression
    automaton = PatternAutomaton(compiler)
    first = compiler.first
  }

  static func == (a: TextPattern, b: TextPattern) -> Bool { a.expression == b.expression }

  func hash(into hasher: inout Hasher) { hasher.combine(expression) }

  func canBegin(with byte: UInt8) -> Bool { first.contains(byte) }
}

// MARK: Matching

/// A set of steps, one bit each.
private typealias StepSet = UInt128

/// Which steps may follow one another (Glushkov's automaton).
private struct PatternAutomaton: Sendable {
  let sets: [ClusterSet]
  /// The steps that consume a cluster of each set.
  let users: [StepSet]
  /// The steps that consume each character of ASCII.
  let bytes: [StepSet]
  /// Whether places at the ends of words are different from others.
  let hasBoundaries: Bool
  /// The steps that begin a match, by the place before them.
  let first: [StepSet]
  /// The steps that end a match, by the place behind them.
  let last: [StepSet]
  /// The steps that may follow one, and those that it may follow, by the place between them.
  let next: [StepTable]
  let previous: [StepTable]

  /// The kinds of places, as options.
  static let boundary = 1
  static let start = 2
  static let end = 4

  init(_ compiler: PatternCompiler) {
    let program = compiler.program
    let places = compiler.sets.isEmpty ? [] : program.indices.filter { program[$0].isStep }
    sets = compiler.sets
    users = sets.indices.map { set in
      compiler.steps.enumerated().reduce(0) { $0 | ($1.element == set ? 1 << $1.offset : 0) }
    }
    let (all, users) = (sets, users)
    bytes = (UInt8(0)..<0x80).map { byte in
      zip(all, users).reduce(0) { $0 | ($1.0.contains(byte) ? $1.1 : 0) }
    }
    hasBoundaries = program.contains(where: \.isBoundary)
    var seen = Array(repeating: 0, count: program.count)
    var walks = 0
    /// Returns the steps that can be taken next, and whether the match may end.
    func reached(from instruction: Int, at kind: Int) -> (steps: StepSet, isMatch: Bool) {
      var found: (steps: StepSet, isMatch: Bool) = (0, false)
      walks += 1
      var stack = [instruction]
      while let index = stack.popLast() {
        guard seen[index] != walks else { continue }
        seen[index] = walks
        switch program[index] {
        case .step(let step): found.steps |= 1 << step
        case .fork(let one, let other): stack += [one, other]
        case .jump(let target): stack.append(target)
        case .assertion(let assertion):
          if assertion.holds(at: kind) { stack.append(index + 1) }
        case .match: found.isMatch = true
        }
      }
      return found
    }
    let kinds = 0..<Self.end + 2
    first = kinds.map { reached(from: 0, at: $0).steps }
    last = kinds.map { kind in
      places.enumerated().reduce(0) {
        $0 | (reached(from: $1.element + 1, at: kind).isMatch ? 1 << $1.offset : 0)
      }
    }
    let following = [0, Self.boundary].map { kind in
      places.map { reached(from: $0 + 1, at: kind).steps }
    }
    next = following.map { StepTable($0) }
    previous = following.map { sets in
      StepTable(
        sets.indices.map { step in
          sets.enumerated().reduce(0) { $0 | ($1.element >> step & 1) << $1.offset }
        }
      )
    }
  }
}

/// A set of steps for each step, and their unions for eight steps at a time.
private struct StepTable: Sendable {
  private var unions: [StepSet] = []

  init(_ sets: [StepSet]) {
    for first in stride(from: 0, to: sets.count, by: 8) {
      unions.append(0)
      for row in 1..<256 {
        let step = first + row.trailingZeroBitCount
        let others = unions[unions.count - row + (row & (row - 1))]
        unions.append(step < sets.count ? others | sets[step] : others)
      }
    }
  }

  /// Returns the union of the sets of some steps.
  func union(of steps: StepSet) -> StepSet {
    let (low, high) = (UInt64(truncatingIfNeeded: steps), UInt64(truncatingIfNeeded: steps >> 64))
    return union(of: low, from: 0) | (high == 0 ? 0 : union(of: high, from: 64))
  }

  /// - Parameter first: the step of the first bit.
  private func union(of steps: UInt64, from first: Int) -> StepSet {
    var (rest, row) = (steps, first / 8 * 256)
    var union: StepSet = 0
    while rest != 0 {
      union |= unions[row | Int(truncatingIfNeeded: rest & 255)]
      rest >>= 8
      row += 256
    }
    return union
  }
}

/// Finds the matches of an expression in one line after the other.
struct PatternMatcher {
  private let automaton: PatternAutomaton
  /// For each cluster of the line, the steps that consume it; in a search, only those that lead to a match.
  private var line: [StepSet] = []
  /// Whether each cluster belongs to a word, if that matters.
  private var words: [Bool] = []
  /// The steps that consume clusters that are not ASCII.
  private var known: [String: StepSet] = [:]

  private static let knownLimit = 10_000

  init(_ pattern: TextPattern) {
    automaton = pattern.automaton
  }

  /// Adds a cluster to the line.
  mutating func append(_ cluster: FoldedCluster) {
    if automaton.hasBoundaries { words.append(cluster.isWord) }
    switch cluster {
    case .byte(let byte): line.append(byte < 0x80 ? automaton.bytes[Int(byte)] : 0)
    case .other(let text):
      if let steps = known[text] { return line.append(steps) }
      let steps = zip(automaton.sets, automaton.users).reduce(0) {
        $0 | ($1.0.contains(cluster) ? $1.1 : 0)
      }
      if known.count == Self.knownLimit { known.removeAll(keepingCapacity: true) }
      known[text] = steps
      line.append(steps)
    }
  }

  /// Calls `report` for the clusters of each match in the line until it returns false; then the result is false.
  ///
  /// Afterwards the line is empty. O(clusters): once from the end, for the steps that lead to a match, and once along the matches.
  mutating func search(_ report: (Range<Int>) -> Bool) -> Bool {
    defer {
      line.removeAll(keepingCapacity: true)
      words.removeAll(keepingCapacity: true)
    }
    var later: StepSet = 0
    for index in line.indices.reversed() {
      let kind = kind(ofPlace: index + 1)
      let before = later == 0 ? 0 : automaton.previous[kind & 1].union(of: later)
      later = line[index] & (before | automaton.last[kind])
      line[index] = later
    }
    var place = 0
    while place < line.count {
      var steps = automaton.first[kind(ofPlace: place)] & line[place]
      guard steps != 0 else {
        place += 1
        continue
      }
      var (index, end) = (place, place)
      while steps != 0 {
        index += 1
        let kind = kind(ofPlace: index)
        if steps & automaton.last[kind] != 0 { end = index }
        guard index < line.count else { break }
        steps = automaton.next[kind & 1].union(of: steps) & line[index]
      }
      guard report(place..<end) else { return false }
      place = end
    }
    return true
  }

  private func kind(ofPlace index: Int) -> Int {
    let isStart = index == 0
    let isEnd = index == line.count
    let kind = isStart ? PatternAutomaton.start : isEnd ? PatternAutomaton.end : 0
    guard automaton.hasBoundaries else { return kind }
    let isBoundary = (!isStart && words[index - 1]) != (!isEnd && words[index])
    return isBoundary ? kind | PatternAutomaton.boundary : kind
  }
}

extension TextPattern.Instruction {
  fileprivate var isStep: Bool { if case .step = self { true } else { false } }

  fileprivate var isBoundary: Bool {
    switch self {
    case .assertion(.wordBoundary), .assertion(.noWordBoundary): true
    case .step, .fork, .jump, .assertion, .match: false
    }
  }
}

extension TextPattern.Assertion {
  fileprivate func holds(at kind: Int) -> Bool {
    switch self {
    case .start: kind & PatternAutomaton.start != 0
    case .end: kind & PatternAutomaton.end != 0
    case .wordBoundary: kind & PatternAutomaton.boundary != 0
    case .noWordBoundary: kind & PatternAutomaton.boundary == 0
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
  var scalar: UInt32? {
    switch self {
    case .byte(let byte): UInt32(byte)
    case .other(let text): text.unicodeScalars.count == 1 ? text.unicodeScalars.first?.value : nil
    }
  }
}

// MARK: Sets

/// A set of clusters.
struct ClusterSet: Hashable, Sendable {
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

/// Writes the instructions of an expression.
private struct PatternCompiler {
  var program: [TextPattern.Instruction] = []
  private(set) var sets: [ClusterSet] = []
  /// The index of the set of each step.
  private(set) var steps: [Int] = []
  /// Repetitions of nothing have no instructions.
  private var visits = 0

  private static let instructionLimit = 8 * TextPattern.stepLimit

  mutating func emit(_ node: PatternNode) throws(PatternError) {
    visits += 1
    guard visits <= 2 * Self.instructionLimit else { throw PatternError.tooLong }
    switch node {
    case .set(let set):
      let index = sets.firstIndex(of: set) ?? sets.count
      if index == sets.count { sets.append(set) }
      guard steps.count < TextPattern.stepLimit else { throw PatternError.tooLong }
      try append(.step(steps.count))
      steps.append(index)
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
    guard program.count < Self.instructionLimit else { throw PatternError.tooLong }
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
      case .step(let step): first.formUnion(sets[steps[step]])
      case .fork(let one, let other): stack += [one, other]
      case .jump(let target): stack.append(target)
      case .assertion: stack.append(index + 1)
      case .match: break
      }
    }
    return first
  }
}
