/// The named limits of the store.
package enum StoreLimits {
  /// Replies kept for each client, counted in seqs from the newest (proto/README.md: Input, exactly once).
  package static let repliesPerClient: UInt64 = 64
  /// Surplus replies that may accumulate in the file before they are removed together.
  package static let repliesToTrim: UInt64 = 16
  package static let clientBytes = 16
  package static let digestBytes = 16
  package static let topicKeyBytes = 32
  /// The largest content, snapshot, change or reply, in bytes.
  package static let recordBytes = 16 << 20
  /// The length of a log, in bytes, above which it is copied into the database, if the disk has twice as much space
  /// left, else half of the space.
  package static let logBytes = 16 << 20
  /// The length of a log, in bytes, that is left alone however full the disk is.
  package static let leastLogBytes = 64 << 10
  /// The greatest part of a log, in bytes, that the writing connection copies by itself.
  package static let logRestBytes = 1 << 20
  /// The length of a log, in bytes, above which a commit waits for its copy.
  ///
  /// So batches below 32 MiB leave it below 64 MiB, unless the disk can't keep up.
  package static let fullLogBytes = 32 << 20
  /// The longest wait of a commit for the copy of a log.
  package static let copyWait = Duration.milliseconds(20)
  /// The length, in bytes, to which a restarted log is truncated.
  package static let keptLogBytes = 4 << 20
  /// The longest wait of a commit for another program that writes to the file.
  package static let busyWait = Duration.milliseconds(100)
  /// The time without a commit after which the daemon calls `idle`.
  package static let idle = Duration.seconds(5)
  /// The time limit of `close`.
  package static let closing = Duration.seconds(2)
  /// Files that can be set aside within one second.
  package static let setAsideNames = 1_000
}

/// The condition under which the daemon replies to an operation.
package enum Durability: String, CaseIterable, Sendable {
  /// The operation is written to the operating system: it survives a crash or `kill -9` of the daemon.
  case process
  /// The operation is on the disk: it also survives a power failure.
  case power
}
