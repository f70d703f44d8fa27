import NavViewer
import NavWire
import ZeroMQ

/// The daemon that a viewer has reached, before it takes the terminal.
struct ReachedDaemon: ~Copyable {
  let endpoints: Endpoints
  /// The connection through ssh to which the endpoints belong; nil for none.
  let tunnel: SSHTunnel?
  /// The result of `ViewerLink.watch`.
  let signals: Int32
  /// Connections over TCP of which that for requests is made; nil where the viewer makes its own.
  let sockets: ClientSockets?

  /// Reaches a daemon: over TCP by the viewer's own connections, both at the same time.
  ///
  /// - Parameters:
  ///   - endpoints: the daemon's endpoints.
  ///   - watched: the signals that the viewer handles.
  /// - Returns: the daemon.
  /// - Throws: why it can't be reached.
  static func reach(
    _ endpoints: Endpoints,
    watching watched: [Int32]
  ) throws(ClientExit) -> ReachedDaemon {
    guard let direct = try endpoints.direct() else {
      let tunnel = try SSHTunnel(for: endpoints, lasting: true)
      let reached = if let tunnel { tunnel.endpoints } else { try endpoints.reached() }
      let signals = try ViewerLink.watch(watched)
      return ReachedDaemon(endpoints: reached, tunnel: tunnel, signals: signals, sockets: nil)
    }
    // Before libzmq starts threads.
    let signals = try ViewerLink.watch(watched)
    if let made = try connected(to: direct) {
      return ReachedDaemon(endpoints: direct, tunnel: nil, signals: signals, sockets: consume made)
    }
    let reached = try endpoints.reached()
    return ReachedDaemon(endpoints: reached, tunnel: nil, signals: signals, sockets: nil)
  }

  /// Makes the connections of a viewer; nil where a look at the daemon tells what is wrong.
  private static func connected(to endpoints: Endpoints) throws(ClientExit) -> ClientSockets? {
    let sockets = try made(for: endpoints)
    let result: Handshake.Result
    do throws(ZeroMQError) {
      result = try Handshake.result(from: sockets.inputEvents)
    } catch {
      throw ClientExit(.unreachable, error.description)
    }
    guard try endpoints.isMade(by: result) else { return nil }
    return sockets
  }

  private static func made(for endpoints: Endpoints) throws(ClientExit) -> ClientSockets {
    do throws(ZeroMQError) {
      return try ClientSockets(endpoints)
    } catch {
      throw ClientExit(.unreachable, error.description)
    }
  }
}
