/// A fuzzy query for file paths: each word's characters must occur in the path in order.
///
/// The comparison is case-sensitive only if the query has a capital letter; only ASCII letters are folded.
package struct NameQuery: Hashable, Sendable {
  private let words: [[UInt8]]
  private let isCaseSensitive: Bool

  /// The score and the matched characters of a path.
  package struct Match: Hashable, Sendable {
    /// Higher is better.
    package var score: Int
    /// UTF-8 offsets in the path, ascending.
    package var marks: [Range<Int>]
  }

  /// - Parameter text: words separated by blanks; without any word, every path matches.
  package init(_ text: String) {
    isCaseSensitive = text.contains(where: \.isUppercase)
    words = text.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) }
  }

  package var isEmpty: Bool { words.isEmpty }

  /// Returns the score of a path; nil if it does not match.
  ///
  /// A contiguous match in the file's name ranks before a scattered one there, and both before a match in the
  /// directories. Among those, beginnings of words and short names rank first. O(length) for each word.
  package func match(_ path: [UInt8]) -> Match? {
    let folded = isCaseSensitive ? path : path.map(Self.folded)
    let name = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    var score = -(path.count - name) - (path.count >> 3)
    var marked: [Int] = []
    for word in words {
      let word = isCaseSensitive ? word : word.map(Self.folded)
      guard let found = Self.places(of: word, in: folded, path, name: name) else { return nil }
      score += found.score
      marked += found.places
    }
    return Match(score: score, marks: Self.ranges(of: marked))
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  // MARK: One word

  private static func places(
    of word: [UInt8],
    in text: [UInt8],
    _ path: [UInt8],
    name: Int
  ) -> (score: Int, places: [Int])? {
    if let start = run(of: word, in: text, path, from: name) {
      return (4_000 + bonus(of: [start], in: path), Array(start..<start + word.count))
    }
    if let places = scattered(word, in: text, from: name) {
      return (3_000 + bonus(of: places, in: path) - spread(of: places), places)
    }
    if let start = run(of: word, in: text, path, from: 0) {
      return (2_000 + bonus(of: [start], in: path), Array(start..<start + word.count))
    }
    if let places = scattered(word, in: text, from: 0) {
      return (1_000 + bonus(of: places, in: path) - spread(of: places), places)
    }
    return nil
  }

  /// Returns the start of a contiguous match, preferably at the beginning of a word of the text.
  private static func run(
    of word: [UInt8],
    in text: [UInt8],
    _ path: [UInt8],
    from first: Int
  ) -> Int? {
    guard let head = word.first, text.count - first >= word.count else { return nil }
    var found: Int?
    for start in first...(text.count - word.count)
    where text[start] == head && text[start..<start + word.count].elementsEqual(word) {
      if isBeginning(start, of: path) { return start }
      found = found ?? start
    }
    return found
  }

  /// Returns the positions of a word's characters in order, as close together as the last one's position allows.
  private static func scattered(_ word: [UInt8], in text: [UInt8], from first: Int) -> [Int]? {
    var index = 0
    var place = first
    while place < text.count, index < word.count {
      if text[place] == word[index] { index += 1 }
      place += 1
    }
    guard index == word.count else { return nil }
    var places: [Int] = []
    for byte in word.reversed() {
      repeat { place -= 1 } while text[place] != byte
      places.append(place)
    }
    return places.reversed()
  }

  private static func isBeginning(_ index: Int, of path: [UInt8]) -> Bool {
    guard index > 0 else { return true }
    switch path[index - 1] {
    case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x20:
      return true
    case 0x61...0x7A: return (0x41...0x5A).contains(path[index])
    default: return false
    }
  }

  private static func bonus(of places: [Int], in path: [UInt8]) -> Int {
    places.reduce(0) { $0 + (isBeginning($1, of: path) ? 50 : 0) }
  }

  private static func spread(of places: [Int]) -> Int {
    guard let first = places.first, let last = places.last else { return 0 }
    return min(500, 10 * (last - first + 1 - places.count))
  }

  private static func ranges(of places: [Int]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    for place in Set(places).sorted() {
      if let last = ranges.last, last.upperBound == place {
        ranges[ranges.count - 1] = last.lowerBound..<place + 1
      } else {
        ranges.append(place..<place + 1)
      }
    }
    return ranges
  }
}
