import NavHost
import NavWire
import ZeroMQ

/// The two sockets of a daemon (proto/README.md: Endpoints).
struct DaemonSockets: ~Copyable {
  private let context: Context
  /// ROUTER: requests in, replies out.
  var input: Socket
  /// XPUB: subscriptions in, scenes out.
  var layout: LayoutSocket

  /// The I/O threads of the sockets: separate, so that requests and replies do not wait while scenes go to many
  /// viewers.
  private static let threads = (layout: UInt64(0b01), input: UInt64(0b10))

  /// Binds both sockets, in the directory and at two TCP ports if there is an address; throws if another process holds
  /// them.
  init(_ endpoints: Endpoints, listen: TCPAddress? = nil) throws(ZeroMQError) {
    let context = try Context(ioThreads: 2)
    let isIPv6 = listen?.isIPv6 ?? false
    var input = try Socket(
      .router,
      in: context,
      options: [
        .maxMessageSize(DaemonLimits.requestBytes), .routerMandatory(true),
        .handshakeTimeout(.seconds(3)), .heartbeatInterval(.seconds(1)),
        .heartbeatTimeout(.seconds(3)), .sendHighWaterMark(1_000), .ipv6(isIPv6),
        .affinity(Self.threads.input),
      ]
    )
    var layout = try LayoutSocket(in: context, thread: Self.threads.layout, isIPv6: isIPv6)
    try input.bind(.ipc(path: endpoints.inputPath))
    try layout.bind(.ipc(path: endpoints.layoutPath))
    if let listen {
      try input.bind(.tcp(host: listen.host, port: listen.port))
      try layout.bind(.tcp(host: listen.host, port: listen.layoutPort))
    }
    self.context = context
    self.input = input
    self.layout = layout
  }
}
