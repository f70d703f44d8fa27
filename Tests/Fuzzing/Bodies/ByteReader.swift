/// Reads an input as a script: bytes, numbers and choices.
///
/// After its end it returns 0, so that every input is a complete script.
struct ByteReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  var isEmpty: Bool { rest.isEmpty }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// Whether the next byte is odd.
  mutating func flag() -> Bool { byte() & 1 == 1 }

  /// Returns the next bytes as one number, the most significant first.
  mutating func number(bytes count: Int) -> UInt64 {
    (0..<count).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
  }

  /// Returns a number of a range: from one byte if the range has at most 256 values, from two bytes
  /// otherwise.
  mutating func int(in range: ClosedRange<Int>) -> Int {
    let span = range.upperBound - range.lowerBound + 1
    let choice = Int(number(bytes: span <= 256 ? 1 : 2))
    return range.lowerBound + choice % span
  }

  mutating func pick<T>(_ list: [T]) -> T {
    list[int(in: 0...list.count - 1)]
  }

  /// Returns numbers at the ends of ranges, and small ones.
  mutating func oddNumber() -> Int {
    let ends: [Int] = [
      0, 1, -1, 255, 256, 1 << 20, 1 << 30, 1 << 31, -1 << 31, 1 << 32, 1 << 40, .max, .min,
    ]
    let choice = Int(byte())
    return choice < ends.count ? ends[choice] : Int(Int16(truncatingIfNeeded: number(bytes: 2)))
  }

  /// Returns some bytes, whose count is in two bytes before them.
  mutating func bytes() -> [UInt8] {
    let count = min(Int(number(bytes: 2)), rest.count)
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Returns the rest of the input.
  mutating func remaining() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}
