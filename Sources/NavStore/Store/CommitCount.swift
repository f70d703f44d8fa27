/// The number of commits that were reported to the daemon, as stored in the file beside the database.
///
/// A database that holds fewer has lost some of them.
struct CommitCount: Hashable, Sendable {
  /// The epoch in which the store was created.
  var bornEpoch: UInt64
  /// The commits that survive the end of the process.
  var written: UInt64
  /// The commits that are known to survive a loss of power.
  var synced: UInt64
  /// The boot of the machine in which they were written, 16 bytes; zeros if it is unknown.
  var boot: [UInt8]

  static let bootBytes = 16
  /// The length of the stored form.
  static let byteCount = 56

  private static let header = Array("navd-cc1".utf8)

  /// The stored form: a header, the numbers with the lowest byte first, the boot, a sum of all that.
  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.byteCount)
    bytes += Self.header
    bornEpoch.append(to: &bytes)
    written.append(to: &bytes)
    synced.append(to: &bytes)
    bytes += boot
    Self.sum(of: bytes[...]).append(to: &bytes)
    return bytes
  }

  /// Decodes the stored form; nil if anything is wrong with it.
  init?(decoding bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, bytes.starts(with: Self.header),
      Self.sum(of: bytes.dropLast(8)) == UInt64(bytes.suffix(8))
    else { return nil }
    self.init(
      bornEpoch: UInt64(bytes[8..<16]),
      written: UInt64(bytes[16..<24]),
      synced: UInt64(bytes[24..<32]),
      boot: Array(bytes[32..<48])
    )
  }

  init(bornEpoch: UInt64, written: UInt64, synced: UInt64, boot: [UInt8]) {
    self.bornEpoch = bornEpoch
    self.written = written
    self.synced = synced
    self.boot = boot
  }

  /// FNV-1a, 64 bits.
  private static func sum(of bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

extension UInt64 {
  /// Appends its bytes, the lowest first.
  fileprivate func append(to bytes: inout [UInt8]) {
    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: self >> (place * 8))) }
  }

  fileprivate init(_ bytes: ArraySlice<UInt8>) {
    self = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
