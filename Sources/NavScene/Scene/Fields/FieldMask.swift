/// A set of fields of one object, one bit for each field number from 0 to 63.
package struct FieldMask: Hashable, Sendable {
  package var bits: UInt64

  @inlinable
  package init(bits: UInt64 = 0) {
    self.bits = bits
  }

  @inlinable package var isEmpty: Bool { bits == 0 }

  @inlinable
  package func contains(_ number: Int) -> Bool {
    bits & Self.bit(number) != 0
  }

  @inlinable
  package mutating func insert(_ number: Int) {
    bits |= Self.bit(number)
  }

  /// Removes the lowest number and returns it; nil if the set is empty.
  @inlinable
  package mutating func popFirst() -> Int? {
    guard bits != 0 else { return nil }
    let number = bits.trailingZeroBitCount
    bits &= bits &- 1
    return number
  }

  /// Returns how many numbers of the set are below a number.
  @inlinable
  package func rank(of number: Int) -> Int {
    (bits & (Self.bit(number) &- 1)).nonzeroBitCount
  }

  @inlinable
  static package func bit(_ number: Int) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: number)
  }
}
