import NavBase
import NavScene

/// A frame of a recording, the file that `navclient record` writes (proto/README.md: Recordings).
package enum RecordingFrame: Hashable, Sendable {
  /// The first frame.
  case header(RecordingHeader)
  case entry(JournalEntry)
  /// The last frame of a recording that was ended, and not cut off.
  case end

  /// The first bytes of the file; behind them comes the version, as 16 bits.
  package static let magic = Array("NAVREC".utf8)
  package static let version: UInt16 = 1
  /// The bytes before a frame's payload: its length in 32 bits, its kind, and flags, which are 0.
  static let headBytes = 6
  /// The bytes behind the payload: the CRC-32C of all before it in the frame.
  static let tailBytes = 4
  /// The longest payload, in bytes.
  static let payloadLimit = 1 << 20

  /// The kinds of frames; those of entries differ, so that a reader can pass over what it does not need.
  enum Kind: UInt8 {
    case header = 1
    case content = 2
    case file = 3
    case state = 4
    case step = 5
    case mark = 6
    case end = 7
    case said = 8
  }

  var kind: Kind {
    switch self {
    case .header: .header
    case .end: .end
    case .entry(let entry):
      switch entry.event {
      case .content: .content
      case .file: .file
      case .step(.state(_)): .state
      case .step: .step
      case .mark: .mark
      case .said: .said
      }
    }
  }

  /// The bytes at the beginning of a file.
  package static var start: [UInt8] { magic + [UInt8(version & 0xFF), UInt8(version >> 8)] }

  /// The bytes of the frame.
  package var bytes: [UInt8] {
    let payload: [UInt8] =
      switch self {
      case .header(let header): header.encoded()
      case .entry(let entry): entry.encoded()
      case .end: []
      }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.headBytes + payload.count + Self.tailBytes)
    bytes.append(little: UInt32(payload.count))
    bytes += [kind.rawValue, 0]
    bytes += payload
    bytes.append(little: CRC32C.checksum(of: bytes[...]))
    return bytes
  }
}

/// How a recording was made.
package struct RecordingHeader: WireFields, Hashable, Sendable {
  /// The release of the daemon's engine.
  package var release: String
  /// The version of the tables of widths of characters.
  package var widthTables: String
  /// The time of the recording's beginning, in milliseconds since 1970.
  package var startedAt: Int64

  package static let blank = RecordingHeader(release: "", widthTables: "", startedAt: 0)

  package init(release: String, widthTables: String, startedAt: Int64) {
    (self.release, self.widthTables, self.startedAt) = (release, widthTables, startedAt)
  }

  package mutating func fields(_ archive: inout some WireArchive) throws(WireError) {
    try archive.string(1, &release)
    try archive.string(2, &widthTables)
    try archive.sint64(3, &startedAt)
  }
}

/// The checksum of frames: CRC-32C (Castagnoli), as iSCSI has it.
enum CRC32C {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0x82F6_3B78 : sum >> 1 }
  }

  static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
    return ~sum
  }
}

extension [UInt8] {
  mutating func append(little number: UInt32) {
    for shift in [UInt32(0), 8, 16, 24] { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }
}
