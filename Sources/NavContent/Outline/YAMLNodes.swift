/// A value, a key or a collection of a YAML document: where it stands.
struct YAMLNode {
  enum Kind: UInt8 {
    /// All documents of a file.
    case stream
    case map, sequence
    case plain, singleQuoted, doubleQuoted, literal, folded
    case alias

    var isContainer: Bool { rawValue <= Kind.sequence.rawValue }
  }

  /// The number of its first character; of properties (a tag, an anchor) where it has some.
  var start: UInt32
  /// Of a collection: the number of the node behind all that is in it, 0 while that is not known.
  ///
  /// Of anything else: how many characters it has.
  var extent: UInt32 = 0
  private var packed: UInt32

  init(_ kind: Kind, start: Int) {
    self.start = UInt32(clamping: start)
    packed = UInt32(kind.rawValue)
  }

  var kind: Kind { Kind(rawValue: UInt8(packed & 0xF)) ?? .plain }

  /// Of a collection: how many values it has.
  var count: Int {
    get { Int(packed >> 4) }
    set { packed = packed & 0xF | UInt32(clamping: min(newValue, 1 << 28 - 1)) << 4 }
  }
}

/// The nodes of a document in the order in which they begin, 12 bytes each.
struct YAMLNodes {
  /// Pieces, so that growing copies nothing.
  private var pieces: [[YAMLNode]] = []
  private(set) var count = 0
  /// The nodes that have an anchor, and hashes of what that is called.
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

  /// Says that the last node has an anchor.
  mutating func addAnchor(hash: UInt32) {
    anchors.append((UInt32(clamping: count - 1), hash))
  }

  /// The number of the node behind one and all that is in it.
  func behind(_ index: Int) -> Int {
    let node = self[index]
    guard node.kind.isContainer else { return index + 1 }
    return node.extent == 0 ? count : Int(node.extent)
  }

  /// The last node before another one that has an anchor of a hash, and that the body finds right.
  func anchor(hash: UInt32, before index: Int, where isRight: (Int) -> Bool) -> Int? {
    var low = 0
    var high = anchors.count
    while low < high {
      let middle = (low + high) / 2
      if Int(anchors[middle].node) < index { low = middle + 1 } else { high = middle }
    }
    return anchors[..<low].lazy.reversed()
      .first { $0.hash == hash && isRight(Int($0.node)) }
      .map { Int($0.node) }
  }

  /// A hash of an anchor's name (FNV-1a).
  static func hash(_ name: some Sequence<UInt8>) -> UInt32 {
    name.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
  }
}
