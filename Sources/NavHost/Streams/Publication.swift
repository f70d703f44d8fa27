import NavScene
import NavWire

/// A message for the subscribers of a topic, or of both topics of a stream.
struct Publication: Sendable {
  private let bytes: [UInt8]
  private let topics: StreamTopics
  private let forms: StreamForms

  /// - Parameters:
  ///   - topics: the topics of the stream.
  ///   - forms: the forms that somebody subscribes to; without any, it is published in the open one.
  ///   - bytes: the encoded message.
  init(topics: StreamTopics, _ forms: StreamForms, _ bytes: [UInt8]) {
    self.topics = topics
    self.forms = forms
    self.bytes = bytes
  }

  /// - Parameters:
  ///   - topic: a topic.
  ///   - message: the message.
  init(topic: StreamTopic, _ message: LayoutMessage) {
    self.init(
      topics: StreamTopics(open: topic, sealed: topic),
      .open,
      message.encoded()
    )
  }

  /// Adds the actions that publish it, and counts them.
  func publish(in actions: inout [DaemonAction], _ counts: inout OutputCounts) {
    func publish(on topic: StreamTopic) {
      counts.add(bytes.count, isSealed: topic.key != nil)
      actions.append(topic.publishing(bytes))
    }
    if forms != .sealed { publish(on: topics.open) }
    if forms.contains(.sealed) { publish(on: topics.sealed) }
  }
}
