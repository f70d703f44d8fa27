import NavHost
import NavSystem

/// The shares of the files that may be open: the daemon's own, connections, and a reserve for what sessions read.
///
/// The kernel assigns the lowest free number, so a share is a range of numbers.
struct DescriptorBudget: Hashable, Sendable {
  /// The number of files and sockets that may be open.
  let limit: Int

  /// The fewest that a daemon can work with.
  static let fewest = 64
  /// The daemon's own: sockets, events, the store, locks, and watches.
  private static let own = 38
  /// The bounds of the reserve: 16 for a few files that are read at a time, 1,024 for the watches of 256 sessions and
  /// all programs and files at once.
  private static let reserves = 16...1_024
  /// A viewer has a connection to each socket.
  private static let connectionsPerViewer = 2
  /// The fewest connections that TCP leaves to local clients: those of a viewer, and two commands.
  private static let fewestLocal = 4

  /// - Throws: if the limit is too small for a daemon.
  init(limit: Int) throws(DaemonError) {
    guard limit >= Self.fewest else {
      throw DaemonError(
        .unavailable,
        "only \(limit) files may be open, and navd needs \(Self.fewest): run `ulimit -n 1024` first, or set "
          + "LimitNOFILE= in the unit of systemd"
      )
    }
    self.limit = limit
  }

  /// The first descriptor number that no connection gets.
  var localEnd: Int {
    limit - min(max(limit / 4, Self.reserves.lowerBound), Self.reserves.upperBound)
  }

  /// The first descriptor number that no TCP connection gets; local clients can still connect then.
  var remoteEnd: Int { localEnd - max(connections / 4, Self.fewestLocal) }

  /// The number of connections.
  var connections: Int { localEnd - Self.own }

  /// The number of connections over TCP.
  var remoteConnections: Int { remoteEnd - Self.own }

  /// The most connections over TCP that one address may make in 10 s, the time of a handshake: those of 500 viewers
  /// that join at once behind a router, and never more than a quarter, so that others find a place.
  var connectionsPerAddress: Int { min(max(remoteConnections / 4, 16), 2_048) }

  /// The number of viewers that can be connected.
  var viewers: Int { connections / Self.connectionsPerViewer }

  /// Returns a line for the operator if fewer viewers fit than a limit admits, or than there may be by default.
  func warning(for configured: Int) -> String? {
    guard viewers < max(configured, DaemonLimits.viewers) else { return nil }
    return "only \(limit) files may be open, enough for \(viewers) viewers: raise the hard limit "
      + "(`ulimit -Hn`, LimitNOFILE=) for more"
  }
}

extension Configuration {
  /// Returns the configuration with a limit of viewers that fits the budget, unless the user has set that limit.
  func fitted(to budget: DescriptorBudget) -> Configuration {
    var fitted = self
    if origin(of: .limit(.viewers)) == .standard {
      fitted.limits.viewers = min(limits.viewers, budget.viewers)
    }
    return fitted
  }
}
