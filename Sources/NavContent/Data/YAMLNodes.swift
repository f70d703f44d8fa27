/// The position of a value, a key or a collection in a YAML document.
struct YAMLNode {
  enum Kind: UInt8 {
    /// All documents of a file.
    case stream
    case map, sequence
    case plain, singleQuoted, doubleQuoted, literal, folded
    case alias
    /// A document that is no YAML.
    case fault

    var isContainer: Bool { rawValue <= Kind.sequence.rawValue }

    /// Whether it is a scalar that is a string however it reads: in quotation marks, or a block.
    var isQuoted: Bool {
      switch self {
      case .singleQuoted, .doubleQuoted, .literal, .folded: true
      case .stream, .map, .sequence, .plain, .alias, .fault: false
      }
    }
  }

  /// The position of its first character, or of its tag or anchor.
  var start: UInt32
  /// For a collection: the index of the node after its content, 0 while unknown.
  ///
  /// For any other node: its length in characters.
  var extent: UInt32 = 0
  private var packed: UInt32

  init(_ kind: Kind, start: Int) {
    self.start = UInt32(clamping: start)
    packed = UInt32(kind.rawValue)
  }

  var kind: Kind { Kind(rawValue: UInt8(packed & 0xF)) ?? .plain }

  /// The number of values in a collection.
  var count: Int {
    get { Int(packed >> 4) }
    set { packed = packed & 0xF | UInt32(clamping: min(newValue, 1 << 28 - 1)) << 4 }
  }
}

/// The nodes of a document in document order, 12 bytes each.
struct YAMLNodes {
  /// The nodes in pieces of fixed size, so that growing copies nothing.
  private var pieces: [[YAMLNode]] = []
  private(set) var count = 0
  /// The nodes with an anchor, and the hashes of the anchors' names.
  private(set) var anchors: [(node: UInt32, hash: UInt32)] = []

  private static let piece = 1 << 16

  subscript(index: Int) -> YAMLNode {
    get { pieces[index / Self.piece][index % Self.piece] }
    set { pieces[index / Self.piece][index % Self.piece] = newValue }
  }

  mutating func append(_ node: YAMLNode) {
    if count % Self.piece == 0 {
      pieces.append([])
      pieces[pieces.count - 1].reserveCapacity(Self.piece)
    }
    pieces[pieces.count - 1].append(node)
    count += 1
  }

  /// Removes all nodes from an index on.
  mutating func removeAll(from index: Int) {
    let piece = index / Self.piece
    pieces.removeSubrange(min(pieces.count, piece + 1)...)
    if piece < pieces.count { pieces[piece].removeSubrange((index % Self.piece)...) }
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    anchors.removeAll { $0.node >= index }
    count = index
  }

  /// Records that the last node has an anchor.
  mutating func addAnchor(hash: UInt32) {
    anchors.append((UInt32(clamping: count - 1), hash))
  }

  /// Returns the index after a node and its content.
  func behind(_ index: Int) -> Int {
    let node = self[index]
    guard node.kind.isContainer else { return index + 1 }
    return node.extent == 0 ? count : Int(node.extent)
  }

  /// Returns the last node before an index that has an anchor with a hash and satisfies a
  /// condition.
  func anchor(hash: UInt32, before index: Int, where isRight: (Int) -> Bool) -> Int? {
    anchors[..<anchors.partitioningIndex { Int($0.node) >= index }].lazy.reversed()
      .first { $0.hash == hash && isRight(Int($0.node)) }
      .map { Int($0.node) }
  }

  /// Returns the hash of an anchor's name (FNV-1a).
  static func hash(_ name: some Sequence<UInt8>) -> UInt32 {
    name.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
