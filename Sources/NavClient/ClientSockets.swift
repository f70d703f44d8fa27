import NavWire
import ZeroMQ

/// The two sockets of a viewer and their monitors.
struct ClientSockets: ~Copyable {
  private let context: Context
  /// DEALER with the REQ envelope: requests out, replies in.
  let input: Socket
  /// SUB.
  let layout: Socket
  let inputEvents: Socket
  let layoutEvents: Socket

  /// How long it waits before it connects again: short after an end, since navd is back at once, then twice as long each
  /// time, up to the longest.
  private static let reconnectWait = Duration.milliseconds(20)
  private static let longestReconnectWait = Duration.milliseconds(160)

  init(_ endpoints: Endpoints) throws(ZeroMQError) {
    let context = try Context()
    let isIPv6 = endpoints.server?.isIPv6 ?? false
    let encryption = try endpoints.encryptionOptions()
    let input = try Socket(
      .dealer,
      in: context,
      options: [
        // Nothing is queued for an absent daemon: the core resends unanswered operations.
        .immediate(true), .reconnectInterval(Self.reconnectWait),
        .reconnectIntervalMax(Self.longestReconnectWait),
        .heartbeatInterval(.seconds(1)), .heartbeatTimeout(.seconds(3)),
        // Long enough to send a `leave` before the client exits.
        .linger(.milliseconds(100)), .ipv6(isIPv6),
      ] + encryption
    )
    let layout = try Socket(
      .subscribe,
      in: context,
      options: [
        .sendHighWaterMark(0), .receiveHighWaterMark(128), .reconnectInterval(Self.reconnectWait),
        .reconnectIntervalMax(Self.longestReconnectWait), .ipv6(isIPv6),
      ] + encryption
    )
    let inputEvents = try input.monitor([.handshakeSucceeded, .disconnected])
    let layoutEvents = try layout.monitor([.disconnected])
    try input.connect(Endpoint(parsing: endpoints.input))
    try layout.connect(Endpoint(parsing: endpoints.layout))
    self.context = context
    self.input = input
    self.layout = layout
    self.inputEvents = inputEvents
    self.layoutEvents = layoutEvents
  }
}
