import CNavSupport
import Glibc
import NavBase
import NavHost
import NavWire

/// Connections that were closed because too many are open or come at a time, reported to the operator at a bounded rate.
///
/// At most one line each `pause`: the descriptor is readable after the first refusal, and not again before the pause
/// has passed. It stays open until the process ends, because libzmq's threads signal it.
struct RefusedConnections: ~Copyable {
  /// Readable after a connection was refused.
  let descriptor: Int32
  /// When to look again; nil until a connection is refused.
  private(set) var nextLook: Duration?
  private var reported: UInt64 = 0
  private var reportedOfAddresses: UInt64 = 0
  let budget: DescriptorBudget

  private static let pause = Duration.seconds(10)

  /// Limits the connections of this process, and what subscribers may send.
  ///
  /// - Parameters:
  ///   - budget: how many connections fit.
  ///   - endpoints: the directory of the sockets, which are not bound yet.
  ///   - listen: the address of two TCP ports at which the daemon listens, too.
  /// - Throws: if the system refuses.
  init(
    _ budget: DescriptorBudget,
    _ endpoints: Endpoints,
    _ listen: TCPAddress?
  ) throws(DaemonError) {
    let descriptor = nav_eventfd_open()
    guard descriptor >= 0,
      nav_receive_limit(endpoints.layoutPath, listen?.layoutPort ?? 0, Int32(budget.limit)) == 0,
      nav_source_limit(
        Int32(budget.connectionsPerAddress),
        Int32(max(budget.remoteConnections, budget.connectionsPerAddress))
      ) == 0
    else {
      throw DaemonError(.unavailable, "can't listen in \(endpoints.directory): \(systemReason())")
    }
    self.descriptor = descriptor
    self.budget = budget
    nav_accept_limit(Int32(budget.localEnd), Int32(budget.remoteEnd), descriptor)
  }

  /// Looks for refused connections, if that is due.
  ///
  /// - Parameters:
  ///   - isSignalled: whether the descriptor is readable.
  ///   - now: the time of the turn.
  /// - Returns: entries of the log.
  mutating func look(isSignalled: Bool, at now: Duration) -> [LogEntry] {
    guard isSignalled || nextLook.map({ $0 <= now }) ?? false else { return [] }
    _ = nav_eventfd_drain(descriptor)
    if let nextLook, now < nextLook { return [] }
    let count = Self.rise(of: nav_accept_refused(), since: &reported)
    let countOfAddresses = Self.rise(of: nav_accept_throttled(), since: &reportedOfAddresses)
    nextLook = count + countOfAddresses > 0 ? now + Self.pause : nil
    let causes = [
      (
        count,
        "\(budget.connections) fit, because \(budget.limit) files may be open; raise the hard limit (`ulimit -Hn`, "
          + "LimitNOFILE=) for more"
      ),
      (
        countOfAddresses,
        "more than \(budget.connectionsPerAddress) came from one address in 10 s, or more than "
          + "\(budget.remoteConnections) from all; viewers try again by themselves"
      ),
    ]
    return causes.compactMap { count, cause in
      Self.subject(count).map { subject in
        LogEntry(
          "\(subject) closed at once: \(cause)",
          .warning,
          .connectionsClosed,
          [LogField(.count, Int(clamping: count))]
        )
      }
    }
  }

  private static func rise(of total: UInt64, since reported: inout UInt64) -> UInt64 {
    defer { reported = total }
    return total - reported
  }

  /// Nil for none.
  private static func subject(_ count: UInt64) -> String? {
    switch count {
    case 0: nil
    case 1: "1 connection was"
    default: "\(count) connections were"
    }
  }
}
