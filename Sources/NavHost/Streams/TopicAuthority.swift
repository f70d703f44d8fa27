/// Creates topics that can't be forged, and verifies them (proto/README.md: Streams and topics).
struct TopicAuthority: Sendable {
  private let key: [UInt8]
  private let hash: any KeyedHash

  static let keyLength = 32
  private static let macLength = 16

  /// - Parameters:
  ///   - key: 32 secret bytes.
  ///   - hash: makes the codes in topics.
  init(key: [UInt8], hash: any KeyedHash) {
    precondition(key.count == Self.keyLength, "a topic key has \(Self.keyLength) bytes")
    self.key = key
    self.hash = hash
  }

  /// The contents of a valid topic.
  enum Topic: Hashable {
    case stream(id: UInt64, generation: UInt32)
    case ready(id: UInt64, generation: UInt32, token: UInt64)

    /// The id of its stream.
    var stream: UInt64 {
      switch self {
      case .stream(let id, _), .ready(let id, _, _): id
      }
    }

    /// The form in which messages are published on it.
    var form: StreamForm {
      switch self {
      case .stream(_, let generation), .ready(_, let generation, _):
        StreamForm(rawValue: generation) ?? .open
      }
    }
  }

  func bytes(of topic: Topic) -> [UInt8] {
    let body: [UInt8] =
      switch topic {
      case .stream(let id, let generation):
        [UInt8(ascii: "s")] + bigEndian(id) + bigEndian(generation)
      case .ready(let id, let generation, let token):
        [UInt8(ascii: "z")] + bigEndian(id) + bigEndian(generation) + bigEndian(token)
      }
    return body + mac(of: body)
  }

  /// Returns the topic that the bytes encode; nil if they are malformed or were not made with this key.
  func topic(of bytes: [UInt8]) -> Topic? {
    guard let kind = bytes.first else { return nil }
    let topic: Topic
    switch (kind, bytes.count) {
    case (UInt8(ascii: "s"), 13 + Self.macLength):
      topic = .stream(id: integer(bytes[1..<9]), generation: integer(bytes[9..<13]))
    case (UInt8(ascii: "z"), 21 + Self.macLength):
      topic = .ready(
        id: integer(bytes[1..<9]),
        generation: integer(bytes[9..<13]),
        token: integer(bytes[13..<21])
      )
    default: return nil
    }
    let body = Array(bytes.dropLast(Self.macLength))
    let given = Array(bytes.suffix(Self.macLength))
    return hash.isEqual(mac(of: body), given) ? topic : nil
  }

  /// Returns the key of a stream's sealed messages, 32 bytes: another one for each stream and each start of the daemon.
  func sealKey(ofStream id: UInt64, epoch: UInt64) -> [UInt8] {
    hash.hash(Array("seal".utf8) + bigEndian(id) + bigEndian(epoch), key: key, count: 32)
  }

  private func mac(of body: [UInt8]) -> [UInt8] {
    hash.hash(body, key: key, count: Self.macLength)
  }

  private func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: value >> $0)
    }
  }

  private func integer<I: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> I {
    bytes.reduce(0) { $0 << 8 | I($1) }
  }
}
