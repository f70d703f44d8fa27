import NavSystem

/// The number of files and sockets that this program and its child processes may have open.
enum FileLimit {
  /// Raises the limit as far as the system allows.
  ///
  /// - Parameter needed: the least number of descriptors.
  /// - Throws: if the limit stays below that.
  static func raise(toAtLeast needed: Int) throws {
    let limit = DescriptorLimit.raise()
    guard limit > 0, limit < needed else { return }
    throw BenchError(
      "\(needed) files have to be open at once and the system allows \(limit): "
        + "raise the hard limit (ulimit -Hn), or ask for fewer viewers"
    )
  }
}
