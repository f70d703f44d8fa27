/// The named limits of the store.
package enum StoreLimits {
  /// Replies kept of one client, counted in seqs from the newest (protocol.md: Input, exactly once).
  package static let repliesPerClient: UInt64 = 64
  /// Replies beyond the kept ones that may lie in the file; they are removed together.
  package static let repliesToTrim: UInt64 = 16
  package static let clientBytes = 16
  package static let digestBytes = 16
  package static let topicKeyBytes = 32
  /// The largest content, snapshot, change or reply, in bytes.
  package static let recordBytes = 16 << 20
  /// A log that is longer, in bytes, is copied into the database.
  package static let logBytes = 16 << 20
  /// What a log keeps of its length, in bytes, when it begins anew.
  package static let keptLogBytes = 4 << 20
  /// How long a commit waits for another program that writes into the file.
  package static let busyWait = Duration.milliseconds(100)
  /// After so long without a commit the daemon calls `idle`.
  package static let idle = Duration.seconds(5)
  /// How long `close` may take.
  package static let closing = Duration.seconds(2)
  /// Files that can be set aside within one second.
  package static let setAsideNames = 1_000
}
