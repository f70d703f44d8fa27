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

/// A form in which the messages of a stream are published (proto/README.md: Sealed streams).
package enum StreamForm: UInt32, Hashable, Sendable {
  /// As they are, for peers of the daemon's own machine, and for those of a network without encryption.
  case open = 1
  /// Encrypted with the key of the stream, for peers with a key.
  case sealed = 2
}

/// The forms of a stream that somebody subscribes to.
struct StreamForms: OptionSet, Hashable, Sendable {
  let rawValue: UInt32

  static let open = StreamForms(.open)
  static let sealed = StreamForms(.sealed)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  init(_ form: StreamForm) { self.init(rawValue: form.rawValue) }
}

/// A topic, and the key of the messages on it; nil for messages that are not encrypted.
struct StreamTopic: Hashable, Sendable {
  let bytes: [UInt8]
  let key: [UInt8]?

  /// Returns the action that publishes a message on it.
  func publishing(_ message: [UInt8]) -> DaemonAction {
    if let key {
      .publishSealed(topic: bytes, message, key: key)
    } else {
      .publish(topic: bytes, message)
    }
  }
}

/// The topics of one stream.
struct StreamTopics: Hashable, Sendable {
  let open: StreamTopic
  let sealed: StreamTopic

  subscript(form: StreamForm) -> StreamTopic {
    switch form {
    case .open: open
    case .sealed: sealed
    }
  }
}
