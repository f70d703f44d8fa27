/// A text to search for, compared grapheme cluster by grapheme cluster, or behind a `/` a regular expression
/// (`TextPattern`).
///
/// The comparison is case-sensitive only if the query has a capital letter. A blank matches any single blank or, outside
/// of expressions, line break.
package struct TextQuery: Hashable, Sendable, LineTest {
  package let text: String
  package let isCaseSensitive: Bool
  private let form: Form

  private enum Form: Hashable, Sendable {
    /// Words; `bytes` is the pattern in bytes if all of it is ASCII, and `literal` its longest part without blanks, which
    /// every match contains byte by byte.
    case words(Pattern<FoldedCluster>, bytes: Pattern<UInt8>?, literal: Pattern<UInt8>?)
    case expression(TextPattern)
  }

  /// A stretch of a text.
  package struct Match: Hashable, Sendable {
    /// UTF-8 offsets; both ends are cluster boundaries.
    package var bytes: Range<Int>
    /// The number of clusters before the match.
    package var grapheme: Int
  }

  /// The most matches that a search of a session finds.
  package static let matchLimit = 10_000

  /// The sign before an expression.
  package static let expressionSign: Character = "/"

  /// - Parameter text: the text to search for; the result is nil if it is empty, or a malformed expression.
  package init?(_ text: String) {
    guard let query = try? Self.reading(text) else { return nil }
    self = query
  }

  /// Returns the query of a text; nil if it is empty.
  ///
  /// - Throws: the reason why an expression is malformed; a `/` alone is no expression.
  package static func reading(_ text: String) throws(PatternError) -> TextQuery? {
    guard text.first == expressionSign, text.count > 1 else {
      return TextQuery(text, foldsCase: !text.contains(where: \.isUppercase))
    }
    let pattern = try TextPattern(String(text.dropFirst()))
    return TextQuery(text, pattern.isCaseSensitive, .expression(pattern))
  }

  private init(_ text: String, _ isCaseSensitive: Bool, _ form: Form) {
    self.text = text
    self.isCaseSensitive = isCaseSensitive
    self.form = form
  }

  init?(_ text: String, foldsCase: Bool) {
    guard !text.isEmpty else { return nil }
    let clusters = text.map { FoldedCluster($0, foldsCase: foldsCase) }
    let ascii = clusters.compactMap(\.ascii)
    let bytes = ascii.count == clusters.count ? Pattern(ascii) : nil
    let longest = ascii.split(separator: 0x20).max { $0.count < $1.count }
    let literal = bytes == nil ? nil : longest.map { Pattern(Array($0)) }
    self.init(text, !foldsCase, .words(Pattern(clusters), bytes: bytes, literal: literal))
  }

  // MARK: Searching

  /// Returns the matches in a text, from its start, without overlap.
  ///
  /// O(length) of the text, and without an allocation for each cluster where the text is ASCII.
  ///
  /// - Parameters:
  ///   - text: sanitised.
  ///   - limit: the most matches to return.
  /// - Returns: ascending.
  package func matches(in text: String, limit: Int = .max) -> [Match] {
    var matches: [Match] = []
    search(text) { match in
      if matches.count < limit { matches.append(match) }
      return matches.count < limit
    }
    return matches
  }

  package func isFound(in text: String) -> Bool {
    var isFound = false
    search(text) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  package func isFound(in span: Span<UInt8>, isASCII: Bool) -> Bool? {
    switch form {
    case .words(_, let bytes?, let literal):
      if isASCII { return firstPlace(of: bytes, in: span) != nil }
      if let literal, firstPlace(of: literal, in: span) == nil { return false }
      return nil
    case .words(_, nil, _): return isASCII ? false : nil
    case .expression(let pattern):
      guard isASCII else { return nil }
      for index in span.indices where pattern.canBegin(with: folded(span[index])) { return nil }
      return false
    }
  }

  package func firstCandidate(in bytes: Span<UInt8>, from start: Int) -> Int? {
    switch form {
    case .words(_, _, let literal?): return firstPlace(of: literal, in: bytes, from: start)
    case .words(_, nil, _):
      // A pattern with other characters can't match ASCII text.
      var index = start
      while index < bytes.count, bytes[index] < 0x80 { index += 1 }
      return index < bytes.count ? index : nil
    case .words, .expression: return start
    }
  }

  /// Calls `report` for each match until it returns false.
  private func search(_ text: String, _ report: (Match) -> Bool) {
    let span = text.utf8Span
    let (pattern, ascii, literal): (Pattern<FoldedCluster>, Pattern<UInt8>?, Pattern<UInt8>?)
    switch form {
    case .words(let words, let bytes, let part): (pattern, ascii, literal) = (words, bytes, part)
    case .expression(let expression): return searchLines(of: text, for: expression, report)
    }
    guard let bytes = ascii else {
      // A pattern with other characters can't match ASCII text.
      if !span.isKnownASCII { searchClusters(of: text, for: pattern, report) }
      return
    }
    guard !span.isKnownASCII else { return search(span.span, for: bytes, report) }
    if let literal, firstPlace(of: literal, in: span.span) == nil { return }
    searchClusters(of: text, for: pattern, report)
  }

  private func search(
    _ text: Span<UInt8>,
    for pattern: Pattern<UInt8>,
    _ report: (Match) -> Bool
  ) {
    var matched = 0
    for index in text.indices where pattern.advance(&matched, by: folded(text[index])) {
      let start = index + 1 - pattern.count
      guard report(Match(bytes: start..<index + 1, grapheme: start)) else { return }
    }
  }

  /// Returns where a pattern first occurs; nil if it does not.
  ///
  /// - Parameter text: any text if the pattern has no blank, else one without controls.
  private func firstPlace(
    of pattern: Pattern<UInt8>,
    in text: Span<UInt8>,
    from start: Int = 0
  ) -> Int? {
    let first = pattern.first
    let capital = isCaseSensitive || !(0x61...0x7A).contains(first) ? first : first & ~0x20
    var (index, matched) = (start, 0)
    while true {
      if matched == 0 {
        while index < text.count, text[index] != first, text[index] != capital { index += 1 }
      }
      guard index < text.count else { return nil }
      if pattern.advance(&matched, by: folded(text[index])) { return index + 1 - pattern.count }
      index += 1
    }
  }

  /// Searches each line for an expression.
  private func searchLines(
    of text: String,
    for pattern: TextPattern,
    _ report: (Match) -> Bool
  ) {
    var matcher = PatternMatcher(pattern)
    let span = text.utf8Span
    guard span.isKnownASCII else {
      return searchClusterLines(of: text, &matcher, report)
    }
    let bytes = span.span
    var start = 0
    while start < bytes.count {
      var end = start
      var mayMatch = false
      while end < bytes.count, bytes[end] != 0x0A {
        mayMatch = mayMatch || pattern.canBegin(with: folded(bytes[end]))
        end += 1
      }
      if mayMatch {
        for index in start..<end { matcher.append(.byte(folded(bytes[index]))) }
        let first = start
        let goesOn = matcher.search { found in
          let place = first + found.lowerBound
          return report(Match(bytes: place..<first + found.upperBound, grapheme: place))
        }
        guard goesOn else { return }
      }
      start = end + 1
    }
  }

  private func searchClusterLines(
    of text: String,
    _ matcher: inout PatternMatcher,
    _ report: (Match) -> Bool
  ) {
    var scanner = ClusterScanner(text)
    // The start offsets of the line's clusters, and of its end.
    var starts: [Int] = []
    // The number of clusters before the line.
    var passed = 0
    var isEnd = false
    while !isEnd {
      let cluster = scanner.next()
      let start = cluster?.bytes.lowerBound ?? text.utf8.count
      starts.append(start)
      isEnd = cluster == nil
      if let cluster, !isLineFeed(cluster, of: text) {
        matcher.append(folded(cluster, of: text))
        continue
      }
      let goesOn = matcher.search { found in
        let bytes = starts[found.lowerBound]..<starts[found.upperBound]
        return report(Match(bytes: bytes, grapheme: passed + found.lowerBound))
      }
      guard goesOn else { return }
      passed += starts.count
      starts.removeAll(keepingCapacity: true)
    }
  }

  private func isLineFeed(_ cluster: Cluster, of text: String) -> Bool {
    let utf8 = text.utf8
    return cluster.bytes.count == 1
      && utf8[utf8.index(utf8.startIndex, offsetBy: cluster.bytes.lowerBound)] == 0x0A
  }

  private func searchClusters(
    of text: String,
    for pattern: Pattern<FoldedCluster>,
    _ report: (Match) -> Bool
  ) {
    var scanner = ClusterScanner(text)
    // The start offsets of the newest clusters, as many as the pattern has.
    var starts = [Int](repeating: 0, count: pattern.count)
    var passed = 0
    var matched = 0
    while let cluster = scanner.next() {
      starts[passed % starts.count] = cluster.bytes.lowerBound
      passed += 1
      let isEnd = pattern.advance(&matched, by: folded(cluster, of: text))
      guard isEnd else { continue }
      let start = starts[passed % starts.count]
      let match = Match(
        bytes: start..<cluster.bytes.upperBound,
        grapheme: passed - pattern.count
      )
      guard report(match) else { return }
    }
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    FoldedCluster.folded(byte, foldsCase: !isCaseSensitive)
  }

  private func folded(_ cluster: Cluster, of text: String) -> FoldedCluster {
    let start = text.utf8.index(text.startIndex, offsetBy: cluster.bytes.lowerBound)
    if cluster.bytes.count == 1 { return .byte(folded(text.utf8[start])) }
    let end = text.utf8.index(start, offsetBy: cluster.bytes.count)
    guard let character = text[start..<end].first else { return .byte(0) }
    return FoldedCluster(character, foldsCase: !isCaseSensitive)
  }
}

/// A grapheme cluster folded for comparison.
enum FoldedCluster: Hashable, Sendable {
  case byte(UInt8)
  case other(String)

  init(_ character: Character, foldsCase: Bool) {
    if let byte = character.asciiValue, character != "\r\n" {
      self = .byte(Self.folded(byte, foldsCase: foldsCase))
    } else if character.isWhitespace {
      self = .byte(0x20)
    } else {
      self = .other(foldsCase ? character.lowercased() : String(character))
    }
  }

  var ascii: UInt8? {
    if case .byte(let byte) = self { byte } else { nil }
  }

  static func folded(_ byte: UInt8, foldsCase: Bool) -> UInt8 {
    switch byte {
    case 0x41...0x5A where foldsCase: byte | 0x20
    case 0x09...0x0D: 0x20
    default: byte
    }
  }
}

/// A search pattern with its border table: each element of the text is examined about once (Knuth-Morris-Pratt).
struct Pattern<Element: Hashable & Sendable>: Hashable, Sendable {
  private let elements: [Element]
  /// For each prefix of the pattern, the length of its longest proper border.
  private let borders: [Int]

  /// - Parameter elements: at least one.
  init(_ elements: [Element]) {
    precondition(!elements.isEmpty, "cannot look for nothing")
    self.elements = elements
    var borders = [0]
    var length = 0
    for element in elements.dropFirst() {
      while length > 0, elements[length] != element { length = borders[length - 1] }
      if elements[length] == element { length += 1 }
      borders.append(length)
    }
    self.borders = borders
  }

  var count: Int { elements.count }

  var first: Element { elements[0] }

  /// Advances the match state by the next element of a text.
  ///
  /// - Parameters:
  ///   - matched: the number of pattern elements matched before it; 0 at first.
  ///   - element: the next element of the text.
  /// - Returns: whether the pattern is complete; the next match then begins after it.
  func advance(_ matched: inout Int, by element: Element) -> Bool {
    while matched > 0, elements[matched] != element { matched = borders[matched - 1] }
    if elements[matched] == element { matched += 1 }
    guard matched == elements.count else { return false }
    matched = 0
    return true
  }
}

/// Words that must all occur in a line, in any order.
///
/// The comparison is case-sensitive only if any of the words has a capital letter.
package struct TextWords: Hashable, Sendable, LineTest {
  package let text: String
  private let words: [TextQuery]
  private let longest: TextQuery

  /// - Parameter text: words separated by blanks; the result is nil if there are none.
  package init?(_ text: String) {
    let foldsCase = !text.contains(where: \.isUppercase)
    words = text.split(whereSeparator: \.isWhitespace).compactMap {
      TextQuery(String($0), foldsCase: foldsCase)
    }
    let longest = words.max { $0.text.utf8.count < $1.text.utf8.count }
    guard let longest else { return nil }
    self.longest = longest
    self.text = text
  }

  /// Returns whether a line contains all words; O(length) for each word.
  package func isFound(in line: String) -> Bool { words.allSatisfy { $0.isFound(in: line) } }

  package func isFound(in span: Span<UInt8>, isASCII: Bool) -> Bool? {
    var isKnown = true
    for word in words {
      switch word.isFound(in: span, isASCII: isASCII) {
      case false?: return false
      case true?: break
      case nil: isKnown = false
      }
    }
    return isKnown ? true : nil
  }

  package func firstCandidate(in bytes: Span<UInt8>, from start: Int) -> Int? {
    longest.firstCandidate(in: bytes, from: start)
  }
}

/// A condition for a line of text.
package protocol LineTest {
  func isFound(in line: String) -> Bool

  /// Returns whether the line whose bytes these are meets the condition; nil if that depends on its characters.
  ///
  /// O(length), without an allocation.
  ///
  /// - Parameters:
  ///   - span: the bytes in UTF-8, without controls.
  ///   - isASCII: whether all of them are ASCII.
  func isFound(in span: Span<UInt8>, isASCII: Bool) -> Bool?

  /// Returns the first place from an offset on where a line may be that meets the condition; nil if there is none.
  ///
  /// O(distance), without an allocation.
  ///
  /// - Parameters:
  ///   - bytes: lines in UTF-8 with anything between them.
  ///   - start: the offset.
  func firstCandidate(in bytes: Span<UInt8>, from start: Int) -> Int?
}
