/// The id of one client process: 16 bytes that no other process has.
///
/// It may begin with the time at which it was made, so that the daemon can tell it from the ids that it has forgotten
/// (proto/README.md: Input, exactly once): 6 bytes, the milliseconds since 1970, big endian. The others are random.
package struct ClientID: Hashable, Sendable {
  // Two numbers, because each request has an id, and some tables are keyed by it.
  private let high: UInt64
  private let low: UInt64

  package static let length = 16
  /// The number of bits behind the date in the first 8 bytes.
  private static let dateShift: UInt64 = 16
  /// No id is older than this date, the beginning of 2020; smaller numbers are no date.
  private static let firstDate: Int64 = 1_577_836_800_000

  /// The id in reads that name no client; never valid for an operation or an attach.
  package static let none = ClientID(high: 0, low: 0)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Nil unless there are exactly 16 bytes.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(high: number(bytes[..<8]), low: number(bytes[8...]))
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.length)
    for number in [high, low] {
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
    return bytes
  }

  /// Creates an id without a date.
  package init(random generator: inout some RandomNumberGenerator) {
    let bytes = (0..<Self.length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    self = Self(bytes) ?? .none
  }

  /// Creates an id with a date.
  ///
  /// - Parameters:
  ///   - unixTime: the time, in milliseconds since 1970.
  ///   - generator: makes the other bytes.
  package init(madeAt unixTime: Int64, random generator: inout some RandomNumberGenerator) {
    let random = ClientID(random: &generator)
    let date = UInt64(truncatingIfNeeded: unixTime) << Self.dateShift
    self.init(high: date | random.high & (1 << Self.dateShift - 1), low: random.low)
  }

  /// When this id was made, in milliseconds since 1970; nil if it does not begin with a date.
  ///
  /// A random id may seem to have a date, mostly one of a distant future.
  package var date: Int64? {
    let date = Int64(high >> Self.dateShift)
    return date >= Self.firstDate ? date : nil
  }
}
