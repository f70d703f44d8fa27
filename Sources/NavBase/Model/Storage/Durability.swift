/// The condition under which the daemon replies to an operation.
package enum Durability: String, CaseIterable, Sendable {
  /// The operation is written to the operating system: it survives a crash or `kill -9` of the daemon.
  case process
  /// The operation is on the disk: it also survives a power failure.
  case power
}
