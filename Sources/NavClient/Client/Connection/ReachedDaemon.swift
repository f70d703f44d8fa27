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
  var sockets: ClientSockets?

  /// Reaches a daemon: over TCP by the viewer's own connections, both at the same time.
  ///
  /// - Parameters:
  ///   - endpoints: the daemon's endpoints.
  ///   - watched: the signals that the viewer handles.
  /// - Throws: why it can't be reached.
  init(_ endpoints: Endpoints, watching watched: [Int32]) throws(ClientExit) {
    if let direct = try endpoints.direct() {
      // Before libzmq starts threads.
      signals = try ViewerLink.watch(watched)
      tunnel = nil
      if let made = try Self.connected(to: direct) {
        self.endpoints = direct
        sockets = consume made
        return
      }
      self.endpoints = try endpoints.reached()
    } else {
      tunnel = try SSHTunnel(for: endpoints, lasting: true)
      self.endpoints = if let tunnel { tunnel.endpoints } else { try endpoints.reached() }
      signals = try ViewerLink.watch(watched)
    }
    sockets = nil
  }

  /// Makes the connections of a viewer; nil where a look at the daemon tells what is wrong.
  private static func connected(to endpoints: Endpoints) throws(ClientExit) -> ClientSockets? {
    let sockets: ClientSockets
    let result: Handshake.Result
    do throws(ZeroMQError) {
      sockets = try ClientSockets(endpoints)
      result = try Handshake.result(from: sockets.inputEvents)
    } catch {
      throw ClientExit(.unreachable, error.description)
    }
    guard try endpoints.isMade(by: result) else { return nil }
    return sockets
  }
}
