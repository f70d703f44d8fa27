/// A part of what is remembered of forgotten clients (proto/README.md: Input, exactly once).
package struct LedgerRecord: Hashable, Sendable {
  package var key: Int64
  /// Empty if the record is to be deleted.
  package var bytes: [UInt8]

  package init(key: Int64, bytes: [UInt8]) {
    self.key = key
    self.bytes = bytes
  }
}
