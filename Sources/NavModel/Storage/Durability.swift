/// What an operation's reply waits for.
package enum Durability: String, CaseIterable, Sendable {
  /// For the system to have what it speaks of: it survives the end of the process, by whatever signal.
  case process
  /// For the disk to have it: it survives a loss of power, too.
  case power
}
