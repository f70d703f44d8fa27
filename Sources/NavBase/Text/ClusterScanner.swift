/// The role of a grapheme cluster in line breaking.
enum ClusterClass {
  /// A line break of the author.
  case lineFeed
  /// A blank: a line may end at it, and it is then dropped.
  case blank
  /// Has no width and is left out of rows; a line may break after it when `canBreakAfter`.
  case invisible(canBreakAfter: Bool)
  case letter
  case digit
  /// A hyphen or a dash: a line may break after it inside a compound.
  case hyphen
  /// Opening punctuation: never ends a line.
  case opener
  /// Closing punctuation: never begins a line.
  case closer
  /// A character of two columns; lines may break before and after it.
  case wide
  /// Punctuation that never separates from its neighbours.
  case other
}

/// One grapheme cluster of a text.
struct Cluster {
  /// UTF-8 offsets in the text.
  var bytes: Range<Int>
  /// 0, 1 or 2.
  var columns: Int
  var kind: ClusterClass
  /// The bytes to paint: the cluster, or its first scalars up to `ClusterScanner.byteLimit`.
  let painted: Range<Int>

  /// Whether only the first scalars of the cluster are painted.
  var isOversized: Bool { painted != bytes }

  init(bytes: Range<Int>, painted: Range<Int>? = nil, columns: Int, kind: ClusterClass) {
    self.bytes = bytes
    self.painted = painted ?? bytes
    self.columns = columns
    self.kind = kind
  }
}

/// Iterates over the grapheme clusters of a sanitised text.
///
/// ASCII is scanned byte by byte. Cluster boundaries are computed only around other characters. Any
/// text is scanned in one pass.
struct ClusterScanner {
  /// The longest cluster that is painted whole, in UTF-8 bytes.
  ///
  /// The limit bounds the length of a row in bytes by its columns. Of a longer one, such as a letter with a hundred
  /// marks, the first scalars are painted.
  static let byteLimit = 128

  let text: String
  private let bytes: [UInt8]
  /// The UTF-8 offset of the next cluster.
  private(set) var offset = 0
  /// The same offset as an index on a cluster boundary, while in text other than ASCII.
  private var aligned: String.Index?

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func next() -> Cluster? {
    guard offset < bytes.count else { return nil }
    let byte = bytes[offset]
    if byte < 0x80 && (offset + 1 == bytes.count || bytes[offset + 1] < 0x80) {
      aligned = nil
      offset += 1
      let kind = ClusterClass(ascii: byte)
      let columns = byte < 0x20 || byte == 0x7F ? 0 : 1
      return Cluster(bytes: offset - 1..<offset, columns: columns, kind: kind)
    }
    return nextComplex()
  }

  private mutating func nextComplex() -> Cluster {
    let start = aligned ?? text.utf8.index(text.startIndex, offsetBy: offset)
    let end = text.index(after: start)
    let length = text.utf8.distance(from: start, to: end)
    defer {
      offset += length
      aligned = end
    }
    let range = offset..<offset + length
    var (painted, paintedEnd) = (range, end)
    if length > Self.byteLimit {
      paintedEnd = text.paintedEnd(ofCluster: start..<end)
      painted = offset..<offset + text.utf8.distance(from: start, to: paintedEnd)
    }
    let scalars = text.unicodeScalars[start..<paintedEnd]
    let columns = columnWidth(ofScalars: scalars)
    let kind = ClusterClass(
      first: text.unicodeScalars[start],
      isAlone: scalars.dropFirst().isEmpty,
      columns: columns
    )
    return Cluster(
      bytes: range,
      painted: painted,
      columns: kind.isInvisible ? 0 : columns,
      kind: kind
    )
  }
}

extension String {
  /// Returns the end of the scalars that are painted of a grapheme cluster of more than `ClusterScanner.byteLimit`
  /// bytes: as many as have at most that size, without a joiner at their end.
  package func paintedEnd(ofCluster cluster: Range<Index>) -> Index {
    let limit = utf8.index(cluster.lowerBound, offsetBy: ClusterScanner.byteLimit)
    var last = unicodeScalars.index(after: cluster.lowerBound)
    var next = last
    while next < cluster.upperBound {
      let behind = unicodeScalars.index(after: next)
      guard behind <= limit else { break }
      if unicodeScalars[next] != "\u{200D}" { last = behind }
      next = behind
    }
    return last
  }
}

extension ClusterClass {
  var isInvisible: Bool {
    if case .invisible = self { true } else { false }
  }

  init(ascii byte: UInt8) {
    switch byte {
    case 0x0A: self = .lineFeed
    case 0x20: self = .blank
    case 0x30...0x39: self = .digit
    case 0x41...0x5A, 0x61...0x7A: self = .letter
    case 0x2D: self = .hyphen
    case 0x28, 0x5B, 0x7B: self = .opener
    case 0x21, 0x25, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D: self = .closer
    case 0..<0x20, 0x7F: self = .invisible(canBreakAfter: false)
    default: self = .other
    }
  }

  /// Classifies a cluster by its first scalar.
  ///
  /// - Parameters:
  ///   - first: the cluster's first scalar.
  ///   - isAlone: whether `first` is the cluster's only scalar.
  ///   - columns: the width of the cluster.
  init(first: Unicode.Scalar, isAlone: Bool, columns: Int) {
    if first.isASCII {
      let plain = ClusterClass(ascii: UInt8(truncatingIfNeeded: first.value))
      // A blank, a hyphen or a line feed with a combining mark is no break opportunity.
      switch plain {
      case .letter, .digit: self = plain
      default: self = isAlone ? plain : .other
      }
      return
    }
    switch first {
    case "\u{1680}", "\u{2000}"..."\u{2006}", "\u{2008}"..."\u{200A}", "\u{205F}", "\u{3000}":
      self = isAlone ? .blank : .other
    case "\u{200B}", "\u{AD}":
      self = .invisible(canBreakAfter: true)
    case "\u{A0}", "\u{2007}", "\u{202F}", "\u{2011}", "…":
      self = .other
    case "‐", "–", "—":
      self = .hyphen
    case "‘", "“", "«", "（", "［", "｛", "「", "『", "【", "〈", "《", "〔", "〖", "〘", "〚", "｢":
      self = .opener
    case "’", "”", "»", "）", "］", "｝", "」", "』", "】", "〉", "》", "〕", "〗", "〙", "〛", "｣":
      self = .closer
    case "、", "。", "，", "．", "：", "；", "！", "？", "・", "ー", "々", "ゝ", "ゞ", "ヽ", "ヾ", "％":
      self = .closer
    case "ぁ", "ぃ", "ぅ", "ぇ", "ぉ", "っ", "ゃ", "ゅ", "ょ", "ゎ":
      self = .closer
    case "ァ", "ィ", "ゥ", "ェ", "ォ", "ッ", "ャ", "ュ", "ョ", "ヮ", "ヵ", "ヶ":
      self = .closer
    default:
      self =
        switch columns {
        case 0: .invisible(canBreakAfter: false)
        case 1: .letter
        default: .wide
        }
    }
  }
}
