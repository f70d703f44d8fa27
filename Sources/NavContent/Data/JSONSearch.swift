import NavBase

/// Finds the values of a JSON text that may have words, in one pass over its bytes.
///
/// The text is free of faults. A value is given by the indices that lead to it from the outermost one.
struct JSONSearch {
  private enum State {
    case between, string, escape, word
  }

  /// An array or object around the next byte.
  private struct Frame {
    var isObject: Bool
    /// The index of the next value.
    var count = 0
  }

  private let query: TextQuery
  private let textBytes: Int
  private var frames: [Frame]
  private var state = State.between
  /// Whether the key of the next value was read.
  private var hasKey = false
  private var isKey = false
  /// The name of a value, and the value itself if it is a scalar, as its entry shows them but with escapes.
  private var label: [UInt8] = []
  /// The length at which the label is cut.
  private var labelLimit = 0
  private var hasEscape = false
  /// All bytes of the label together.
  private var bits: UInt8 = 0

  /// - Parameters:
  ///   - query: the words.
  ///   - isLines: whether the outermost values are those of a list.
  ///   - textBytes: the number of bytes of a text that are shown.
  init(_ query: TextQuery, isLines: Bool, textBytes: Int) {
    self.query = query
    self.textBytes = textBytes
    frames = isLines ? [Frame(isObject: false)] : []
  }

  /// Begins with a value of a list, which has an index.
  mutating func begin(at index: Int) { frames[0].count = index }

  /// Reads the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - report: gets the way to a value that may have the words.
  /// - Returns: false if `report` did, or if the text has ended.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ report: ([Int]) -> Bool) -> Bool {
    var index = 0
    while index < bytes.count {
      switch state {
      case .between:
        guard take(bytes[index], report) else { return false }
        // The first byte of a word is part of it.
        if state != .word { index += 1 }
      case .string:
        let start = index
        var bits: UInt8 = 0
        while index < bytes.count, bytes[index] != 0x22, bytes[index] != 0x5C {
          bits |= bytes[index]
          index += 1
        }
        self.bits |= bits
        append(bytes[start..<index])
        guard index < bytes.count else { return true }
        let isEnd = bytes[index] == 0x22
        index += 1
        if isEnd {
          guard endString(report) else { return false }
        } else {
          hasEscape = true
          append(0x5C)
          state = .escape
        }
      case .escape:
        append(bytes[index])
        index += 1
        state = .string
      case .word:
        let start = index
        while index < bytes.count, !bytes[index].endsJSONWord { index += 1 }
        append(bytes[start..<index])
        guard index < bytes.count else { return true }
        guard endScalar(report) else { return false }
      }
    }
    return true
  }

  /// Ends the text.
  mutating func finish(_ report: ([Int]) -> Void) {
    guard state == .word else { return }
    _ = endScalar { way in
      report(way)
      return true
    }
  }

  /// Takes a byte between strings and words.
  private mutating func take(_ byte: UInt8, _ report: ([Int]) -> Bool) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: return true
    case UInt8(ascii: ","): hasKey = false
    case UInt8(ascii: ":"): hasKey = true
    case UInt8(ascii: "\""):
      isKey = frames.last?.isObject == true && !hasKey
      if isKey { begin() } else { beginScalar(quotes: 1) }
      state = .string
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if let frame = frames.last {
        if !frame.isObject { begin(frame.count) }
        guard reportIfFound(report) else { return false }
      }
      frames.append(Frame(isObject: byte == UInt8(ascii: "{")))
      hasKey = false
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      _ = frames.popLast()
      return endValue()
    default:
      beginScalar(quotes: 0)
      state = .word
    }
    return true
  }

  // MARK: Labels

  private mutating func begin() {
    label.removeAll(keepingCapacity: true)
    labelLimit = JSONDocument.summaryBytes
    hasEscape = false
    bits = 0
  }

  private mutating func begin(_ index: Int) {
    begin()
    label.append(contentsOf: String(index).utf8)
  }

  private mutating func beginScalar(quotes: Int) {
    isKey = false
    if frames.last?.isObject != true { begin(frames.last?.count ?? 0) }
    label.append(UInt8(ascii: ":"))
    label.append(UInt8(ascii: " "))
    if quotes > 0 { label.append(UInt8(ascii: "\"")) }
    labelLimit = label.count + textBytes
  }

  private mutating func append(_ byte: UInt8) {
    if label.count < labelLimit { label.append(byte) }
  }

  private mutating func append(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    label.append(
      contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(max(0, labelLimit - label.count)))
    )
  }

  private mutating func endString(_ report: ([Int]) -> Bool) -> Bool {
    guard isKey else {
      label.append(UInt8(ascii: "\""))
      return endScalar(report)
    }
    if label.isEmpty { label.append(contentsOf: "\"\"".utf8) }
    state = .between
    return true
  }

  private mutating func endScalar(_ report: ([Int]) -> Bool) -> Bool {
    state = .between
    guard !frames.isEmpty, reportIfFound(report) else { return false }
    return endValue()
  }

  /// Ends a value; returns false if it was the outermost one.
  private mutating func endValue() -> Bool {
    guard !frames.isEmpty else { return false }
    frames[frames.count - 1].count += 1
    hasKey = false
    return true
  }

  private func reportIfFound(_ report: ([Int]) -> Bool) -> Bool {
    guard mayBeFound else { return true }
    return report(frames.map(\.count))
  }

  private var mayBeFound: Bool {
    if !hasEscape, let isFound = query.isFound(in: label.span, isASCII: bits < 0x80) {
      return isFound
    }
    let text =
      hasEscape
      ? JSONStringDecoder.decoded(label[...]) : String(decoding: label, as: UTF8.self)
    return query.isFound(in: sanitized(text))
  }
}

extension UInt8 {
  /// Whether the byte ends a number, `true`, `false` or `null`.
  var endsJSONWord: Bool {
    switch self {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x09...0x20: true
    default: false
    }
  }
}
