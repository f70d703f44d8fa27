import NavSync
import NavWire

/// A message for the subscribers of a topic.
struct Publication: Sendable {
  let topic: [UInt8]
  private let bytes: [UInt8]

  init(topic: [UInt8], _ message: LayoutMessage) {
    self.topic = topic
    bytes = message.encoded()
  }

  /// - Parameters:
  ///   - topic: the topic.
  ///   - bytes: the encoded message.
  init(topic: [UInt8], _ bytes: [UInt8]) {
    self.topic = topic
    self.bytes = bytes
  }

  var action: DaemonAction { .publish(topic: topic, bytes) }
}
