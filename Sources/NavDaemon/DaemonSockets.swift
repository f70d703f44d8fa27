import NavWire
import ZeroMQ

/// The two sockets of a daemon (protocol.md: Endpoints).
struct DaemonSockets: ~Copyable {
  private let context: Context
  /// ROUTER: requests in, replies out.
  var input: Socket
  /// XPUB: subscriptions in, scenes out.
  var layout: Socket

  /// Binds both; whoever holds them already keeps them.
  init(_ endpoints: Endpoints) throws(ZeroMQError) {
    let context = try Context()
    var input = try Socket(
      .router,
      in: context,
      options: [
        .maxMessageSize(DaemonLimits.requestBytes), .routerMandatory(true),
        .handshakeTimeout(.seconds(3)), .heartbeatInterval(.seconds(1)),
        .heartbeatTimeout(.seconds(3)), .sendHighWaterMark(1_000),
      ]
    )
    var layout = try Socket(
      .xpublish,
      in: context,
      options: [
        .maxMessageSize(DaemonLimits.subscriptionBytes), .xpubVerbose(true),
        .handshakeTimeout(.seconds(3)), .heartbeatInterval(.milliseconds(500)),
        .heartbeatTimeout(.milliseconds(1_500)), .sendHighWaterMark(128),
        // So that viewers hear that the daemon stops.
        .linger(.milliseconds(500)),
      ]
    )
    try input.bind(.ipc(path: endpoints.inputPath))
    try layout.bind(.ipc(path: endpoints.layoutPath))
    self.context = context
    self.input = input
    self.layout = layout
  }
}
